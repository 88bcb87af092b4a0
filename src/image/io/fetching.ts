/** Where large ranges of files are fetched: in this thread, or in one of a pool. */
import type { HttpAnswer, HttpOptions } from './answer.js';
import { download } from './http.js';

/** A function that gives what `download` does. */
export type Download = (url: string, options: HttpOptions) => Promise<HttpAnswer>;

/** Bytes of a range up to which a message to a worker costs as much as it saves. */
const LEAST = 2 ** 16;

let chosen: Download = download;

/** Replaces the function that fetches. The returned function undoes this. */
export const fetchBy = (other: Download): (() => void) => {
  chosen = other;
  return () => {
    if (chosen === other) chosen = download;
  };
};

/** Fetches as `download` does; a large range by the replacement, unless the host has to be asked for headers. */
export const fetched: Download = (url, options) =>
  options.request === undefined && options.range !== undefined && options.range[1] > LEAST
    ? chosen(url, options)
    : download(url, options);
