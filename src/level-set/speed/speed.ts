/**
 * The data speed F_d, decided in integers. Each band has a table of one integer a sample value; a cell's speed is the sign of
 * `bias` plus its bands' entries. So all backends decide equally, and a test of a cell is one table look-up per band.
 */
import type { Field, PlaneSamples } from '../bits/grid.js';
import { dataPlanes, valuesOf } from '../bits/grid.js';
import type { MomentWords } from './moments.js';
import { newMoments } from './moments.js';
import type { AdaptiveKind } from './noise-model.js';
import { noiseModelOf, speedEntry } from './noise-model.js';

/** The requested speed. */
export type Speed =
  /** +1 where every band's sample lies strictly between its bounds, else −1. Bounds in sample values; fractions allowed. */
  | { readonly kind: 'range'; readonly lower: readonly number[]; readonly upper: readonly number[] }
  /** Speed by the statistics of the two regions, which change with the front. */
  | { readonly kind: AdaptiveKind };

/** The speed of a plane of decisions: positive where it is 1. */
export const DECIDED: Speed = { kind: 'range', lower: [0], upper: [2] };

/** The tables of a field's speed, renewed as the regions change. */
export class SpeedTables {
  /** Entry of value v in band b at b·values + v; of an adaptive speed 0 where no cell has that value. */
  readonly tables: Int32Array;
  readonly values: 256 | 65536;
  readonly bias: 0 | 1;
  readonly adaptive: boolean;
  /** Sign of each value's speed, where there is one band. */
  readonly signs: Int8Array | undefined;
  readonly #seen: MomentWords;
  /** For each band of data, the values that occur, ascending: most images have a few thousand of the 65,536 values. */
  readonly #occurring: readonly Uint16Array[];

  constructor(
    readonly speed: Speed,
    readonly field: Field,
  ) {
    this.values = valuesOf(field);
    this.tables = new Int32Array(field.planes.length * this.values);
    this.signs = field.planes.length === 1 ? new Int8Array(this.values) : undefined;
    this.adaptive = speed.kind !== 'range';
    this.bias = speed.kind === 'range' ? 1 : 0;
    this.#seen = newMoments(field.planes.length);
    const data = dataPlanes(field);
    if (field.held) this.tables.set(field.held, data * this.values);
    this.#occurring = this.adaptive ? field.planes.slice(0, data).map(occurringIn) : [];
    if (speed.kind !== 'range') return;
    for (let band = 0; band < data; band++) {
      const [lower, upper] = [speed.lower[band]!, speed.upper[band]!];
      for (let v = 0; v < this.values; v++) this.tables[band * this.values + v] = v > lower && v < upper ? 0 : -2;
    }
    this.#sign();
  }

  /** Rebuilds the tables of an adaptive speed; true if any cell's speed may have changed sign. */
  update(moments: MomentWords): boolean {
    const { kind } = this.speed;
    if (kind === 'range' || same(moments, this.#seen)) return false;
    this.#seen.set(moments);
    const bands = this.field.planes.length;
    for (const [band, values] of this.#occurring.entries()) {
      const noise = noiseModelOf(kind, moments, band, bands, this.values);
      const at = band * this.values;
      for (const v of values) this.tables[at + v] = speedEntry(kind, noise, v, this.values);
    }
    return this.#sign();
  }

  /** −1, 0 or 1. */
  at(cell: number): number {
    const { planes } = this.field;
    if (this.signs) return this.signs[planes[0]![cell]!]!;
    let sum: number = this.bias;
    for (let band = 0; band < planes.length; band++) sum += this.tables[band * this.values + planes[band]![cell]!]!;
    return Math.sign(sum);
  }

  #sign(): boolean {
    const { signs } = this;
    if (!signs) return true;
    let changed = false;
    for (let v = 0; v < this.values; v++) {
      const sign = Math.sign(this.bias + this.tables[v]!);
      changed ||= sign !== signs[v];
      signs[v] = sign;
    }
    return changed;
  }
}

/** A cache: planes are immutable, and a volume's plane has as many cells as all fronts of a run together. */
const known = new WeakMap<PlaneSamples, Uint16Array>();

const occurringIn = (plane: PlaneSamples): Uint16Array => {
  const found = known.get(plane);
  if (found !== undefined) return found;
  const flags = new Uint8Array(2 ** (8 * plane.BYTES_PER_ELEMENT));
  for (let cell = 0; cell < plane.length; cell++) flags[plane[cell]!] = 1;
  const occurring = Uint16Array.from(flags.keys()).filter((value) => flags[value] === 1);
  known.set(plane, occurring);
  return occurring;
};

const same = (a: Uint32Array, b: Uint32Array): boolean => a.every((word, k) => word === b[k]);

/** Whether a speed is a logarithm of likelihood ratios: only then a prior in nats has a meaning. */
export const inNats = (speed: Speed['kind']): boolean =>
  speed === 'gaussian' || speed === 'common' || speed === 'gamma';
