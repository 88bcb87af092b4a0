/** Sets again what a page set before the element was defined, as these properties of the object hide those of its class. Lit sees to its own. */
export const setAgain = (element: object, ...names: readonly string[]): void => {
  for (const name of names) {
    if (!Object.hasOwn(element, name)) continue;
    const value: unknown = Reflect.get(element, name);
    Reflect.deleteProperty(element, name);
    Reflect.set(element, name, value);
  }
};
