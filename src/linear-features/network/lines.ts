/** Traced lines on their way to points, widths and measures. */

import type { Wasm } from './kernels/simd/instance.js';
import { LineArrays, lineBytes } from './line-arrays.js';
import {
  acrossPlain,
  drawPlain,
  type Frame,
  framedPlain,
  measurePlain,
  settlePlain,
  simplifyPlain,
} from './lines-plain.js';
import { lengthOf } from './polyline.js';
import { addresses, Room } from './room.js';
import type { Space } from './space.js';
import type { Graph } from './trace.js';

/** Lines whose arrays all lie in one room, until it is freed. */
export class Lines extends LineArrays {
  readonly #room: Room;

  /**
   * @param wide whether edges will be searched for: sets `normals` and `words`
   * @param fast false to use the plain forms only
   */
  constructor(space: Space, graph: Graph, wide: boolean, fast = true) {
    const room = new Room(lineBytes(space, graph), fast);
    super(space, graph, room);
    this.#room = room;
    this.#setNodes(space, graph);
    const wasm = this.#wasm;
    const { path, places, from, to, nodes, spare, even, normals, words } = this;
    const { stride } = space;
    if (wasm) {
      const set = wide ? addresses(normals, words) : [0, 0];
      wasm.draw(...addresses(path, places), stride, ...addresses(from, to, nodes, spare, even), ...set);
    } else {
      drawPlain(this, stride);
      if (wide) acrossPlain(this);
    }
  }

  /** Frees the memory. */
  free(): void {
    this.#room.free();
  }

  /** The module, bound to these lines; `undefined` where the plain forms have to be used. */
  get #wasm(): Wasm | undefined {
    const { wasm } = this.#room;
    wasm?.bindLines(this.count, this.starts.byteOffset);
    return wasm;
  }

  /** A node is in the middle of its pixels. */
  #setNodes({ places, stride }: Space, { nodes, firsts, members }: Graph): void {
    for (let node = 0; node < nodes; node++) {
      const [first, end] = [firsts[node]!, firsts[node + 1]!];
      let [x, y] = [0, 0];
      for (let i = first; i < end; i++) {
        const at = places[members[i]!]!;
        const row = Math.floor(at / stride);
        x += at - row * stride - 0.5;
        y += row - 0.5;
      }
      this.nodes[2 * node] = x / (end - first);
      this.nodes[2 * node + 1] = y / (end - first);
    }
  }

  /**
   * Sets the widths, and moves the points midway between the edges, but not beyond the response.
   * @param edges where the profile of each point reaches its right and its left edge
   * @param half steps of a profile on either side
   * @param within the size of the response
   */
  centre(edges: Uint32Array, half: number, within: { readonly width: number; readonly height: number }): void {
    // The kernel's input is no longer needed.
    this.words.set(edges);
    this.#settle(half, within.width, within.height);
  }

  /** Leaves the points where they are, without widths. */
  stay(): void {
    this.#settle(0, 0, 0);
  }

  /** Puts the ends back onto the nodes and smooths. */
  #settle(half: number, width: number, height: number): void {
    const { words, normals, from, to, nodes, spare, even, widths } = this;
    const wasm = this.#wasm;
    if (wasm) {
      wasm.settle(half, width, height, ...addresses(words, normals, from, to, nodes, spare, even, widths));
    } else settlePlain(this, half, width, height);
  }

  /** Measures the lines, after `centre` or `stay`. */
  measure(clutter: number): void {
    const { even, widths, path, strengths, lengths, means, strong } = this;
    const wasm = this.#wasm;
    if (wasm) wasm.measure(clutter, ...addresses(even, widths, path, strengths, lengths, means, strong));
    else measurePlain(this, clutter);
  }

  /** The points that Douglas and Peucker's method keeps: those of line i are `kept` from `keptStarts[i]` to `keptStarts[i + 1]`. */
  simplify(tolerance: number): void {
    const wasm = this.#wasm;
    if (wasm) wasm.simplify(tolerance, ...addresses(this.even, this.spare, this.kept, this.keptStarts));
    else simplifyPlain(this, tolerance);
  }

  /**
   * The kept points x0, y0, x1, y1, … moved by `x` and `y` and then scaled, and their widths by the geometric mean of both scales, in memory of
   * their own.
   */
  framed(frame: Frame): { readonly points: Float64Array; readonly widths: Float64Array } {
    const { kept, even, widths, spare, normals, count } = this;
    const size = this.keptStarts[count]!;
    const { x, y, scaleX, scaleY } = frame;
    const scale = Math.sqrt(scaleX * scaleY);
    const wasm = this.#wasm;
    // `spare` and `normals` are free: they were needed to find edges only.
    if (wasm) wasm.framed(size, x, y, scaleX, scaleY, scale, ...addresses(kept, even, widths, spare, normals));
    else framedPlain(this, frame, scale);
    return { points: spare.slice(0, 2 * size), widths: normals.slice(0, size) };
  }

  /** The length of each line, in pixels times the scales along x and y. */
  scaledLengths(scaleX: number, scaleY: number): Float64Array {
    const { count, starts, even, lengths } = this;
    if (scaleX === 1 && scaleY === 1) return lengths.slice();
    return Float64Array.from({ length: count }, (_, line) =>
      lengthOf(even.subarray(2 * starts[line]!, 2 * starts[line + 1]!), scaleX, scaleY),
    );
  }
}
