/** Before the first run on a GPU: what its default settings dispatch, compiled and dispatched once. */
import type { Executor } from '../compute/executor.js';
import { keptIn } from '../compute/kept.js';
import { edgesOf } from './network/edges.js';
import { Detector } from './response/detector.js';
import { pack, packingOf } from './response/pack.js';
import { readParameters } from './schema.js';

const SIDE = 64;

/** The CPU has nothing to compile. Rejects as `Executor.submit`. */
export const prepare = async (executor: Executor): Promise<void> => {
  if (executor.backend === 'cpu') return;
  const { detection, filter } = readParameters({});
  const packing = packingOf(8, detection.polarity, 0, 255);
  const plane = Uint8Array.from({ length: SIDE * SIDE }, (_, i) => ((i % SIDE) % 16 === 8 ? 200 : 60) + (i % 5));
  const about = { width: SIDE, height: SIDE, bits: 8 } as const;
  const samples = pack({ ...about, kind: 'intensity', planes: [plane], record: {} }, packing);
  const options = { ...detection, threshold: 1, gain: packing.gain };
  const detector = await Detector.create(executor, about, options);
  try {
    const words = await detector.run(samples);
    const response = { width: SIDE, height: SIDE, orientations: detection.orientations, words, samples: plane };
    await edgesOf([Float64Array.of(8, 0, 8, SIDE)], response, filter.widthReach, 1, { executor, owner: response });
    keptIn(executor).forget(response);
  } finally {
    detector.dispose();
  }
};
