import { countOf, linksOf } from '../kernels/shared/neighbours.js';
import { addresses, type Room } from './room.js';
import { GONE, type Space } from './space.js';

/** Most pixels of a loop, its end counted twice, that may go round two pixels. */
const AROUND_TWO_PIXELS = 7;
/** More pixels than any branch has. */
const ANY = 2 ** 31 - 1;

/**
 * A skeleton as a graph: nodes are free ends and junctions (adjacent branching pixels are one), branches are chains of pixels between
 * two nodes. A loop from a junction round one or two pixels is part of the junction.
 */
export class Graph {
  nodes = 0;
  /** Pixels of node i: `members` from `firsts[i]` to `firsts[i + 1]`; one of a free end, one or a few of a junction. */
  readonly firsts: Int32Array;
  readonly members: Int32Array;
  /** Branches that end in each node; a loop counts twice. */
  readonly degrees: Int32Array;
  branches = 0;
  /** The nodes of each branch. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Pixels of branch i, both ends included: `path` from `starts[i]` to `starts[i + 1]`. */
  readonly starts: Int32Array;
  readonly path: Int32Array;
  /** One more than the node of each pixel, or 0. */
  readonly nodeAt: Int32Array;
  /** For a pixel of a node: the directions from which branches have arrived. For any other pixel: whether a branch passes through it. */
  readonly walked: Uint8Array;

  /** Room for the graph of any part of a space: a pixel has at most four links. */
  constructor({ count }: Space, room: Room) {
    this.firsts = room.integers(count + 1);
    this.members = room.integers(count);
    this.degrees = room.integers(count);
    this.from = room.integers(2 * count);
    this.to = room.integers(2 * count);
    this.starts = room.integers(2 * count + 1);
    this.path = room.integers(5 * count + 1);
    this.nodeAt = room.integers(count);
    this.walked = room.bytes(count);
  }

  /**
   * Traces the remaining pixels of a space.
   * @param most pixels of a branch: longer ones, and loops without a node, are left out, but not of the degrees. `AROUND_TWO_PIXELS` or more
   */
  trace(space: Space, most = ANY): void {
    this.nodeAt.fill(0);
    this.walked.fill(0);
    const { wasm } = space;
    if (!wasm) {
      tracePlain(space, this, most);
      return;
    }
    const { firsts, members, degrees, from, to, starts, path, nodeAt, walked } = this;
    const arrays = addresses(firsts, members, degrees, from, to, starts, path, nodeAt, walked);
    this.branches = wasm.trace(...arrays, most);
    this.nodes = wasm.nodes();
  }
}

/** The plain form of `trace`. */
const tracePlain = (space: Space, graph: Graph, most: number): void => {
  const { count, near, state } = space;
  const { firsts, members, degrees, from, to, starts, path, nodeAt, walked } = graph;
  const linksAt = (k: number): number => linksOf[near[k]!]!;
  let nodes = 0;
  let branches = 0;
  firsts[0] = 0;
  starts[0] = 0;

  const addNode = (start: number): void => {
    let next = firsts[nodes]!;
    let end = next;
    nodes++;
    members[end++] = start;
    nodeAt[start] = nodes;
    for (; next < end && countOf[linksAt(members[next]!)]! > 2; next++) {
      for (let links = linksAt(members[next]!); links !== 0; links &= links - 1) {
        const other = space.beside(members[next]!, 31 - Math.clz32(links & -links));
        if (nodeAt[other] !== 0 || countOf[linksAt(other)]! < 3) continue;
        nodeAt[other] = nodes;
        members[end++] = other;
      }
    }
    firsts[nodes] = end;
    degrees[nodes - 1] = 0;
  };

  const walk = (node: number, start: number, direction: number): void => {
    if (((walked[start]! >> direction) & 1) !== 0) return;
    let end = starts[branches]!;
    path[end++] = start;
    let k = start;
    for (let n = direction; ; ) {
      k = space.beside(k, n);
      path[end++] = k;
      if (nodeAt[k] !== 0) {
        walked[k]! |= 1 << (n ^ 4);
        break;
      }
      // It is left out. Its other node counts it when it is walked from there.
      if (end - starts[branches]! >= most) {
        degrees[node]!++;
        return;
      }
      walked[k] = 1;
      n = 31 - Math.clz32(linksAt(k) & ~(1 << (n ^ 4)));
    }
    const other = nodeAt[k]! - 1;
    const length = end - starts[branches]!;
    if (other === node && length <= AROUND_TWO_PIXELS && countOf[linksAt(start)]! > 2) return;
    degrees[node]!++;
    degrees[other]!++;
    from[branches] = node;
    to[branches] = other;
    starts[++branches] = end;
  };

  const leave = (node: number): void => {
    for (let i = firsts[node]!; i < firsts[node + 1]!; i++) {
      const start = members[i]!;
      for (let links = linksAt(start); links !== 0; links &= links - 1) {
        const n = 31 - Math.clz32(links & -links);
        if (nodeAt[space.beside(start, n)] !== node + 1) walk(node, start, n);
      }
    }
  };

  for (let k = 0; k < count; k++) {
    if ((state[k]! & GONE) === 0 && nodeAt[k] === 0 && countOf[linksAt(k)] !== 2) addNode(k);
  }
  for (let node = 0; node < nodes; node++) leave(node);
  // The remaining pixels are loops without a node.
  for (let k = 0; k < count && most === ANY; k++) {
    if ((state[k]! & GONE) !== 0 || nodeAt[k] !== 0 || walked[k] !== 0) continue;
    addNode(k);
    leave(nodes - 1);
  }
  graph.nodes = nodes;
  graph.branches = branches;
};

/** Removes branches of fewer than `least` pixels from a junction to a free end; returns the removed pixels. The graph then no longer matches the space. */
export const pruneSpurs = (space: Space, graph: Graph, least: number): number[] => {
  graph.trace(space, Math.max(least, AROUND_TWO_PIXELS));
  const { from, to, starts, path, degrees, nodeAt } = graph;
  const cut: number[] = [];
  for (let branch = 0; branch < graph.branches; branch++) {
    if (starts[branch + 1]! - starts[branch]! >= least) continue;
    const [a, b] = [degrees[from[branch]!]!, degrees[to[branch]!]!];
    if (Math.min(a, b) !== 1 || Math.max(a, b) < 3) continue;
    const stays = 1 + (a === 1 ? to : from)[branch]!;
    for (let i = starts[branch]!; i < starts[branch + 1]!; i++) {
      if (nodeAt[path[i]!] === stays) continue;
      space.take(path[i]!);
      cut.push(path[i]!);
    }
  }
  return cut;
};
