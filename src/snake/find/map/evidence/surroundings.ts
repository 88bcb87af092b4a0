/** Sums over the pixels of a map's parts and of the rings round them (ALGORITHMS D.7). */
import type { Size } from '../box-blur.js';
import { reachesOf } from '../mask.js';
import type { MapPart } from '../parts.js';

/** Planes that are summed, with one element per pixel. */
export interface SummedPlanes extends Size {
  /** Votes for each pixel to belong to an object. */
  readonly votes: Uint8Array | Uint16Array;
  /** The plane in which objects stand out. */
  readonly values: Uint16Array;
}

/** Sums over pixels. */
interface Sums {
  readonly votes: number;
  readonly values: number;
}

/** Sums of a part, and of the ring round it. */
export interface SumsAround {
  readonly inside: Sums & {
    /** Of x, y, x², y² and xy, from a corner near the part. */
    readonly moments: readonly [number, number, number, number, number];
  };
  readonly ring: Sums & { readonly count: number };
}

/** Looks at one part after another; the arrays that this takes are kept. */
export class Surroundings {
  /** How far along a row the ring reaches, by the distance of the row from the part's. */
  readonly #reaches: readonly number[];
  /** The part's runs along rows, row by row: the first pixel of each, and the one behind its last. */
  readonly #runs: number[] = [];
  /** For each row of the part, where its runs begin; then where the last one's end. */
  readonly #rows: number[] = [];
  /** By how much the number of runs that reach a pixel of a row changes there; zeros between two rows. */
  readonly #changes: Int32Array;

  /** @param radius how far the ring reaches beyond the part, in pixels */
  constructor(
    private readonly planes: SummedPlanes,
    private readonly labels: Int32Array,
    radius: number,
  ) {
    this.#reaches = reachesOf(radius);
    this.#changes = new Int32Array(planes.width + 1);
  }

  /** The sums of a part and of its ring: of the other pixels, also of other parts, whose distance to one of the part is at most the radius. */
  sumsOf(part: MapPart): SumsAround {
    this.#findRuns(part);
    const { labels } = this;
    const { width, height, votes, values } = this.planes;
    const changes = this.#changes;
    const reach = this.#reaches.length - 1;
    const [left, top] = [Math.max(0, part.x - reach), Math.max(0, part.y - reach)];
    const right = Math.min(width, part.x + part.width + reach);
    const bottom = Math.min(height, part.y + part.height + reach);
    let [insideVotes, insideValues, count, ringVotes, ringValues] = [0, 0, 0, 0, 0];
    let [sumX, sumY, sumXX, sumYY, sumXY] = [0, 0, 0, 0, 0];
    for (let row = top; row < bottom; row++) {
      this.#reachRow(row - part.y, left, right);
      const first = row * width;
      // Sums over the part's pixels in this row.
      let [pixels, along, squares, reached] = [0, 0, 0, 0];
      for (let column = left; column < right; column++) {
        reached += changes[column]!;
        changes[column] = 0;
        if (reached === 0) continue;
        const at = first + column;
        if (labels[at] === part.label) {
          const x = column - left;
          insideVotes += votes[at]!;
          insideValues += values[at]!;
          pixels++;
          along += x;
          squares += x * x;
        } else {
          ringVotes += votes[at]!;
          ringValues += values[at]!;
          count++;
        }
      }
      changes[right] = 0;
      const y = row - top;
      sumX += along;
      sumY += pixels * y;
      sumXX += squares;
      sumYY += pixels * y * y;
      sumXY += along * y;
    }
    return {
      inside: { votes: insideVotes, values: insideValues, moments: [sumX, sumY, sumXX, sumYY, sumXY] },
      ring: { votes: ringVotes, values: ringValues, count },
    };
  }

  #findRuns({ label, x, y, width, height }: MapPart): void {
    const { labels } = this;
    const [runs, rows] = [this.#runs, this.#rows];
    runs.length = 0;
    rows.length = 0;
    for (let row = y; row < y + height; row++) {
      rows.push(runs.length);
      const first = row * this.planes.width;
      for (let column = x; column < x + width; column++) {
        if (labels[first + column] !== label) continue;
        runs.push(column);
        while (column < x + width && labels[first + column] === label) column++;
        runs.push(column);
      }
    }
    rows.push(runs.length);
  }

  /** Notes what the part reaches of a row, from `left` to before `right`. @param row from the part's first one */
  #reachRow(row: number, left: number, right: number): void {
    const [runs, rows, reaches, changes] = [this.#runs, this.#rows, this.#reaches, this.#changes];
    const from = Math.max(0, row - reaches.length + 1);
    const last = Math.min(rows.length - 2, row + reaches.length - 1);
    for (let near = from; near <= last; near++) {
      const reach = reaches[Math.abs(near - row)]!;
      for (let k = rows[near]!; k < rows[near + 1]!; k += 2) {
        changes[Math.max(left, runs[k]! - reach)]!++;
        changes[Math.min(right, runs[k + 1]! + reach)]!--;
      }
    }
  }
}
