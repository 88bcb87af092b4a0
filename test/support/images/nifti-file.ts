/** A NIfTI-1 file in one: 12 × 10 × 6 voxels of 16 bits. */
export const niftiFile = (): Uint8Array<ArrayBuffer> => {
  const sides = [12, 10, 6] as const;
  const cells = sides[0] * sides[1] * sides[2];
  const bytes = new Uint8Array(352 + 2 * cells);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, 348, true);
  for (const [k, value] of [3, ...sides, 1, 1, 1, 1].entries()) view.setInt16(40 + 2 * k, value, true);
  view.setInt16(70, 512, true);
  view.setInt16(72, 16, true);
  for (const [k, value] of [1, 0.5, 0.5, 2].entries()) view.setFloat32(76 + 4 * k, value, true);
  view.setFloat32(108, 352, true);
  view.setFloat32(112, 1, true);
  bytes.set(new TextEncoder().encode('n+1\0'), 344);
  for (let k = 0; k < cells; k++) view.setUint16(352 + 2 * k, (k * 7919) % 4099, true);
  return bytes;
};
