/** Before the first run on a GPU: what its default settings dispatch, compiled and dispatched once. */
import type { Executor } from '../compute/executor.js';
import { Detector } from './response/detector.js';
import { pack, packingOf } from './response/pack.js';
import { readParameters } from './schema.js';

const SIDE = 64;

/** The CPU has nothing to compile. Rejects as `Executor.submit`. */
export const prepare = async (executor: Executor): Promise<void> => {
  if (executor.backend === 'cpu') return;
  const { detection } = readParameters({});
  const packing = packingOf(8, detection.polarity, 0, 255);
  const plane = Uint8Array.from({ length: SIDE * SIDE }, (_, i) => ((i % SIDE) % 16 === 8 ? 200 : 60) + (i % 5));
  const about = { width: SIDE, height: SIDE, bits: 8 } as const;
  const samples = pack({ ...about, kind: 'intensity', planes: [plane], record: {} }, packing);
  const options = { ...detection, threshold: 1, gain: packing.gain };
  const detector = await Detector.create(executor, about, options);
  try {
    await detector.run(samples);
  } finally {
    detector.dispose();
  }
};
