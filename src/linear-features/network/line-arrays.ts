/** Several lines: line i has the points from `starts[i]` to `starts[i + 1]`. */
export interface LineArrays {
  readonly count: number;
  /** Number of points of all. */
  readonly size: number;
  readonly starts: Int32Array;
  /** Nodes of each line. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** x0, y0, x1, y1, … of the nodes. */
  readonly nodes: Float64Array;
  /** The points as they were traced, the first and last of a line on its nodes; evened out; and midway between the edges. */
  readonly traced: Float64Array;
  readonly even: Float64Array;
  readonly centred: Float64Array;
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
}
