/** The thread that fetches large ranges of files: this one, or another that a pool has put in its place. */
import { download, type HttpAnswer, type HttpOptions } from './http.js';

/** A function that gives what `download` does. */
export type Download = (url: string, options: HttpOptions) => Promise<HttpAnswer>;

/** Bytes of a range up to which a message to a worker costs as much as it saves. */
const LEAST = 2 ** 16;

let chosen: Download = download;

/** Has another function fetch. The function returned takes it out again. */
export const fetchBy = (other: Download): (() => void) => {
  chosen = other;
  return () => {
    if (chosen === other) chosen = download;
  };
};

/** Fetches as `download` does, a large range by whoever was chosen, where no host has to be asked. */
export const fetched: Download = (url, options) =>
  options.request === undefined && options.range !== undefined && options.range[1] > LEAST
    ? chosen(url, options)
    : download(url, options);
