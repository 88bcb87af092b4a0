/** A tile's rows of cells with its halo, for the filter of cycle two: the CPU form of `src/wgsl/level-set/shared/tile_rows.wgsl`. */
import { T } from './layout.js';

/** Number of the lowest bit that is set. */
const lowest = (word: number): number => 31 - Math.clz32(word & -word);

const clamped = (v: number, size: number): number => Math.min(Math.max(v, 0), size - 1);

/**
 * The rows of a tile and of its halo of radius + 1 cells: a bit a cell, the halo's lowest. Row (y, z) of the tile lies at
 * (z + halo)·reach + y + halo, in an image at y + halo. Rows of the outside are stored only within one cell of the tile, because only
 * direct neighbours are needed.
 */
export class TileRows {
  readonly #tiling: Uint32Array;
  readonly #side: number;
  readonly #halo: number;
  readonly #reach: number;
  readonly #volume: boolean;
  readonly #centre: number;
  readonly #pattern: number;
  readonly #insides: Int32Array;
  readonly #outsides: Int32Array;
  /** The input of the filter: the inside, where beyond the border the nearest cell counts. `#insides` itself for a tile away from the border. */
  #seen: Int32Array;
  /** Memory for that input of a tile at the border. */
  readonly #extended: Int32Array;
  readonly #advance: Int32Array;
  readonly #retreat: Int32Array;
  /** Place of each of the tile's own rows. */
  readonly #own: Int32Array;
  /** Two numbers for each row of the filter: its offset from the cell's row, and where the sums of its class begin. */
  readonly #offsets: Int32Array;
  readonly #classes: Int32Array;
  readonly #sums: Int32Array;
  #tile = 0;
  #column = 0;
  #top = 0;
  #front = 0;

  constructor(
    tiling: Uint32Array,
    private readonly mask: Uint32Array,
    private readonly domain: Uint32Array,
    filter: Uint32Array,
  ) {
    const [side, radius, size] = [tiling[T.side]!, tiling[T.radius]!, tiling[T.size]!];
    const halo = radius + 1;
    const reach = side + 2 * halo;
    this.#tiling = tiling;
    this.#side = side;
    this.#halo = halo;
    this.#reach = reach;
    this.#volume = tiling[T.sliceWords]! < tiling[T.words]!;
    this.#centre = (2 ** side - 1) << halo;
    this.#pattern = 2 ** size - 1;
    this.#insides = new Int32Array(this.#volume ? reach ** 2 : reach);
    this.#outsides = this.#insides.slice();
    this.#extended = this.#insides.slice();
    this.#seen = this.#insides;
    this.#own = Int32Array.from({ length: this.#volume ? side ** 2 : side }, (_, own) => this.#rowOf(own));
    this.#advance = new Int32Array(this.#own.length);
    this.#retreat = new Int32Array(this.#own.length);
    const rows = this.#volume ? size ** 2 : size;
    this.#offsets = Int32Array.from({ length: rows }, (_, k) => {
      const dz = this.#volume ? Math.floor(k / size) - radius : 0;
      return dz * reach + (k % size) - radius;
    });
    this.#classes = Int32Array.from(filter.subarray(0, rows), (at) => at << size);
    this.#sums = Int32Array.from(filter.subarray(rows));
  }

  /** Reads a tile, and the cells of its halo. */
  load(tile: number): void {
    const tiling = this.#tiling;
    const side = this.#side;
    const [columns, rows] = [tiling[T.columns]!, tiling[T.rows]!];
    this.#tile = tile;
    this.#column = tile % columns;
    this.#top = (Math.floor(tile / columns) % rows) * side;
    this.#front = this.#volume ? Math.floor(tile / (columns * rows)) * side : 0;
    this.#read(this.#insides, this.#halo, false);
    this.#read(this.#outsides, 1, true);
    this.#updateSeen();
    this.#letIn();
  }

  /** One iteration; false where it changed nothing, so that later iterations would not either. */
  iterate(): boolean {
    const insides = this.#insides;
    const outsides = this.#outsides;
    const own = this.#own;
    const advances = this.#advance;
    const retreats = this.#retreat;
    const total = this.#tiling[T.total]!;
    let moved = 0;
    this.#updateSeen();
    for (let k = 0; k < own.length; k++) {
      const mine = own[k]!;
      const m = insides[mine]!;
      const c = outsides[mine]!;
      const out = this.#beside(insides, mine) & c & this.#centre;
      const inside = this.#beside(outsides, mine) & m & this.#centre;
      let advance = 0;
      let retreat = 0;
      for (let rest = out | inside; rest !== 0; rest &= rest - 1) {
        const bit = lowest(rest);
        const sum = 2 * this.#filtered(mine, bit);
        if (sum > total) advance |= 1 << bit;
        if (sum < total) retreat |= 1 << bit;
      }
      advances[k] = advance & out;
      retreats[k] = retreat & inside;
    }
    for (let k = 0; k < own.length; k++) {
      const advance = advances[k]!;
      insides[own[k]!]! |= advance;
      outsides[own[k]!]! &= ~advance;
      moved |= advance;
    }
    for (let k = 0; k < own.length; k++) if (retreats[k] !== 0) retreats[k]! &= this.#beside(outsides, own[k]!);
    for (let k = 0; k < own.length; k++) {
      const retreat = retreats[k]!;
      insides[own[k]!]! &= ~retreat;
      outsides[own[k]!]! |= retreat;
      moved |= retreat;
    }
    return moved !== 0;
  }

  /** Writes the tile's own cells to the next mask. */
  store(next: Uint32Array): void {
    const words = this.#tiling[T.words]!;
    const side = this.#side;
    const perWord = 32 / side;
    for (let k = 0; k < words; k++) {
      let word = 0;
      for (let j = 0; j < perWord; j++) {
        const row = this.#insides[this.#own[k * perWord + j]!]! & this.#centre;
        word |= (row >>> this.#halo) << (j * side);
      }
      next[this.#tile * words + k] = word;
    }
  }

  /** Rows within `rim` cells of the tile: of the mask, or of what is outside it; 0 where there are none. */
  #read(rows: Int32Array, rim: number, outside: boolean): void {
    const tiling = this.#tiling;
    const { mask, domain } = this;
    const side = this.#side;
    const halo = this.#halo;
    const [columns, words] = [tiling[T.columns]!, tiling[T.words]!];
    const [height, depth] = [tiling[T.height]!, tiling[T.depth]!];
    const pick = 2 ** side - 1;
    const bits = 2 ** halo - 1;
    const perWord = 32 / side;
    const column = this.#column;
    const [hasLeft, hasRight] = [column > 0, column + 1 < columns];
    const deep = this.#volume ? rim : 0;
    for (let dz = -deep; dz < (this.#volume ? side + deep : 1); dz++) {
      const z = this.#front + dz;
      const slice = this.#volume ? (dz + halo) * this.#reach + halo : halo;
      if (z < 0 || z >= depth) {
        rows.fill(0, slice - rim, slice + side + rim);
        continue;
      }
      const layer = this.#volume ? Math.floor(z / side) * tiling[T.rows]! : 0;
      const first = this.#volume ? (z % side) * side : 0;
      for (let dy = -rim; dy < side + rim; dy++) {
        const y = this.#top + dy;
        if (y < 0 || y >= height) {
          rows[slice + dy] = 0;
          continue;
        }
        const row = first + (y % side);
        const at = ((layer + Math.floor(y / side)) * columns + column) * words + Math.floor(row / perWord);
        const shift = (row % perWord) * side;
        let middle = mask[at]!;
        let left = hasLeft ? mask[at - words]! : 0;
        let right = hasRight ? mask[at + words]! : 0;
        if (outside) {
          middle = ~middle & domain[at]!;
          left = hasLeft ? ~left & domain[at - words]! : 0;
          right = hasRight ? ~right & domain[at + words]! : 0;
        }
        rows[slice + dy] =
          (((left >>> shift) & pick) >>> (side - halo)) |
          (((middle >>> shift) & pick) << halo) |
          (((right >>> shift) & bits) << (side + halo));
      }
    }
  }

  /** Updates the input of the filter from the inside. */
  #updateSeen(): void {
    const tiling = this.#tiling;
    const side = this.#side;
    const halo = this.#halo;
    const reach = this.#reach;
    const [width, height, depth] = [tiling[T.width]!, tiling[T.height]!, tiling[T.depth]!];
    const within = (from: number, size: number): boolean => from >= halo && from + side + halo <= size;
    const inner = within(this.#column * side, width) && within(this.#top, height);
    if (inner && (!this.#volume || within(this.#front, depth))) {
      this.#seen = this.#insides;
      return;
    }
    this.#seen = this.#extended;
    for (let r = 0; r < this.#extended.length; r++) {
      const y = clamped(this.#top + (r % reach) - halo, height) - this.#top + halo;
      const z = this.#volume ? clamped(this.#front + Math.floor(r / reach) - halo, depth) - this.#front + halo : 0;
      this.#extended[r] = this.#extendedRow(this.#insides[z * reach + y]!);
    }
  }

  /** Removes from the outside the cells of other tiles, beside the inside of this one, that become inside with the first iteration. */
  #letIn(): void {
    const side = this.#side;
    const reach = this.#reach;
    const total = this.#tiling[T.total]!;
    const centre = this.#centre;
    const insides = this.#insides;
    const outsides = this.#outsides;
    for (let r = 0; r < (this.#volume ? (side + 2) ** 2 : side + 2); r++) {
      const y = (r % (side + 2)) - 1;
      const z = this.#volume ? Math.floor(r / (side + 2)) - 1 : 0;
      const at = this.#rowOf(0) + z * reach + y;
      const rimY = y < 0 || y === side;
      const rimZ = z < 0 || z === side;
      let beside = 0;
      if (rimY && !rimZ) beside = insides[y < 0 ? at + 1 : at - 1]! & centre;
      else if (rimZ && !rimY) beside = insides[z < 0 ? at + reach : at - reach]! & centre;
      else if (!rimY) {
        const m = insides[at]! & centre;
        beside = ((m << 1) | (m >>> 1)) & ~centre;
      }
      let coming = 0;
      for (let rest = outsides[at]! & beside; rest !== 0; rest &= rest - 1) {
        const bit = lowest(rest);
        if (2 * this.#filtered(at, bit) > total) coming |= 1 << bit;
      }
      outsides[at]! &= ~coming;
    }
  }

  /** Weighted sum of the inside round the cell at `bit` of row `at`. */
  #filtered(at: number, bit: number): number {
    const seen = this.#seen;
    const offsets = this.#offsets;
    const classes = this.#classes;
    const sums = this.#sums;
    const pattern = this.#pattern;
    const shift = bit + 1 - this.#halo;
    let sum = 0;
    for (let k = 0; k < offsets.length; k++) {
      sum += sums[classes[k]! + ((seen[at + offsets[k]!]! >>> shift) & pattern)]!;
    }
    return sum;
  }

  /** A row with the cells beyond the border in x equal to the nearest. */
  #extendedRow(row: number): number {
    const halo = this.#halo;
    let word = row;
    if (this.#column === 0 && ((word >>> halo) & 1) !== 0) word |= 2 ** halo - 1;
    const last = halo + this.#tiling[T.width]! - 1 - this.#column * this.#side;
    if (last < this.#reach && ((word >>> last) & 1) !== 0) word |= ~((2 << last) - 1);
    return word;
  }

  #beside(rows: Int32Array, mine: number): number {
    const own = rows[mine]!;
    let near = (own << 1) | (own >>> 1) | rows[mine - 1]! | rows[mine + 1]!;
    if (this.#volume) near |= rows[mine - this.#reach]! | rows[mine + this.#reach]!;
    return near;
  }

  #rowOf(own: number): number {
    const place = this.#volume ? this.#halo * this.#reach : 0;
    return place + Math.floor(own / this.#side) * this.#reach + this.#halo + (own % this.#side);
  }
}
