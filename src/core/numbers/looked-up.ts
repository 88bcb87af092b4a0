/**
 * Fills an array with the entries of a table at the given places. A function for each value takes several times as long.
 * @param table has an entry for each of the values
 * @param out at least as long as `values`
 */
export const lookedUp = <Its extends Uint8Array | Uint16Array>(
  values: Uint8Array | Uint16Array,
  table: Uint8Array | Uint16Array,
  out: Its,
): Its => {
  for (let i = 0; i < values.length; i++) out[i] = table[values[i]!]!;
  return out;
};
