/** Recognises NIfTI files by their first bytes. */

/** Sizes in bytes of the headers of NIfTI-1 and NIfTI-2: the first word of a file, in either order of bytes. */
const SIZES: readonly number[] = [348, 540];

/** Whether the bytes start like either header, and hold all of it. */
export const isNifti = (bytes: Uint8Array): boolean => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return SIZES.some(
    (size) => view.byteLength >= size && (view.getInt32(0, true) === size || view.getInt32(0, false) === size),
  );
};

/** Whether the first bytes are those of a gzip stream. */
export const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;
