import { longer } from '../../core/longer.js';
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
  readonly places: Int32Array;
}

/** A skeleton as a graph. */
export interface Graph {
  readonly nodes: readonly Node[];
  readonly branches: readonly Branch[];
}

/** Most pixels of a loop, its end counted twice, that may go round two pixels. */
const AROUND_TWO_PIXELS = 7;
/** Places of a buffer. */
const ROOM = 2 ** 16;

/**
 * The graph of a skeleton, of whose pixels `places` lacks none: nodes are free ends and junctions (adjacent branching
 * pixels are one), branches lie between. A way from a junction round one or two pixels and back is part of it.
 */
export const trace = (mask: PaddedMask, places: Int32Array): Graph => {
  const nodes: Node[] = [];
  const branches: Branch[] = [];
  const nodeAt = new Map<number, number>();
  const { steps } = mask;
  /** Bits of the places that a branch passes, and of those that a node has. */
  const passed = new Int32Array(mask.bits.length);
  const ofNode = new Int32Array(mask.bits.length);
  let path = new Int32Array(256);
  const linksAt = (at: number): number => linksOf[mask.around(at)]!;

  const addNode = (start: number): number => {
    const index = nodes.length;
    const members = [start];
    nodeAt.set(start, index);
    mark(ofNode, start);
    if (countOf[linksAt(start)]! > 2) {
      for (let next = 0; next < members.length; next++) {
        for (let links = linksAt(members[next]!), n = 0; links !== 0; links >>= 1, n++) {
          const at = members[next]! + steps[n]!;
          if ((links & 1) === 0 || isMarked(ofNode, at) || countOf[linksAt(at)]! < 3) continue;
          nodeAt.set(at, index);
          mark(ofNode, at);
          members.push(at);
        }
      }
    }
    nodes.push({ places: members, degree: 0 });
    return index;
  };

  /** Room for the places of branches, several in one buffer. */
  let room = new Int32Array(0);
  const kept = (places: Int32Array, count: number): Int32Array => {
    if (room.length < count) room = new Int32Array(Math.max(ROOM, count));
    const own = room.subarray(0, count);
    own.set(places.subarray(0, count));
    room = room.subarray(count);
    return own;
  };

  const walked = new Set<number>();
  const walk = (from: number, start: number, direction: number): void => {
    if (walked.has(start * 8 + direction)) return;
    let count = 0;
    path[count++] = start;
    mark(passed, start);
    let at = start;
    let n = direction;
    for (;;) {
      at += steps[n]!;
      if (count === path.length) path = longer(path);
      path[count++] = at;
      mark(passed, at);
      if (isMarked(ofNode, at)) break;
      const onward = linksAt(at) & ~(1 << ((n + 4) & 7));
      n = 31 - Math.clz32(onward);
    }
    walked.add(at * 8 + ((n + 4) & 7));
    const to = nodeAt.get(at)!;
    if (to === from && count <= AROUND_TWO_PIXELS && countOf[linksAt(start)]! > 2) return;
    nodes[from]!.degree++;
    nodes[to]!.degree++;
    branches.push({ from, to, places: kept(path, count) });
  };

  const leave = (index: number): void => {
    for (const start of nodes[index]!.places) {
      for (let links = linksAt(start), n = 0; links !== 0; links >>= 1, n++) {
        if ((links & 1) === 0 || (isMarked(ofNode, start + steps[n]!) && nodeAt.get(start + steps[n]!) === index))
          continue;
        walk(index, start, n);
      }
    }
  };

  for (const at of places) if (countOf[linksAt(at)] !== 2 && !isMarked(ofNode, at)) addNode(at);
  for (let index = 0; index < nodes.length; index++) leave(index);
  // What is left are loops without a node.
  for (const at of places) if (!isMarked(ofNode, at) && !isMarked(passed, at)) leave(addNode(at));
  return { nodes, branches };
};

const isMarked = (bits: Int32Array, at: number): boolean => ((bits[at >>> 5]! >>> (at & 31)) & 1) !== 0;

const mark = (bits: Int32Array, at: number): void => {
  bits[at >>> 5]! |= 1 << (at & 31);
};

/** Clears branches of fewer than `least` pixels that hang free on a junction; returns the places cut. */
export const pruneSpurs = (mask: PaddedMask, { nodes, branches }: Graph, least: number): readonly number[] => {
  const cut: number[] = [];
  for (const branch of branches) {
    if (branch.places.length >= least) continue;
    const [a, b] = [nodes[branch.from]!, nodes[branch.to]!];
    if (Math.min(a.degree, b.degree) !== 1 || Math.max(a.degree, b.degree) < 3) continue;
    const stays = new Set(a.degree === 1 ? b.places : a.places);
    for (const at of branch.places) {
      if (stays.has(at)) continue;
      mask.clear(at);
      cut.push(at);
    }
  }
  return cut;
};
