/** A function that computes its value on the first call and caches it. `make` is released afterwards. */
export const lazy = <T>(make: () => T): (() => T) => {
  let todo: (() => T) | undefined = make;
  let made: T;
  return () => {
    if (todo) made = todo();
    todo = undefined;
    return made;
  };
};
