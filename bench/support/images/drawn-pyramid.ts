/** Tiles of Deep Zoom pyramids drawn when asked for: of a formula, or of a picture enlarged. */
import { decode, encode } from 'fast-png';

export interface DrawnPyramid {
  readonly width: number;
  readonly height: number;
  /** PNG of a tile; `scale` full-resolution pixels a pixel. */
  tile(scale: number, column: number, row: number): Uint8Array;
}

export const tileSide = 512;

/** In full-resolution pixels. */
export interface Ellipse {
  readonly x: number;
  readonly y: number;
  readonly a: number;
  readonly b: number;
}

/** Of a square pyramid of `side` pixels. */
export const ellipseIn = (side: number): Ellipse => {
  const percent = side / 100;
  return { x: 52 * percent, y: 47 * percent, a: 23 * percent, b: 17 * percent };
};

/** A hash of three integers, 0 to 255. */
const noise = (x: number, y: number, level: number): number => {
  let h = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(level, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return (h >>> 24) & 255;
};

/** Half the ellipse's width on a line of constant y; 0 where it has none. */
export const halfWidth = (ellipse: Ellipse, y: number): number => {
  const v = (y - ellipse.y) / ellipse.b;
  return Math.abs(v) < 1 ? ellipse.a * Math.sqrt(1 - v * v) : 0;
};

/** The ellipse, 120 inside and 60 outside, and noise of its own at every level. */
export const ofFormula = (side: number): DrawnPyramid => ({
  width: side,
  height: side,
  tile(scale, column, row) {
    const ellipse = ellipseIn(side);
    const [left, top] = [column * tileSide, row * tileSide];
    const size = Math.ceil(side / scale);
    const [width, height] = [Math.min(tileSide, size - left), Math.min(tileSide, size - top)];
    const data = new Uint8Array(width * height);
    for (let y = 0, k = 0; y < height; y++) {
      const half = halfWidth(ellipse, (top + y + 0.5) * scale);
      for (let x = 0; x < width; x++, k++) {
        const inside = Math.abs((left + x + 0.5) * scale - ellipse.x) < half;
        data[k] = (inside ? 120 : 60) + (noise(left + x, top + y, scale) >> 2);
      }
    }
    return encode({ width, height, data, channels: 1 }, { zlib: { level: 1 } });
  },
});

/** An RGB picture, `factor` times as large in x and y, between its pixels linear. */
export const ofPicture = (png: Uint8Array, factor: number): DrawnPyramid => {
  const { width, height, data } = decode(png);
  return {
    width: width * factor,
    height: height * factor,
    tile(scale, column, row) {
      const [left, top] = [column * tileSide, row * tileSide];
      const wide = Math.min(tileSide, Math.ceil((width * factor) / scale) - left);
      const high = Math.min(tileSide, Math.ceil((height * factor) / scale) - top);
      const tile = new Uint8Array(wide * high * 3);
      for (let y = 0, k = 0; y < high; y++) {
        const v = Math.min(Math.max(((top + y + 0.5) * scale) / factor - 0.5, 0), height - 1.001);
        const [line, low] = [Math.floor(v), v - Math.floor(v)];
        for (let x = 0; x < wide; x++) {
          const u = Math.min(Math.max(((left + x + 0.5) * scale) / factor - 0.5, 0), width - 1.001);
          const [at, right] = [3 * (line * width + Math.floor(u)), u - Math.floor(u)];
          for (let c = 0; c < 3; c++, k++) {
            const upper = data[at + c]! * (1 - right) + data[at + 3 + c]! * right;
            const below = at + 3 * width + c;
            const lower = data[below]! * (1 - right) + data[below + 3]! * right;
            tile[k] = upper * (1 - low) + lower * low + 0.5;
          }
        }
      }
      return encode({ width: wide, height: high, data: tile, channels: 3 }, { zlib: { level: 1 } });
    },
  };
};

/** A square of `side` pixels of one RGB tile again and again; coarser levels have the means of its pixels. */
export const ofTile = (png: Uint8Array, side: number): DrawnPyramid => {
  const { data } = decode(png);
  /** By scale, the tile whole. */
  const shrunk = new Map<number, Uint8Array>();
  const shrunkBy = (scale: number): Uint8Array => {
    const pitch = Math.max(1, tileSide / scale);
    const share = tileSide / pitch;
    const out = new Uint8Array(3 * pitch * pitch);
    for (let k = 0; k < out.length; k++) {
      const [x, y] = [Math.floor(k / 3) % pitch, Math.floor(k / 3 / pitch)];
      let sum = 0;
      for (let v = 0; v < share; v++) {
        for (let u = 0; u < share; u++) sum += data[3 * ((y * share + v) * tileSide + x * share + u) + (k % 3)]!;
      }
      out[k] = sum / share ** 2 + 0.5;
    }
    return out;
  };
  return {
    width: side,
    height: side,
    tile(scale, column, row) {
      const small = shrunk.get(scale) ?? shrunkBy(scale);
      shrunk.set(scale, small);
      const pitch = Math.sqrt(small.length / 3);
      const size = Math.ceil(side / scale);
      const [width, height] = [Math.min(tileSide, size - column * tileSide), Math.min(tileSide, size - row * tileSide)];
      const tile = new Uint8Array(3 * width * height);
      for (let k = 0; k < tile.length; k++) {
        const [x, y] = [Math.floor(k / 3) % width, Math.floor(k / 3 / width)];
        tile[k] = small[3 * ((y % pitch) * pitch + (x % pitch)) + (k % 3)]!;
      }
      return encode({ width, height, data: tile, channels: 3 }, { zlib: { level: 1 } });
    },
  };
};
