/** Files of contours that are no text, by their first bytes. */

/** `undefined` where the bytes are of none. */
export const kindOfFile = (head: Uint8Array): 'gzip' | 'flatgeobuf' | 'picture' | undefined => {
  const [a, b, c, d] = head;
  if (a === 0x89 && b === 0x50 && c === 0x4e && d === 0x47) return 'picture';
  if ((a === 0x49 && b === 0x49 && (c === 42 || c === 43)) || (a === 0x4d && b === 0x4d && (d === 42 || d === 43)))
    return 'picture';
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  return head[0] === 0x66 && head[1] === 0x67 && head[2] === 0x62 && head[3] === 0x03 ? 'flatgeobuf' : undefined;
};
