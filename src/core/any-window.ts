/** Objects of the platform, of any window: a getter of this window's class reads those of another, and refuses imitations. */

const read = (prototype: object, member: string, value: unknown): unknown => {
  try {
    return Reflect.get(prototype, member, value);
  } catch {
    return undefined;
  }
};

/** An `AbortSignal`. */
export const isSignal = (value: unknown): value is AbortSignal =>
  read(AbortSignal.prototype, 'aborted', value) !== undefined;

/** A `Blob` or a `File`. */
export const isBlob = (value: unknown): value is Blob => read(Blob.prototype, 'size', value) !== undefined;

/** An element of a document, also of one that is not shown. */
export const isElement = (value: unknown): value is Element => read(Element.prototype, 'tagName', value) !== undefined;

/** The name of a `File`; `undefined` for anything else, also for a page's proxy whose traps throw. */
export const fileName = (value: unknown): string | undefined => {
  const name = read(File.prototype, 'name', value);
  return typeof name === 'string' ? name : undefined;
};
