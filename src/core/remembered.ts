/** A function that does nothing again for the arguments that it had last. */

/** Gives the result of the call before where all arguments are the same values as then. */
export const remembered = <Arguments extends readonly unknown[], Result>(
  compute: (...args: Arguments) => Result,
): ((...args: Arguments) => Result) => {
  let last: { readonly args: Arguments; readonly result: Result } | undefined;
  return (...args) => {
    if (!last || last.args.length !== args.length || last.args.some((value, k) => !Object.is(value, args[k]))) {
      last = { args, result: compute(...args) };
    }
    return last.result;
  };
};
