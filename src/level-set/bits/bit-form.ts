/**
 * The sequential algorithm on one bit a cell, 32 cells at a time: the same masks as with lists, iteration by iteration.
 *
 * φ is a function of the inside mask M, and with speeds computed before switching an iteration is the synchronous map
 *   M1 = M ∪ {x ∈ L_out(M): F > 0},   M2 = M1 \ {x ∈ M ∩ ∂M1: F < 0}.
 * A cell can change in an iteration only if F changed there, or if it or a neighbour changed since the input of the same cycle's
 * last iteration: otherwise it would have changed in that iteration. For the filter, F changes within its radius of a changed cell.
 * So only words near a change are tested.
 */

import { addTo64 } from '../../core/numbers/wide.js';
import type { Simd } from '../kernels/simd/instance.js';
import { Listed } from '../kernels/simd/places.js';
import type { MomentWords } from '../speed/moments.js';
import { momentsOf } from '../speed/moments.js';
import type { Speed } from '../speed/speed.js';
import { SpeedTables } from '../speed/speed.js';
import type { Schedule, ScheduleProgress, SequentialForm } from '../steps/schedule.js';
import { runSequentially } from '../steps/schedule.js';
import type { Bits } from './bits.js';
import { countBits, domainBits, packBits, popcount, unpackBits } from './bits.js';
import { FilterSums } from './filter-sums.js';
import { type FormArrays, roomFor } from './form-arrays.js';
import { findBeside, findFirst } from './front-scan.js';
import { gaussianFilter } from './gaussian-filter.js';
import type { Field } from './grid.js';
import { isVolume } from './grid.js';
import { NearWords } from './near-words.js';
import type { Passes } from './passes.js';
import { PlainPasses } from './plain-passes.js';
import { SimdPasses } from './simd-passes.js';

/** The sequential form on a field, one bit a cell. */
export class BitForm implements SequentialForm {
  readonly #field: Field;
  readonly #arrays: FormArrays;
  /** Mask at the last call of `changes`. */
  readonly #before: Bits;
  #inside: number;
  readonly #speed: SpeedTables;
  readonly #moments: MomentWords;
  readonly #nearData: NearWords;
  readonly #nearFilter: NearWords;
  readonly #passes: Passes;

  /** `instantiate` gives the WebAssembly module with a memory of this many bytes, or `undefined` for the plain passes. */
  constructor(
    field: Field,
    mask: Uint8Array,
    speed: Speed,
    private readonly schedule: Schedule,
    instantiate?: (bytes: number) => Simd | undefined,
  ) {
    const { grid } = field;
    const { filterSize, filterVariance, smoothingIterations } = schedule;
    this.#field = field;
    const filter = gaussianFilter(filterSize, filterVariance, isVolume(grid) ? 3 : 2);
    const smooth = smoothingIterations > 0;
    const { arrays, simd } = roomFor(field, filter, smooth, instantiate);
    this.#arrays = arrays;
    arrays.domain.set(domainBits(grid, field.missing));
    const bits = packBits(grid, mask);
    for (let at = 0; at < bits.length; at++) arrays.mask[at] = bits[at]! & arrays.domain[at]!;
    arrays.half.set(arrays.mask);
    this.#before = arrays.mask.slice();
    this.#inside = countBits(arrays.mask);
    findBeside(grid, filter.radius, arrays.beside);
    findFirst(grid, arrays.first);
    arrays.crossed.fill(1, 0, bits.length);
    this.#speed = new SpeedTables(speed, field);
    this.#moments = this.#speed.adaptive ? momentsOf(field, mask) : new Uint32Array(0);
    const countOf = (list: number): Int32Array => arrays.counts.subarray(list, list + 1);
    this.#nearData = new NearWords(grid, 1, 'cross', {
      isChanged: arrays.isChangedData,
      changed: arrays.changedData,
      near: arrays.nearData,
      count: countOf(Listed.data),
    });
    this.#nearFilter = new NearWords(grid, Math.max(1, filter.radius), 'box', {
      isChanged: arrays.isChangedFilter,
      changed: arrays.changedFilter,
      near: arrays.nearFilter,
      count: countOf(Listed.filter),
    });
    const filtered = smooth ? new FilterSums(grid, filter, arrays, simd) : undefined;
    this.#passes = simd
      ? new SimdPasses(simd, arrays, this.#speed, filter, filtered)
      : new PlainPasses(arrays, this.#speed, filtered, filter.total, {
          data: this.#nearData,
          filter: this.#nearFilter,
        });
  }

  /** One byte a cell, 1 inside. */
  mask(): Uint8Array {
    return unpackBits(this.#field.grid, this.#arrays.mask);
  }

  /** The inside, one bit a cell; it changes during the run. */
  get bits(): Bits {
    return this.#arrays.mask;
  }

  /** Moments of the two regions, where the speed depends on them; they change during the run. */
  get moments(): MomentWords | undefined {
    return this.#speed.adaptive ? this.#moments : undefined;
  }

  /** Runs to the end, yielding after every iteration. */
  run(): Generator<ScheduleProgress, ScheduleProgress> {
    return runSequentially(this, this.schedule);
  }

  iterateData(): void {
    this.#followStatistics();
    this.#settle(this.#passes.data(this.#nearData.take()));
  }

  iterateSmoothing(): void {
    if (this.schedule.smoothingIterations === 0) return;
    this.#passes.follow(this.#nearFilter.changed());
    this.#settle(this.#passes.smooth(this.#nearFilter.take()));
  }

  isStopped(): boolean {
    this.#followStatistics();
    return this.#passes.stopped(this.#nearData.peek());
  }

  changes(): { readonly changed: number; readonly inside: number } {
    const { touched, isTouched, counts, mask } = this.#arrays;
    let changed = 0;
    for (let k = 0; k < counts[Listed.touched]!; k++) {
      const at = touched[k]!;
      const word = mask[at]!;
      changed += popcount(word ^ this.#before[at]!);
      this.#before[at] = word;
      isTouched[at] = 0;
    }
    counts[Listed.touched] = 0;
    return { changed, inside: this.#inside };
  }

  #followStatistics(): void {
    if (this.#speed.adaptive && this.#speed.update(this.#moments)) this.#passes.tablesChanged();
  }

  #settle(moving: number): void {
    this.#inside += this.#passes.settle(moving);
    if (!this.#speed.adaptive) return;
    const sums = this.#arrays.moments;
    this.#moments[0] = this.#moments[0]! + sums[0]!;
    for (let k = 1; k < sums.length; k++) addTo64(this.#moments, 2 * k - 1, sums[k]!);
    sums.fill(0);
  }
}
