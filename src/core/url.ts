/**
 * The absolute form of an address, relative to the page, or to the script in a worker; `undefined` where it is invalid.
 * An address in a message to a worker must be absolute: the worker's own base is its script's.
 */
export const absolute = (url: string | URL): string | undefined => {
  try {
    return new URL(url, globalThis.document?.baseURI ?? globalThis.location?.href).href;
  } catch {
    return undefined;
  }
};

/** Whether an address is of another origin than the page's. In a frame that is sandboxed without `allow-same-origin` every address is; in Node none. */
export const isForeign = (url: string | URL): boolean => {
  const { origin, location } = globalThis;
  if (origin === undefined) return false;
  return origin === 'null' || new URL(url, globalThis.document?.baseURI ?? location.href).origin !== origin;
};

/** The last part of an address's path, decoded where possible: a name for display. */
export const lastPart = (url: string): string => {
  let path = url;
  try {
    path = new URL(url).pathname;
  } catch {
    // Not a valid address: it is shown unchanged.
  }
  return decoded(path.split('/').findLast((part) => part !== '') ?? url);
};

/** The text with its percent signs decoded; as it is where they are none of an address. */
export const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
