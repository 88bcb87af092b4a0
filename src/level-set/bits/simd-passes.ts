import { type Simd, TABLE } from '../kernels/simd/instance.js';
import { Place } from '../kernels/simd/places.js';
import type { SpeedTables } from '../speed/speed.js';
import { rowWords } from './bits.js';
import type { FilterSums } from './filter-sums.js';
import { classesOf, type FormArrays } from './form-arrays.js';
import type { GaussianFilter } from './gaussian-filter.js';
import { cellsOf } from './grid.js';
import type { Passes } from './passes.js';

/** The loops in WebAssembly, on arrays that lie in its memory. */
export class SimdPasses implements Passes {
  constructor(
    private readonly simd: Simd,
    private readonly arrays: FormArrays,
    private readonly speed: SpeedTables,
    filter: GaussianFilter,
    private readonly filtered: FilterSums | undefined,
  ) {
    const { grid, planes } = speed.field;
    const bytes = planes[0]!.BYTES_PER_ELEMENT;
    const numbers = {
      row: rowWords(grid),
      slice: rowWords(grid) * grid.height,
      width: grid.width,
      cells: cellsOf(grid),
      bands: planes.length,
      wideSamples: bytes - 1,
      wideSums: arrays.sums.BYTES_PER_ELEMENT === 4 ? 1 : 0,
      values: speed.values,
      bias: speed.bias,
      adaptive: speed.adaptive ? 1 : 0,
      total: filter.total,
      radius: filter.radius,
      classes: classesOf(filter),
      whole: speed.field.missing ? 0 : 1,
    };
    const places = new Int32Array(simd.memory.buffer, TABLE, Object.keys(Place).length);
    const addresses = Object.entries(arrays).map(([name, { byteOffset }]) => [name, byteOffset]);
    const known: Readonly<Record<string, number>> = { ...Object.fromEntries(addresses), ...numbers };
    for (const [name, place] of Object.entries(Place)) places[place] = known[name]!;
    for (const [band, { buffer, byteOffset, byteLength }] of planes.entries()) {
      arrays.samples.set(new Uint8Array(buffer, byteOffset, byteLength), band * cellsOf(grid) * bytes);
    }
    arrays.tables.set(speed.tables);
  }

  tablesChanged(): void {
    this.arrays.tables.set(this.speed.tables);
    this.simd.recross(this.arrays.crossed.length);
  }

  data(near: Int32Array): number {
    return this.simd.data(near.byteOffset, near.length);
  }

  stopped(near: Int32Array): boolean {
    return this.simd.stopped(near.byteOffset, near.length) !== 0;
  }

  follow(words: Int32Array): void {
    this.filtered?.follow(words);
  }

  smooth(near: Int32Array): number {
    return this.simd.smooth(near.byteOffset, near.length);
  }

  settle(moving: number): number {
    return this.simd.settle(moving);
  }
}
