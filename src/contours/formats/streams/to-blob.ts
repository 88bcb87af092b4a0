/** Files in memory, for a page that saves them. */
import type { ContourFeature } from '../../../algorithm/contour-feature.js';
import { loaded } from '../../../core/later.js';
import { contourSet } from '../../set/contour-set.js';
import type { ImageFrame } from '../features.js';
import type { TextWriter } from './text-writer.js';

/** Makes a writer of a file in memory from one that writes piece by piece; `type` is the media type. */
export const textBlob =
  (writer: TextWriter, type: string) =>
  async (contours: readonly ContourFeature[], image: ImageFrame): Promise<Blob> => {
    const pieces: string[] = [];
    for await (const piece of writer(contourSet(contours), image)) pieces.push(piece);
    return new Blob(pieces, { type });
  };

/** The writer is loaded when the first such file is saved. */
export const flatGeobufBlob = async (contours: readonly ContourFeature[], image: ImageFrame): Promise<Blob> => {
  const [{ writeFlatGeobuf }, { MemorySink }] = await Promise.all([
    loaded(import('../flatgeobuf/write.js')),
    loaded(import('../../../image/io/sink.js')),
  ]);
  const sink = new MemorySink();
  await writeFlatGeobuf(contourSet(contours), image, sink);
  return sink.blob('application/flatgeobuf');
};
