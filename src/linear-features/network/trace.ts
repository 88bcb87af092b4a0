import { countOf, linksOf, type PaddedMask } from './neighbours.js';

/** A free end or a junction of a skeleton. */
export interface Node {
  /** The pixels of the node: one of a free end, one or a few of a junction. */
  readonly places: readonly number[];
  /** Branches that end here; a loop counts twice. */
  degree: number;
}

/** A chain of pixels between two nodes, by their indices. */
export interface Branch {
  /** Indices of nodes. */
  readonly from: number;
  readonly to: number;
  /** From node to node, both included. */
  readonly places: readonly number[];
}

/** A skeleton as a graph. */
export interface Graph {
  readonly nodes: readonly Node[];
  readonly branches: readonly Branch[];
}

/** Flags of a pixel: a branch passes it; a node has it. */
const PASSED = 1;
const NODE = 2;

/** Most pixels of a loop, its end counted twice, that may go round two pixels. */
const AROUND_TWO_PIXELS = 7;

/**
 * The graph of a skeleton, of whose pixels `places` lacks none: nodes are free ends and junctions (adjacent branching
 * pixels are one), branches lie between. A way from a junction round one or two pixels and back is part of it.
 */
export const trace = (mask: PaddedMask, places: Int32Array): Graph => {
  const nodes: Node[] = [];
  const branches: Branch[] = [];
  const nodeAt = new Map<number, number>();
  const { flags } = mask;
  const linksAt = (at: number): number => linksOf[mask.around(at)]!;

  const addNode = (start: number): number => {
    const index = nodes.length;
    const members = [start];
    nodeAt.set(start, index);
    flags[start]! |= NODE;
    if (countOf[linksAt(start)]! > 2) {
      for (let next = 0; next < members.length; next++) {
        for (let links = linksAt(members[next]!), n = 0; links !== 0; links >>= 1, n++) {
          const at = members[next]! + mask.steps[n]!;
          if ((links & 1) === 0 || flags[at]! >= NODE || countOf[linksAt(at)]! < 3) continue;
          nodeAt.set(at, index);
          flags[at]! |= NODE;
          members.push(at);
        }
      }
    }
    nodes.push({ places: members, degree: 0 });
    return index;
  };

  const walked = new Set<number>();
  const walk = (from: number, start: number, direction: number): void => {
    if (walked.has(start * 8 + direction)) return;
    const path = [start];
    let at = start;
    let n = direction;
    for (;;) {
      at += mask.steps[n]!;
      path.push(at);
      if (flags[at]! >= NODE) break;
      const onward = linksAt(at) & ~(1 << ((n + 4) & 7));
      n = 31 - Math.clz32(onward);
    }
    walked.add(at * 8 + ((n + 4) & 7));
    for (const on of path) flags[on]! |= PASSED;
    const to = nodeAt.get(at)!;
    if (to === from && path.length <= AROUND_TWO_PIXELS && countOf[linksAt(start)]! > 2) return;
    nodes[from]!.degree++;
    nodes[to]!.degree++;
    branches.push({ from, to, places: path });
  };

  const leave = (index: number): void => {
    for (const start of nodes[index]!.places) {
      for (let links = linksAt(start), n = 0; links !== 0; links >>= 1, n++) {
        if ((links & 1) === 0 || nodeAt.get(start + mask.steps[n]!) === index) continue;
        walk(index, start, n);
      }
    }
  };

  for (const at of places) if (flags[at] === 0 && countOf[linksAt(at)] !== 2) addNode(at);
  for (let index = 0; index < nodes.length; index++) leave(index);
  // What is left are loops without a node.
  for (const at of places) if (flags[at] === 0) leave(addNode(at));
  for (const at of places) flags[at] = 0;
  return { nodes, branches };
};

/** Clears branches of fewer than `least` pixels that hang free on a junction; returns the places left and those cut. */
export const pruneSpurs = (
  mask: PaddedMask,
  places: Int32Array,
  { nodes, branches }: Graph,
  least: number,
): { readonly left: Int32Array; readonly cut: readonly number[] } => {
  const cut: number[] = [];
  for (const branch of branches) {
    if (branch.places.length >= least) continue;
    const [a, b] = [nodes[branch.from]!, nodes[branch.to]!];
    if (Math.min(a.degree, b.degree) !== 1 || Math.max(a.degree, b.degree) < 3) continue;
    const stays = new Set(a.degree === 1 ? b.places : a.places);
    for (const at of branch.places) {
      if (stays.has(at)) continue;
      mask.data[at] = 0;
      cut.push(at);
    }
  }
  return { left: cut.length === 0 ? places : standing(mask, places), cut };
};

/** Those of the places that were not cleared. */
const standing = ({ data }: PaddedMask, places: Int32Array): Int32Array => {
  const left = new Int32Array(places.length);
  let count = 0;
  for (let i = 0; i < places.length; i++) if (data[places[i]!] !== 0) left[count++] = places[i]!;
  return left.subarray(0, count);
};
