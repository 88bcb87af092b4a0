/** NIfTI-1 files in one. */

/** A header of 348 bytes, and a file with room for samples behind it. */
const fileOf = (
  sides: readonly [number, number, number],
  datatype: number,
  bytesEach: number,
): { readonly bytes: Uint8Array<ArrayBuffer>; readonly view: DataView } => {
  const cells = sides[0] * sides[1] * sides[2];
  const bytes = new Uint8Array(352 + bytesEach * cells);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, 348, true);
  for (const [k, value] of [3, ...sides, 1, 1, 1, 1].entries()) view.setInt16(40 + 2 * k, value, true);
  view.setInt16(70, datatype, true);
  view.setInt16(72, 8 * bytesEach, true);
  for (const [k, value] of [1, 0.5, 0.5, 2].entries()) view.setFloat32(76 + 4 * k, value, true);
  view.setFloat32(108, 352, true);
  view.setFloat32(112, 1, true);
  bytes.set(new TextEncoder().encode('n+1\0'), 344);
  return { bytes, view };
};

/** 12 × 10 × 6 voxels of 16 bits. */
export const niftiFile = (): Uint8Array<ArrayBuffer> => {
  const { bytes, view } = fileOf([12, 10, 6], 512, 2);
  for (let k = 0; k < 12 * 10 * 6; k++) view.setUint16(352 + 2 * k, (k * 7919) % 4099, true);
  return bytes;
};

/** A row of voxels, as a machine of little-endian order has them. @param datatype NIfTI's code @param slope the unit of stored numbers */
export const niftiRow = (
  datatype: number,
  values: Int16Array | Int32Array | Uint32Array | Float32Array | Float64Array,
  slope = 1,
): Uint8Array<ArrayBuffer> => {
  const { bytes, view } = fileOf([values.length, 1, 1], datatype, values.BYTES_PER_ELEMENT);
  view.setFloat32(112, slope, true);
  bytes.set(new Uint8Array(values.buffer), 352);
  return bytes;
};
