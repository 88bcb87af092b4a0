/** Before the first run on a GPU, compiles the kernels of the default settings and dispatches them once. */
import type { Executor } from '../compute/executor.js';
import { findLines } from './network/network.js';
import { Detector } from './response/detector.js';
import { HeldResponse } from './response/held.js';
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
    const shape = { width: SIDE, height: SIDE, orientations: detection.orientations, bits: about.bits };
    const response = await HeldResponse.empty(executor, shape);
    try {
      const all = response.whole.rect;
      await response.place(executor, await detector.run(samples), { x: 0, y: 0, stride: SIDE }, all);
      const { lines } = await findLines(response.whole, filter, { breathe: async () => {} });
      lines.free();
      await response.whole.cells(SIDE);
      await response.whole.boxes(Uint32Array.of(0), 2 * filter.gap + 1);
    } finally {
      response.destroy();
    }
  } finally {
    detector.dispose();
  }
};
