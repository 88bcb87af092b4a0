/** Runs on a small image, for benchmarks that make thousands of them. */
import type { ArrayImage, Engine, EngineRequest } from '../../src/engine.js';

const [WIDTH, HEIGHT] = [48, 40];

/** A bright disc on darker ground, with noise. */
export const smallImage: ArrayImage = {
  width: WIDTH,
  height: HEIGHT,
  data: Uint8Array.from(
    { length: WIDTH * HEIGHT },
    (_, k) => (Math.hypot((k % WIDTH) - 24, Math.floor(k / WIDTH) - 20) < 11 ? 160 : 70) + ((k * 7919) % 31),
  ),
};

const ALGORITHMS = ['snake', 'level-set', 'linear-features'] as const;

/** The `k`th run on a small image: the algorithms in turn, the box a little elsewhere, every seventh cancelled. */
export const smallRun = (engine: Engine, image: Awaited<ReturnType<Engine['load']>>, k: number) => {
  const request: EngineRequest = {
    algorithm: ALGORITHMS[k % ALGORITHMS.length]!,
    init: { x: 8 + (k % 5), y: 6 + (k % 3), width: 30, height: 28 },
  };
  const run = engine.segment(image, request);
  if (k % 7 === 0) run.cancel();
  return run;
};
