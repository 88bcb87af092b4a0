/** One engine on the CPU for all inputs of a fuzzer, and an image that is opened and closed for each. */
import { createEngine, type Engine, type ImageSource } from '../../src/engine.js';
import { must } from './fuzzer.js';
import { type Picture, samplesOf } from './pictures.js';

type Open = (engine: Engine) => Promise<ImageSource>;

/** Opens the picture as samples in memory. */
export const ofPicture =
  ({ width, height, bands, ...picture }: Picture): Open =>
  (engine) =>
    engine.load({ width, height, bands, data: samplesOf({ width, height, bands, ...picture }) });

let made: Promise<Engine> | undefined;

/** Checks something on an image, after which the engine must hold no buffers. */
export const onImage = async (
  open: Open,
  check: (engine: Engine, image: ImageSource) => Promise<void>,
): Promise<void> => {
  made ??= createEngine({ backend: 'cpu' });
  const engine = await made;
  const image = await open(engine);
  try {
    await check(engine, image);
  } finally {
    engine.close(image);
  }
  must(engine.stats().bytes === 0, `${engine.stats().bytes} bytes are held`);
};

/** Lets go of the engine; the next input makes another. */
export const stop = async (): Promise<void> => {
  (await made)?.dispose();
  made = undefined;
};
