import { STRONG } from '../kernels/shared/thinning-words.js';
import { addresses, type Room } from './room.js';
import type { Space } from './space.js';

/** The 8-connected pieces of a space, as they are found with its neighbours. */
export class Pieces {
  /** A number for each pixel, of which a piece may have several. */
  readonly labels: Int32Array;
  /** Union-find parents: a smaller number of the same piece; the smallest number is its own parent. */
  readonly parents: Int32Array;
  /** Whether a piece reaches the high threshold somewhere, by its smallest number. */
  readonly strong: Uint8Array;
  /** For each pixel, the number of neighbours that are processed before it: those that are weaker, or equally weak and earlier in row order. */
  readonly earlier: Uint8Array;

  private constructor(space: Space, room: Room) {
    this.labels = room.integers(space.count);
    this.parents = room.integers(space.count);
    this.strong = room.bytes(space.count);
    this.earlier = room.bytes(space.count);
  }

  /**
   * Finds the neighbours and the pieces, and removes the marks of strong pieces from the strengths.
   * @param high the threshold of strong pieces
   * @param thin whether all pixels are thin, so that none has to be processed, and `earlier` is not computed
   */
  static of(space: Space, high: number, room: Room, thin = false): Pieces {
    const pieces = new Pieces(space, room);
    const { labels, parents, strong, earlier } = pieces;
    // No strength without a mark reaches 2³¹.
    const least = Math.min(STRONG - 1, Math.ceil(high));
    const { wasm } = space;
    if (wasm) wasm.meet(...addresses(labels, parents, strong), thin ? 0 : earlier.byteOffset, least);
    else meetPlain(space, pieces, thin ? undefined : earlier, least);
    return pieces;
  }

  /** Finds the neighbours only. */
  static without(space: Space): void {
    const { wasm } = space;
    if (wasm) wasm.meet(0, 0, 0, 0, 0);
    else meetPlain(space, undefined, undefined, 0);
  }

  /** The piece of a pixel. */
  of(k: number): number {
    return rootOf(this.parents, this.labels[k]!);
  }

  /** Merges two pieces, given by a pixel of each. */
  join(a: number, b: number): void {
    joined(this.parents, this.labels[a]!, this.labels[b]!);
  }
}

/** The plain form of the search for neighbours, pieces and `earlier`. */
const meetPlain = (
  space: Space,
  pieces: Pick<Pieces, 'labels' | 'parents' | 'strong'> | undefined,
  earlier: Uint8Array | undefined,
  high: number,
): void => {
  const { count, stride, places, strengths, keys, all, near, above, below } = space;
  let found = 0;
  for (let k = 0, up = 0; k < count; k++) {
    const at = places[k]!;
    const key = keys[k]!;
    const first = at - stride - 1;
    while (places[up]! < first) up++;
    above[k] = up;
    let set = 0;
    let waits = 0;
    let label = -1;
    if (k > 0 && places[k - 1] === at - 1) {
      set = 1 << 4;
      all[k - 1]! |= 1;
      if (pieces) label = pieces.labels[k - 1]!;
      if (key >= keys[k - 1]!) waits++;
      else if (earlier) earlier[k - 1]!++;
    }
    for (let other = up, n = places[up]! - first; n < 3; n = places[++other]! - first) {
      if ((all[other]! & 0b1110) === 0) below[other] = k;
      // A neighbour in the NW, N or NE has this pixel in the SE, S or SW.
      all[other]! |= 2 << n;
      set |= 1 << (5 + n);
      if (key >= keys[other]!) waits++;
      else if (earlier) earlier[other]!++;
      const own = pieces ? pieces.labels[other]! : -1;
      if (label < 0) label = own;
      else if (pieces && label !== own) label = joined(pieces.parents, label, own);
    }
    all[k] = set;
    if (earlier) earlier[k] = waits;
    if (!pieces) continue;
    const { labels, parents, strong } = pieces;
    if (label < 0) {
      label = found;
      parents[found++] = label;
    }
    labels[k] = label;
    if (strengths[k]! >= high) strong[label] = 1;
    strengths[k]! &= STRONG - 1;
  }
  if (pieces) {
    const { parents, strong } = pieces;
    // A parent comes before its children.
    for (let label = 0; label < found; label++) {
      const root = parents[parents[label]!]!;
      parents[label] = root;
      strong[root]! |= strong[label]!;
    }
  }
  near.set(all);
};

const rootOf = (parents: Int32Array, label: number): number => {
  while (parents[label] !== label) {
    parents[label] = parents[parents[label]!]!;
    label = parents[label]!;
  }
  return label;
};

/** Merges the pieces of two labels; returns the smaller number. */
const joined = (parents: Int32Array, a: number, b: number): number => {
  const [first, other] = [rootOf(parents, a), rootOf(parents, b)];
  const [least, most] = first < other ? [first, other] : [other, first];
  parents[most] = least;
  return least;
};
