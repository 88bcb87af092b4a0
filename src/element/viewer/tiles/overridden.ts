/** Functions that a tile source has in place of those of OpenSeadragon's base class. */

/** Whether a source, or a class between it and the base class, overrides the function of this name. */
export const overrides = (source: object, name: string): boolean => {
  if (Object.hasOwn(source, name)) return true;
  const own: unknown = Reflect.get(source, name);
  let base: object | null = source;
  for (let next: object | null = source; next && next !== Object.prototype; next = Object.getPrototypeOf(next))
    base = next;
  return own !== undefined && base !== null && own !== Reflect.get(base, name);
};
