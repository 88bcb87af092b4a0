import type { Room } from './room.js';
import type { Space } from './space.js';
import type { Graph } from './trace.js';

/** Bytes of a point, of a line, and of a node. */
const POINT_BYTES = 80;
const LINE_BYTES = 48;
const NODE_BYTES = 16;

/** Bytes of the arrays of a graph's lines. */
export const lineBytes = (space: Space, { branches, starts, nodes }: Graph): number =>
  POINT_BYTES * starts[branches]! + LINE_BYTES * branches + NODE_BYTES * nodes + 8 * space.count;

/** Several lines: line i has the points from `starts[i]` to `starts[i + 1]`. */
export class LineArrays {
  readonly count: number;
  /** Number of points of all lines. */
  readonly size: number;
  readonly starts: Int32Array;
  /** Nodes of each line. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** x0, y0, x1, y1, … of the nodes. */
  readonly nodes: Float64Array;
  /** The smoothed points. */
  readonly even: Float64Array;
  /** Room for as many points before smoothing. */
  readonly spare: Float64Array;
  /** Vectors of length 1 across the lines, and the words that `line_edges` takes. */
  readonly normals: Float64Array;
  readonly words: Uint32Array;
  /** Width at each point; 0 where it was not measured. */
  readonly widths: Float64Array;
  /** Length, mean width and mean strength of each line. */
  readonly lengths: Float64Array;
  readonly means: Float64Array;
  readonly strong: Float64Array;
  /** The pixel of each point, and what is known of the pixels. */
  readonly path: Int32Array;
  readonly places: Int32Array;
  readonly strengths: Uint32Array;
  /** The points that stay when lines are simplified, and the first of each line. */
  readonly kept: Int32Array;
  readonly keptStarts: Int32Array;

  /** The lines of a graph's branches; at first only their pixels and nodes are known. */
  constructor(space: Space, graph: Graph, room: Room) {
    const { branches, starts, nodes } = graph;
    this.count = branches;
    this.size = starts[branches]!;
    const moved = (integers: Int32Array, length: number): Int32Array => {
      const own = room.integers(length);
      own.set(integers.subarray(0, length));
      return own;
    };
    this.starts = moved(starts, branches + 1);
    this.from = moved(graph.from, branches);
    this.to = moved(graph.to, branches);
    this.path = moved(graph.path, this.size);
    this.places = moved(space.places, space.count);
    this.strengths = room.words(space.count);
    this.strengths.set(space.strengths);
    this.nodes = room.doubles(2 * nodes);
    this.even = room.doubles(2 * this.size);
    this.spare = room.doubles(2 * this.size);
    this.normals = room.doubles(2 * this.size);
    this.words = room.words(4 * this.size);
    this.widths = room.doubles(this.size);
    this.lengths = room.doubles(branches);
    this.means = room.doubles(branches);
    this.strong = room.doubles(branches);
    this.kept = room.integers(this.size);
    this.keptStarts = room.integers(branches + 1);
  }
}
