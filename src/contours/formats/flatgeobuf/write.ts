/** FlatGeobuf with a spatial index, so that a page reads only those of a million contours that are in view. */

import type { Sink } from '../../../image/io/sink.js';
import type { ContourSet } from '../../set/contour-set.js';
import { survey } from '../../set/survey.js';
import type { ImageFrame } from '../features.js';
import type { TextOptions } from '../streams/text-writer.js';
import { encodeHeader, FeatureEncoder } from './encode.js';
import { hilbertOrder } from './hilbert.js';
import { MAGIC } from './layout.js';
import { buildTree, NODE_SIZE, treeBytes } from './packed-tree.js';

/** Size of the write buffer, in bytes. */
const PIECE = 1 << 20;

/**
 * Writes a set in the order of a Hilbert curve. Metadata that all contours have in common are written once, in the header,
 * unless `metadata` is `each`. Coordinates are pixels of the image, y down.
 */
export const writeFlatGeobuf = async (
  contours: ContourSet,
  image: ImageFrame,
  sink: Sink,
  { metadata = 'once' }: TextOptions = {},
): Promise<void> => {
  const found = await survey(contours);
  const its = metadata === 'once' ? found : { ...found, shared: {} };
  const { count } = contours;
  await sink.write(MAGIC);
  await sink.write(encodeHeader(count, image, its));
  if (count === 0) return;
  const order = hilbertOrder(count, (index) => contours.boundsOf(index), its.bounds);
  const treeAt = sink.length;
  await skip(sink, treeBytes(count, NODE_SIZE));
  const offsets = new Float64Array(count);
  const encoder = new FeatureEncoder(its);
  const piece = new Uint8Array(PIECE);
  let [filled, offset] = [0, 0];
  for (let place = 0; place < count; place++) {
    const contour = await contours.at(order[place]!);
    const bytes = encoder.encode(
      metadata === 'none' ? { ...contour, properties: { ...contour.properties, metadata: {} } } : contour,
    );
    offsets[place] = offset;
    offset += bytes.length;
    if (filled + bytes.length > PIECE) {
      await sink.write(piece.subarray(0, filled));
      filled = 0;
    }
    if (bytes.length > PIECE) await sink.write(bytes.slice());
    else {
      piece.set(bytes, filled);
      filled += bytes.length;
    }
  }
  await sink.write(piece.subarray(0, filled));
  await sink.rewrite(
    treeAt,
    buildTree(order, (index) => contours.boundsOf(index), offsets),
  );
};

/** Zeros, which are overwritten later. */
const skip = async (sink: Sink, bytes: number): Promise<void> => {
  const zeros = new Uint8Array(Math.min(bytes, PIECE));
  for (let left = bytes; left > 0; left -= zeros.length)
    await sink.write(zeros.subarray(0, Math.min(left, zeros.length)));
};
