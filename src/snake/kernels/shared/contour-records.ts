/** Where the words of many contours lie that evolve in one dispatch, each in a domain of its own. The shaders take these from here. */
import { G, stateWords } from './layout.js';

/** Words of one domain. Its planes lie one below another in the samples of all domains, and so do its prefixes. */
export const D = {
  width: 0,
  height: 1,
  /** Stored prefixes a row, and words of a row of samples: as in `G`. */
  entries: 2,
  rowWords: 3,
  /** First words in the buffers of all domains. */
  samplesAt: 4,
  prefixesAt: 5,
} as const;

/** Words of a domain's record. */
export const DOMAIN_WORDS = 6;

/** Words of one contour's record: its head, then its state, two words a vertex, and a word a vertex that waits. */
export const C = { domain: 0, minimumLength: 1, capacity: 2, state: 4 } as const;

/** The contours that the workgroups of a dispatch take one after another: the next, and where they end. */
export const Q = { next: 0, end: 1, words: 2 } as const;

/** @param capacity vertices that the record has room for */
export const recordWords = (moments: number, capacity: number): number => C.state + stateWords(moments) + 3 * capacity;

/** The geometry of a contour's domain, as the kernels of one domain take it. */
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
