import type { Simd } from './instance.js';

/** The address of the first block; tables come before it. */
export const START = 8192;
/** Groups of 32 × 32 pixels that are done at a time, in x and in y. */
const SPAN = 32;
const ROWS = 2;

/** Most pixels of a block's sides. */
export const COLUMNS = 32 * SPAN;
/** Most pixels down a block. */
export const HEIGHT = 32 * ROWS;

/** The CPU kernel of a kernel with a grid of groups, from what does the block of 1024 × 64 pixels that begins at a pixel. */
export const inBlocks =
  (block: (x0: number, y0: number) => void) =>
  (groupX: number, groupY: number): void => {
    if (groupX % SPAN === 0 && groupY % ROWS === 0) block(32 * groupX, 32 * groupY);
  };

/** A part of an image with a halo, 0 where the image ends, as a plane in the memory. */
export class Block {
  /** Elements from one row to the next; groups of eight pixels may reach beyond the columns. */
  readonly stride: number;
  /** Bytes of an element. */
  readonly bytes: 2 | 4;
  /** Bytes of the plane. */
  readonly length: number;
  /** Address of the plane, in bytes. */
  readonly address = START;
  /** Offset of the first pixel, after the halo, from the plane's beginning, in bytes. */
  readonly first: number;
  readonly #plane: Uint16Array | Uint32Array;

  constructor(
    private readonly run: Simd,
    private readonly stored: Uint8Array | Uint16Array | Uint32Array,
    private readonly width: number,
    private readonly height: number,
    readonly halo: number,
  ) {
    this.stride = 8 * Math.ceil((Math.min(COLUMNS, 8 * Math.ceil(width / 8)) + 2 * halo) / 8);
    this.bytes = stored instanceof Uint32Array ? 4 : 2;
    this.first = this.bytes * halo * (this.stride + 1);
    const elements = this.stride * (HEIGHT + 2 * halo);
    this.length = this.bytes * elements;
    const { buffer } = run.memory;
    this.#plane =
      this.bytes === 4
        ? new Uint32Array(buffer, this.address, elements)
        : new Uint16Array(buffer, this.address, elements);
  }

  /** Stages the block whose first pixel is (x0, y0). */
  load(x0: number, y0: number, rows: number): void {
    const { halo, stride, width } = this;
    const left = Math.max(0, x0 - halo);
    const right = Math.min(width, x0 - halo + stride);
    const top = Math.max(0, y0 - halo);
    const bottom = Math.min(this.height, y0 + rows + halo);
    const within = x0 >= halo && right === x0 - halo + stride && y0 >= halo && bottom === y0 + rows + halo;
    if (!within) this.#plane.fill(0);
    for (let y = top; y < bottom; y++) {
      this.#plane.set(this.stored.subarray(y * width + left, y * width + right), this.#place(left - x0, y - y0));
    }
  }

  /** Whether one of the samples of 16 bits is missing, of those inside the image in the rows [from, to) of the block. */
  holed(x0: number, y0: number, from: number, to: number): boolean {
    const left = Math.max(-this.halo, -x0);
    const right = Math.min(this.stride - this.halo, this.width - x0);
    for (let y = Math.max(from, -y0); y < Math.min(to, this.height - y0); y++) {
      if (this.run.holed(this.address + 2 * this.#place(left, y), right - left)) return true;
    }
    return false;
  }

  #place(x: number, y: number): number {
    return (y + this.halo) * this.stride + x + this.halo;
  }

  /** An offset in tiles of another stride, in bytes of this plane. */
  step(offset: number, stride: number): number {
    const row = Math.round(offset / stride);
    return this.bytes * (row * (this.stride - stride) + offset);
  }

  /** An address behind `planes` planes like this one, with room beside each for whole groups. */
  behind(planes: number): number {
    return this.address + planes * (64 * Math.ceil(this.length / 64) + 128);
  }
}
