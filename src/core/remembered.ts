/** Caches the result of a function's last call. */

/** Returns the previous result where all arguments are identical to those of the previous call. */
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
