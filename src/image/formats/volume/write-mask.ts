/** Masks of volumes as files: one byte a voxel, 0 or 1, on the volume's own place. */
import type { Volume } from './grid.js';

type Place = Pick<Volume, 'width' | 'height' | 'depth' | 'spacing' | 'affine'>;

const NIFTI_HEADER = 352;
const [UINT8, ALIGNED, MILLIMETRES] = [2, 2, 2] as const;

/** A gzipped NIfTI-1 file (`.nii.gz`). */
export const writeNiftiMask = async (mask: Uint8Array, place: Place): Promise<Blob> => {
  const { width, height, depth, affine } = place;
  const spacing = place.spacing ?? [1, 1, 1];
  const view = new DataView(new ArrayBuffer(NIFTI_HEADER));
  view.setInt32(0, 348, true);
  [3, width, height, depth, 1, 1, 1, 1].forEach((size, k) => {
    view.setInt16(40 + 2 * k, size, true);
  });
  view.setInt16(70, UINT8, true);
  view.setInt16(72, 8, true);
  [1, ...spacing].forEach((size, k) => {
    view.setFloat32(76 + 4 * k, size, true);
  });
  view.setFloat32(108, NIFTI_HEADER, true);
  view.setFloat32(112, 1, true);
  view.setUint8(123, MILLIMETRES);
  view.setFloat32(124, 1, true);
  if (affine) {
    view.setInt16(254, ALIGNED, true);
    affine.flat().forEach((value, k) => {
      view.setFloat32(280 + 4 * k, value, true);
    });
  }
  view.setUint32(344, 0x6e2b3100);
  const file = new Blob([view.buffer, new Uint8Array(mask)]);
  const packed = await new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob();
  return new Blob([packed], { type: 'application/gzip' });
};

const [SHORT, LONG] = [3, 4] as const;
const TAGS = 9;
const DIRECTORY = 2 + 12 * TAGS + 4;
const DEFLATE = 8;

/** A stack of deflated TIFF pages of 8 bits, one a slice: 0 outside, 255 inside, so that viewers show it. */
export const writeTiffMask = async (mask: Uint8Array, { width, height, depth }: Place): Promise<Blob> => {
  const head = new DataView(new ArrayBuffer(8));
  head.setUint16(0, 0x4949);
  head.setUint16(2, 42, true);
  head.setUint32(4, 8, true);
  const parts: BlobPart[] = [head.buffer];
  let end = 8;
  for (let z = 0; z < depth; z++) {
    const slice = mask.subarray(z * width * height, (z + 1) * width * height).map((m) => (m === 0 ? 0 : 255));
    const strip = await new Response(
      new Blob([new Uint8Array(slice)]).stream().pipeThrough(new CompressionStream('deflate')),
    ).arrayBuffer();
    const padded = strip.byteLength + (strip.byteLength & 1);
    const next = end + DIRECTORY + padded;
    const entries: readonly (readonly [tag: number, type: number, value: number])[] = [
      [256, LONG, width],
      [257, LONG, height],
      [258, SHORT, 8],
      [259, SHORT, DEFLATE],
      [262, SHORT, 1],
      [273, LONG, end + DIRECTORY],
      [277, SHORT, 1],
      [278, LONG, height],
      [279, LONG, strip.byteLength],
    ];
    const view = new DataView(new ArrayBuffer(DIRECTORY));
    view.setUint16(0, TAGS, true);
    entries.forEach(([tag, type, value], k) => {
      const at = 2 + 12 * k;
      view.setUint16(at, tag, true);
      view.setUint16(at + 2, type, true);
      view.setUint32(at + 4, 1, true);
      if (type === SHORT) view.setUint16(at + 8, value, true);
      else view.setUint32(at + 8, value, true);
    });
    view.setUint32(DIRECTORY - 4, z + 1 < depth ? next : 0, true);
    parts.push(view.buffer, strip, new Uint8Array(padded - strip.byteLength));
    end = next;
  }
  return new Blob(parts, { type: 'image/tiff' });
};
