/** Rings in doubles, closed as `closeRing` closes those of arrays. */

/**
 * Copies a ring of `length` positions from `values[from]` to `out[to]`, closed by repeating its first position, without consecutive
 * duplicates. The result has at most one position more. `out` may be `values`, and `to` then `from`.
 * @returns the number of its positions in `out`
 */
export const closedRing = (
  values: Float64Array,
  from: number,
  length: number,
  out: Float64Array,
  to: number,
): number => {
  let end = to;
  for (let k = from; k < from + 2 * length; k += 2) {
    if (end > to && out[end - 2] === values[k] && out[end - 1] === values[k + 1]) continue;
    out[end++] = values[k]!;
    out[end++] = values[k + 1]!;
  }
  while (end - to > 2 && out[end - 2] === out[to] && out[end - 1] === out[to + 1]) end -= 2;
  if (end - to > 2) {
    out[end++] = out[to]!;
    out[end++] = out[to + 1]!;
  }
  return (end - to) / 2;
};
