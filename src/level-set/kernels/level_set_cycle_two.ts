import { defineKernel } from '../../compute/recording.js';
import wgsl from '../../wgsl/level-set/level_set_cycle_two.wgsl';
import { T } from './shared/layout.js';
import { inStrides } from './shared/strides.js';

/**
 * Cycle two in the listed tiles: `iterations` by the Gaussian filter, the cells of other tiles standing still; beyond the border the
 * nearest cell counts. `filter_` holds the classes of the filter's rows, then their sums by class and pattern. Constant `groups`:
 * how many share the list.
 */
export const levelSetCycleTwo = defineKernel({
  name: 'level_set_cycle_two',
  wgsl,
  bindings: [
    { name: 'tiling', access: 'uniform' },
    { name: 'active_', access: 'read' },
    { name: 'mask', access: 'read' },
    { name: 'domain', access: 'read' },
    { name: 'filter_', access: 'read' },
    { name: 'next', access: 'read-write' },
  ],
  constants: ['iterations', 'groups'],
  cpu: ({ tiling, active_, mask, domain, filter_, next }, { iterations, groups }) => {
    const rows = new TileRows(tiling, mask, domain, filter_);
    return inStrides(active_, tiling[T.words]!, groups, (tile) => {
      rows.load(tile);
      for (let i = 0; i < iterations; i++) rows.iterate();
      rows.store(next);
    });
  },
});

/** The rows of a tile and of its halo of radius + 1 cells: a bit a cell, the halo's lowest. */
class TileRows {
  readonly #tiling: Uint32Array;
  readonly #side: number;
  readonly #radius: number;
  readonly #halo: number;
  readonly #reach: number;
  readonly #volume: boolean;
  readonly #kernelRows: number;
  readonly #insides: Uint32Array;
  readonly #outsides: Uint32Array;
  readonly #advance: Uint32Array;
  readonly #retreat: Uint32Array;
  #tile = 0;

  constructor(
    tiling: Uint32Array,
    private readonly mask: Uint32Array,
    private readonly domain: Uint32Array,
    private readonly filter: Uint32Array,
  ) {
    this.#tiling = tiling;
    this.#side = tiling[T.side]!;
    this.#radius = tiling[T.radius]!;
    this.#halo = this.#radius + 1;
    this.#reach = this.#side + 2 * this.#halo;
    this.#volume = tiling[T.sliceWords]! < tiling[T.words]!;
    this.#kernelRows = this.#volume ? tiling[T.size]! ** 2 : tiling[T.size]!;
    this.#insides = new Uint32Array(this.#volume ? this.#reach ** 2 : this.#reach);
    this.#outsides = this.#insides.slice();
    const own = this.#volume ? this.#side ** 2 : this.#side;
    this.#advance = new Uint32Array(own);
    this.#retreat = new Uint32Array(own);
  }

  load(tile: number): void {
    this.#tile = tile;
    const halo = this.#halo;
    const column = this.#column();
    const bits = 2 ** halo - 1;
    for (let r = 0; r < this.#insides.length; r++) {
      const y = this.#top() + (r % this.#reach) - halo;
      const z = this.#volume ? this.#front() + Math.floor(r / this.#reach) - halo : 0;
      for (const outside of [false, true]) {
        const left = this.#rowAt(column - 1, y, z, outside) >>> (this.#side - halo);
        const middle = this.#rowAt(column, y, z, outside) << halo;
        const right = (this.#rowAt(column + 1, y, z, outside) & bits) << (this.#side + halo);
        (outside ? this.#outsides : this.#insides)[r] = left | middle | right;
      }
    }
    this.#letIn();
  }

  /** Cells of other tiles beside the inside of this one that come in with the first iteration are outside no more. */
  #letIn(): void {
    const side = this.#side;
    const total = this.#tiling[T.total]!;
    const centre = this.#centre();
    for (let r = 0; r < (this.#volume ? (side + 2) ** 2 : side + 2); r++) {
      const y = (r % (side + 2)) - 1;
      const z = this.#volume ? Math.floor(r / (side + 2)) - 1 : 0;
      const at = this.#rowOf(0) + z * this.#reach + y;
      const rimY = y < 0 || y === side;
      const rimZ = z < 0 || z === side;
      let beside = 0;
      if (rimY && !rimZ) beside = this.#insides[y < 0 ? at + 1 : at - 1]! & centre;
      else if (rimZ && !rimY) beside = this.#insides[z < 0 ? at + this.#reach : at - this.#reach]! & centre;
      else if (!rimY) {
        const m = this.#insides[at]! & centre;
        beside = ((m << 1) | (m >>> 1)) & ~centre;
      }
      let coming = 0;
      for (let rest = this.#outsides[at]! & beside; rest !== 0; rest &= rest - 1) {
        const bit = 31 - Math.clz32(rest & -rest);
        if (2 * this.#filtered(at, bit, this.#top() + y, this.#front() + z) > total) coming |= 1 << bit;
      }
      this.#outsides[at]! &= ~coming;
    }
  }

  iterate(): void {
    const insides = this.#insides;
    const outsides = this.#outsides;
    const total = this.#tiling[T.total]!;
    const centre = this.#centre();
    for (let own = 0; own < this.#advance.length; own++) {
      const mine = this.#rowOf(own);
      const m = insides[mine]!;
      const c = outsides[mine]!;
      const out = this.#beside(insides, mine) & c & centre;
      const inside = this.#beside(outsides, mine) & m & centre;
      let advance = 0;
      let retreat = 0;
      for (let rest = out | inside; rest !== 0; rest &= rest - 1) {
        const bit = 31 - Math.clz32(rest & -rest);
        const deep = this.#volume ? Math.floor(own / this.#side) : 0;
        const sum = this.#filtered(mine, bit, this.#top() + (own % this.#side), this.#front() + deep);
        if (2 * sum > total) advance |= 1 << bit;
        if (2 * sum < total) retreat |= 1 << bit;
      }
      this.#advance[own] = advance & out;
      this.#retreat[own] = retreat & inside;
    }
    for (let own = 0; own < this.#advance.length; own++) {
      const mine = this.#rowOf(own);
      insides[mine]! |= this.#advance[own]!;
      outsides[mine]! &= ~this.#advance[own]!;
    }
    for (let own = 0; own < this.#retreat.length; own++) {
      this.#retreat[own]! &= this.#beside(outsides, this.#rowOf(own));
    }
    for (let own = 0; own < this.#retreat.length; own++) {
      const mine = this.#rowOf(own);
      insides[mine]! &= ~this.#retreat[own]!;
      outsides[mine]! |= this.#retreat[own]!;
    }
  }

  store(next: Uint32Array): void {
    const words = this.#tiling[T.words]!;
    const perWord = 32 / this.#side;
    const pick = 2 ** this.#side - 1;
    for (let k = 0; k < words; k++) {
      let word = 0;
      for (let j = 0; j < perWord; j++) {
        const row = this.#insides[this.#rowOf(k * perWord + j)]!;
        word |= ((row >>> this.#halo) & pick) << (j * this.#side);
      }
      next[this.#tile * words + k] = word;
    }
  }

  /** Weighted sum of the inside round the cell at `bit` of row `at`, which is row (y, z) of the image. */
  #filtered(at: number, bit: number, y: number, z: number): number {
    const size = this.#tiling[T.size]!;
    let sum = 0;
    for (let k = 0; k < this.#kernelRows; k++) {
      const dy = held(y + (k % size) - this.#radius, this.#tiling[T.height]!) - y;
      const dz = this.#volume ? held(z + Math.floor(k / size) - this.#radius, this.#tiling[T.depth]!) - z : 0;
      const row = this.#extended(this.#insides[at + dz * this.#reach + dy]!);
      const pattern = (row >>> (bit - this.#radius)) & (2 ** size - 1);
      sum += this.filter[this.#kernelRows + (this.filter[k]! << size) + pattern]!;
    }
    return sum;
  }

  /** A row with the cells beyond the border in x equal to the nearest. */
  #extended(row: number): number {
    const halo = this.#halo;
    const column = this.#column();
    let word = row;
    if (column === 0 && ((word >>> halo) & 1) !== 0) word |= 2 ** halo - 1;
    const last = halo + this.#tiling[T.width]! - 1 - column * this.#side;
    if (last < this.#reach && ((word >>> last) & 1) !== 0) word |= ~((2 << last) - 1);
    return word;
  }

  #beside(rows: Uint32Array, mine: number): number {
    const own = rows[mine]!;
    let near = (own << 1) | (own >>> 1) | rows[mine - 1]! | rows[mine + 1]!;
    if (this.#volume) near |= rows[mine - this.#reach]! | rows[mine + this.#reach]!;
    return near;
  }

  #rowOf(own: number): number {
    const place = this.#volume ? this.#halo * this.#reach : 0;
    return place + Math.floor(own / this.#side) * this.#reach + this.#halo + (own % this.#side);
  }

  /** Row (y, z) of the tile `column`, of the mask or of what is outside it; 0 where there is none. */
  #rowAt(column: number, y: number, z: number, outside: boolean): number {
    const tiling = this.#tiling;
    if (column < 0 || column >= tiling[T.columns]! || y < 0 || y >= tiling[T.height]! || z < 0) return 0;
    if (z >= tiling[T.depth]!) return 0;
    const side = this.#side;
    const deep = this.#volume ? Math.floor(z / side) : 0;
    const tile = (deep * tiling[T.rows]! + Math.floor(y / side)) * tiling[T.columns]! + column;
    const row = (z - deep * side) * side + (y % side);
    const perWord = 32 / side;
    const at = tile * tiling[T.words]! + Math.floor(row / perWord);
    const shift = (row % perWord) * side;
    const m = this.mask[at]! >>> shift;
    return (outside ? ~m & (this.domain[at]! >>> shift) : m) & (2 ** side - 1);
  }

  #column(): number {
    return this.#tile % this.#tiling[T.columns]!;
  }

  #top(): number {
    return (Math.floor(this.#tile / this.#tiling[T.columns]!) % this.#tiling[T.rows]!) * this.#side;
  }

  #centre(): number {
    return (2 ** this.#side - 1) << this.#halo;
  }

  /** 0 in an image. */
  #front(): number {
    return Math.floor(this.#tile / (this.#tiling[T.columns]! * this.#tiling[T.rows]!)) * this.#side;
  }
}

const held = (v: number, size: number): number => Math.min(Math.max(v, 0), size - 1);
