/** Best rectangles of a workspace (ALGORITHMS A.5): sums on a lattice, from which any rectangle on it costs nothing. */
import type { Executor } from '../../compute/executor.js';
import { type DeviceBuffer, Recording } from '../../compute/recording.js';
import type { Box } from '../../core/geometry/rect.js';
import {
  descriptionLength,
  type NoiseModel,
  nats,
  noiseModelOf,
  readMoments,
  regionEnergy,
} from '../criterion/energy.js';
import { bestRectangle } from '../kernels/best_rectangle.js';
import { latticeSums } from '../kernels/lattice_sums.js';
import { edgeLength } from '../kernels/shared/edge-length.js';
import { B, G, L } from '../kernels/shared/layout.js';
import { geometryOf, type Problem } from '../steps/optimiser.js';
import { chunkGeometry } from '../tables/chunks.js';
import type { Tables } from '../tables/tables.js';

/** A rectangle of the lattice, and what it gains. */
export interface FoundRectangle {
  /** On the corner lattice of the domain. */
  readonly box: Box;
  /** Nats by which the description of the domain is shorter with it than as one region. */
  readonly gain: number;
}

/** Options of a lattice. */
interface LatticeOptions {
  /** Only rectangles that hold this pixel are looked at; all when not given. */
  readonly point?: readonly [number, number] | undefined;
  readonly signal?: AbortSignal;
}

/** A lattice of `cells` × `cells` over a workspace. Free it with `destroy`. */
export class Lattice {
  /** The lattice's lines, in pixels of the workspace, from 0 to its width and to its height. */
  readonly columns: readonly number[];
  readonly rows: readonly number[];
  readonly #noise: NoiseModel;

  private constructor(
    private readonly executor: Executor,
    private readonly geometry: Uint32Array,
    private readonly buffers: Readonly<Record<'geometry' | 'lattice' | 'column_sums' | 'best', DeviceBuffer>>,
    lines: Pick<Lattice, 'columns' | 'rows'>,
    /** Sums left of a column line, in a row of cells: at (line · cells + row) · 2 · moments. */
    readonly sums: Uint32Array,
  ) {
    this.columns = lines.columns;
    this.rows = lines.rows;
    this.#noise = noiseModelOf(geometry);
  }

  /** @param wantedCells a side; fewer where the tables have fewer pixels */
  static async over(
    executor: Executor,
    tables: Tables,
    noise: Pick<Problem, 'model' | 'order' | 'polarity' | 'contourWeight'>,
    wantedCells: number,
    { point, signal }: LatticeOptions = {},
  ): Promise<Lattice> {
    const cells = Math.min(wantedCells, tables.width, tables.height);
    const geometry = geometryOf(tables, {
      ...noise,
      starts: [],
      distance: 1,
      minimumLength: 1,
      prune: false,
      capacity: 4,
    });
    const line = (size: number): number[] =>
      Array.from({ length: cells + 1 }, (_, i) => Math.round((size * i) / cells));
    const columns = line(tables.width);
    const rows = line(tables.height);
    const words = new Uint32Array(L.lines + 2 * (cells + 1));
    words.set([cells, point ? 1 : 0, point?.[0] ?? 0, point?.[1] ?? 0, ...columns, ...rows]);
    const made: DeviceBuffer[] = [];
    const make = async (label: string, content: number | Uint32Array): Promise<DeviceBuffer> => {
      const buffer = await executor.buffer(label, content);
      made.push(buffer);
      return buffer;
    };
    try {
      const buffers = {
        geometry: await make('snake.lattice_geometry', geometry.slice()),
        lattice: await make('snake.lattice', words),
        column_sums: await make('snake.column_sums', (cells + 1) * cells * 2 * tables.moments),
        best: await make('snake.best', B.words),
      };
      const recording = new Recording();
      for (const chunk of tables.chunks) recording.write(chunk.geometry, chunkGeometry(geometry, chunk));
      for (const { geometry, samples, prefixes } of tables.chunks) {
        recording.dispatch(latticeSums, { ...buffers, geometry, samples, prefixes }, [cells + 1, cells, 1]);
      }
      recording.read(buffers.column_sums);
      const [sums] = await executor.submit(recording, signal);
      return new Lattice(executor, geometry, buffers, { columns, rows }, sums!);
    } catch (error) {
      for (const buffer of made) buffer.destroy();
      throw error;
    }
  }

  /** The rectangle with the shortest description, or `undefined` where there is none. */
  async best(signal?: AbortSignal): Promise<FoundRectangle | undefined> {
    const recording = new Recording()
      .write(this.buffers.column_sums, this.sums)
      .dispatch(bestRectangle, this.buffers, [1, 1, 1])
      .read(this.buffers.best);
    const [best] = await this.executor.submit(recording, signal);
    if (best![B.found] === 0) return undefined;
    const box: Box = {
      x0: this.columns[best![B.left]!]!,
      y0: this.rows[best![B.top]!]!,
      x1: this.columns[best![B.right]!]!,
      y1: this.rows[best![B.bottom]!]!,
    };
    return { box, gain: nats(this.#gain(best!)) };
  }

  /** The domain's length as one region less its length with the rectangle, in energy units. */
  #gain(best: Uint32Array): bigint {
    const cells = this.rows.length - 1;
    const all = this.#sum(0, cells, 0, cells);
    const [l, t, r, b] = [best[B.left]!, best[B.top]!, best[B.right]!, best[B.bottom]!];
    const width = this.columns[r]! - this.columns[l]!;
    const height = this.rows[b]! - this.rows[t]!;
    const totals = {
      moments: this.#sum(l, r, t, b),
      vertices: 4n,
      dx: BigInt(2 * width),
      dy: BigInt(2 * height),
      length: BigInt(2 * (edgeLength(width, 0) + edgeLength(0, height))),
    };
    return regionEnergy(this.#noise, all) - descriptionLength(this.#noise, totals, all);
  }

  /** Moments of the cells between two column lines and two row lines. */
  #sum(left: number, right: number, top: number, bottom: number): readonly bigint[] {
    const cells = this.rows.length - 1;
    const count = this.geometry[G.moments]!;
    const sum = new Array<bigint>(count).fill(0n);
    for (let cellRow = top; cellRow < bottom; cellRow++) {
      const plus = readMoments(this.sums, (right * cells + cellRow) * 2 * count, count);
      const minus = readMoments(this.sums, (left * cells + cellRow) * 2 * count, count);
      for (let i = 0; i < count; i++) sum[i] = sum[i]! + plus[i]! - minus[i]!;
    }
    return sum;
  }

  destroy(): void {
    for (const buffer of Object.values(this.buffers)) buffer.destroy();
  }
}
