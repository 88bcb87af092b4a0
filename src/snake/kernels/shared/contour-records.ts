/** Layout of the words of many contours that evolve in one dispatch, each in its own domain. The shaders import it. */
import { G, stateWords } from './layout.js';

/** Words of one domain. The planes of all domains are stored consecutively in one buffer of samples, their prefixes likewise. */
export const D = {
  width: 0,
  height: 1,
  /** Stored prefixes per row, and words of a row of samples: as in `G`. */
  entries: 2,
  rowWords: 3,
  /** Offsets of the domain's first words in the buffers of all domains. */
  samplesAt: 4,
  prefixesAt: 5,
} as const;

/** Words of a domain's record. */
export const DOMAIN_WORDS = 6;

/** Words of one contour's record: its head, its state, two words per vertex, and one word per vertex that says whether it waits. */
export const C = { domain: 0, minimumLength: 1, capacity: 2, state: 4 } as const;

/** The queue of contours for the workgroups of a dispatch: the next contour, and the end. */
export const Q = { next: 0, end: 1, words: 2 } as const;

/** @param capacity maximum vertices in the record */
export const recordWords = (moments: number, capacity: number): number => C.state + stateWords(moments) + 3 * capacity;

/** The geometry of a contour's domain, in the form that the kernels for one domain use. */
export const ownGeometry = (geometry: Uint32Array, domain: Uint32Array, head: Uint32Array): Uint32Array => {
  const own = geometry.slice();
  own[G.width] = domain[D.width]!;
  own[G.height] = domain[D.height]!;
  own[G.rows] = domain[D.height]!;
  own[G.entries] = domain[D.entries]!;
  own[G.rowWords] = domain[D.rowWords]!;
  own[G.minimumLength] = head[C.minimumLength]!;
  own[G.capacity] = head[C.capacity]!;
  own[G.contours] = 1;
  return own;
};
