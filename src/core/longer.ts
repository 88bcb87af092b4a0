/** A copy with twice the length: the same values, then zeros. */
export const longer = (values: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> => {
  const more = new Int32Array(2 * values.length);
  more.set(values);
  return more;
};
