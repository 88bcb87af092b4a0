/** The thread that fetches the ranges of files: this one, or another that a pool has put in its place. */
import { download } from './http.js';

/** A function that gives what `download` does. */
export type Download = typeof download;

let chosen: Download | undefined;

/** Has another function fetch. The function returned takes it out again. */
export const fetchBy = (other: Download): (() => void) => {
  chosen = other;
  return () => {
    if (chosen === other) chosen = undefined;
  };
};

/** Fetches as `download` does, by whoever was chosen. */
export const fetched: Download = (url, options) => (chosen ?? download)(url, options);
