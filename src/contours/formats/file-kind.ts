/** Binary files of contours, recognised by their first bytes. */

/** Number of bytes that identify the kind. */
const HEAD = 132;

/** `undefined` where the file is text, or of an unknown kind. */
export const kindOfFile = async (file: Blob): Promise<'gzip' | 'flatgeobuf' | 'picture' | 'dicom' | undefined> => {
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  const [a, b, c, d] = head;
  // The bytes before these letters may be anything, even the header of a picture.
  if (String.fromCharCode(...head.subarray(128)) === 'DICM') return 'dicom';
  if (a === 0x89 && b === 0x50 && c === 0x4e && d === 0x47) return 'picture';
  if ((a === 0x49 && b === 0x49 && (c === 42 || c === 43)) || (a === 0x4d && b === 0x4d && (d === 42 || d === 43)))
    return 'picture';
  if (a === 0x1f && b === 0x8b) return 'gzip';
  return a === 0x66 && b === 0x67 && c === 0x62 && d === 0x03 ? 'flatgeobuf' : undefined;
};
