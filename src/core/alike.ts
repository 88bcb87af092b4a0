/** Compares two JSON values by content; the order of an object's keys does not matter. */
export const alike = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => alike(item, b[i]));
  }
  const entries = Object.entries(a);
  const other = new Map<string, unknown>(Object.entries(b));
  return (
    entries.length === other.size && entries.every(([key, value]) => other.has(key) && alike(value, other.get(key)))
  );
};
