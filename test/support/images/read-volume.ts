/** A file's volume, as the engine opens it. */
import type { Volume } from '../../../src/image/formats/volume/grid.js';
import { open } from '../../../src/image/open.js';

/** Rejects as `open` does, and where the file is no volume of several slices. */
export const readVolume = async (blob: Blob, name: string, signal?: AbortSignal): Promise<Volume> => {
  const image = await open({ kind: 'blob', blob, name }, { signal });
  if (!image.stack) throw new TypeError(`${name} has one slice`);
  return image.stack.volume(signal);
};
