/** A promise that is settled from outside. Its rejection never counts as an unhandled rejection. */
export interface Deferred {
  readonly promise: Promise<void>;
  resolve(value?: Promise<void>): void;
  reject(error: unknown): void;
}

/** Makes a promise and the functions that settle it. */
export const deferred = (): Deferred => {
  let resolve: (value?: Promise<void>) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<void>((yes, no) => {
    resolve = (value) => yes(value);
    reject = no;
  });
  promise.catch(() => {});
  return { promise, resolve, reject };
};
