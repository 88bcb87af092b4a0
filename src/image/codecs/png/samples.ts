/** Turns the rows of a PNG into samples: bit depths, palettes, opacity and transparent colours. */
import { because, Damage } from '../../../core/reasons.js';
import type { Samples } from '../../samples.js';
import type { PngChunks } from './chunks.js';
import type { Pass } from './rows.js';

const PALETTE = 3;

/** Channels of a stored pixel by colour type. */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Bits of a stored pixel. */
export const pixelBits = ({ depth, colour }: PngChunks['header']): number => depth * channels[colour]!;

/** Bands of the samples, and bytes of each. */
export const shapeOf = ({ depth, colour }: PngChunks['header']): { readonly bands: number; readonly bytes: 1 | 2 } => ({
  bands: colour === 2 || colour === 6 || colour === PALETTE ? 3 : 1,
  bytes: depth === 16 ? 2 : 1,
});

/** Fills samples row by row. */
export class SampleWriter {
  readonly samples: { -readonly [key in keyof Samples]: Samples[key] };
  readonly #missing: Uint8Array | undefined;
  readonly #write: (from: Uint8Array, pixel: number, to: number) => void;
  /** Channels have 8 or 16 bits and need no conversion. */
  readonly #plain: boolean;

  constructor(private readonly png: PngChunks) {
    const { width, height, depth, colour } = png.header;
    const { bands, bytes } = shapeOf(png.header);
    const count = width * height * bands;
    const data = bytes === 2 ? new Uint16Array(count) : new Uint8Array(count);
    this.samples = { width, height, bands, data };
    const clear = colour >= 4 || png.transparency !== undefined;
    this.#missing = clear ? new Uint8Array(width * height) : undefined;
    this.#plain = depth >= 8 && colour !== PALETTE && (colour >= 4 || !clear);
    this.#write = colour === PALETTE ? this.#indexed() : this.#direct();
  }

  /** Takes a row of a pass. */
  row({ x, y, dx, dy, width }: Pass, row: number, bytes: Uint8Array): void {
    const start = (y + row * dy) * this.samples.width + x;
    if (this.#plain) this.#copy(bytes, start, dx, width);
    else for (let k = 0, to = start; k < width; k++, to += dx) this.#write(bytes, k, to);
  }

  #copy(bytes: Uint8Array, start: number, dx: number, width: number): void {
    const { bands, data } = this.samples;
    const { colour, depth } = this.png.header;
    const stored = channels[colour]!;
    if (depth === 8 && stored === bands && dx === 1) {
      data.set(bytes, start * bands);
      return;
    }
    const wide = depth === 16;
    for (let k = 0, from = 0, to = start; k < width; k++, from += stored, to += dx) {
      for (let c = 0; c < bands; c++) {
        const at = from + c;
        data[to * bands + c] = wide ? (bytes[2 * at]! << 8) | bytes[2 * at + 1]! : bytes[at]!;
      }
      if (stored === bands) continue;
      const at = from + bands;
      if (wide ? bytes[2 * at]! === 0 && bytes[2 * at + 1]! === 0 : bytes[at]! === 0) this.#missing![to] = 1;
    }
  }

  /** The samples; pixels that are wholly transparent are missing. */
  finish(): Samples {
    if (this.#missing?.includes(1)) this.samples.missing = this.#missing;
    return this.samples;
  }

  #direct(): (from: Uint8Array, pixel: number, to: number) => void {
    const { colour, depth } = this.png.header;
    const { bands, data } = this.samples;
    const stored = channels[colour]!;
    const value = reader(depth);
    // Grey values below 8 bits span 0 to 255, as every viewer shows them.
    const step = depth < 8 ? 255 / ((1 << depth) - 1) : 1;
    const clear = this.png.transparency && colours(this.png.transparency, bands);
    return (from, pixel, to) => {
      let same = clear !== undefined;
      for (let c = 0; c < bands; c++) {
        const sample = value(from, pixel * stored + c);
        data[to * bands + c] = sample * step;
        same &&= sample === clear![c];
      }
      if (same) this.#missing![to] = 1;
    };
  }

  #indexed(): (from: Uint8Array, pixel: number, to: number) => void {
    const { palette, transparency, header } = this.png;
    if (palette === undefined || palette.length % 3 !== 0) throw new Damage(because('png-palette')`it has no palette`);
    const { data } = this.samples;
    const value = reader(header.depth);
    return (from, pixel, to) => {
      const colour = value(from, pixel);
      if (3 * colour >= palette.length) throw new Damage(because('png-colour')`the palette has no colour ${colour}`);
      for (let c = 0; c < 3; c++) data[to * 3 + c] = palette[colour * 3 + c]!;
      if (transparency?.[colour] === 0) this.#missing![to] = 1;
    };
  }
}

/** Sample `k` of a row, most significant bit first. */
const reader = (depth: number): ((row: Uint8Array, k: number) => number) => {
  if (depth === 8) return (row, k) => row[k]!;
  if (depth === 16) return (row, k) => (row[2 * k]! << 8) | row[2 * k + 1]!;
  const top = (1 << depth) - 1;
  return (row, k) => {
    const bit = k * depth;
    return (row[bit >> 3]! >> (8 - depth - (bit & 7))) & top;
  };
};

/** The transparent colour, a channel each; none where the chunk is too short. */
const colours = (transparency: Uint8Array, bands: number): number[] | undefined =>
  transparency.length < 2 * bands
    ? undefined
    : Array.from({ length: bands }, (_, c) => (transparency[2 * c]! << 8) | transparency[2 * c + 1]!);
