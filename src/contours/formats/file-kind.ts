/** Files of contours that are no text, by their first bytes. */

/** `undefined` where the bytes are of neither. */
export const kindOfFile = (head: Uint8Array): 'gzip' | 'flatgeobuf' | undefined => {
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  return head[0] === 0x66 && head[1] === 0x67 && head[2] === 0x62 && head[3] === 0x03 ? 'flatgeobuf' : undefined;
};
