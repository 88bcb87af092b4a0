/** A function that gives a value, which is made when it is first asked for. What it is made of is not kept. */
export const lazy = <T>(make: () => T): (() => T) => {
  let todo: (() => T) | undefined = make;
  let made: T;
  return () => {
    if (todo) made = todo();
    todo = undefined;
    return made;
  };
};
