/** Synthetic stained tissue: a nucleus in each cell of a grid, on a ground whose neighbouring pixels are alike, and the box that a person would draw. */
import type { Rect } from '../../../src/core/geometry/rect.js';
import { Random } from '../../../test/support/random.js';

export interface Tissue {
  readonly width: number;
  readonly height: number;
  readonly bands: 3;
  readonly data: Uint8Array;
  readonly boxes: readonly Rect[];
}

/** Red, green and blue of ground and nuclei, as hematoxylin and eosin look in transmitted light. */
const GROUND = [222, 178, 208] as const;
const NUCLEUS = [118, 84, 152] as const;

/** @param count nuclei; `pitch` pixels from one to the next */
export const tissue = (count: number, pitch: number): Tissue => {
  const random = new Random(17);
  const columns = Math.ceil(Math.sqrt(count));
  const width = columns * pitch;
  const height = Math.ceil(count / columns) * pitch;
  const shade = smoothNoise(random, width, height);
  const data = new Uint8Array(3 * width * height);
  for (let i = 0; i < width * height; i++) for (let k = 0; k < 3; k++) data[3 * i + k] = GROUND[k]! + shade[i]!;
  const boxes: Rect[] = [];
  for (let index = 0; index < count; index++) {
    const left = (index % columns) * pitch;
    const top = Math.floor(index / columns) * pitch;
    const radius = pitch * (0.16 + random.between(0, 60) / 1000);
    const [lobes, phase, bend] = [random.between(2, 5), random.between(0, 628) / 100, random.between(5, 18) / 100];
    const [x, y] = [left + pitch / 2 + random.between(-3, 3), top + pitch / 2 + random.between(-3, 3)];
    let [l, t, r, b] = [width, height, 0, 0];
    for (let row = top; row < top + pitch; row++) {
      for (let column = left; column < left + pitch; column++) {
        const angle = Math.atan2(row + 0.5 - y, column + 0.5 - x);
        const reach = radius * (1 + bend * Math.cos(lobes * angle + phase));
        const away = Math.hypot(column + 0.5 - x, row + 0.5 - y);
        // A rim of two pixels, as a lens leaves it.
        const share = Math.min(1, Math.max(0, (reach - away) / 2 + 0.5));
        if (share === 0) continue;
        const i = row * width + column;
        for (let k = 0; k < 3; k++) {
          data[3 * i + k] = GROUND[k]! * (1 - share) + NUCLEUS[k]! * share + shade[i]!;
        }
        [l, t, r, b] = [Math.min(l, column), Math.min(t, row), Math.max(r, column + 1), Math.max(b, row + 1)];
      }
    }
    const margin = 3;
    boxes.push({ x: l - margin, y: t - margin, width: r - l + 2 * margin, height: b - t + 2 * margin });
  }
  return { width, height, bands: 3, data, boxes };
};

/** Noise of about ±25 levels, the mean of 3 × 3 independent values each. */
const smoothNoise = (random: Random, width: number, height: number): Int8Array => {
  const raw = new Int8Array(width * height);
  for (let i = 0; i < raw.length; i++) raw[i] = random.between(-60, 60);
  const smooth = new Int8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          sum += raw[Math.min(height - 1, Math.max(0, y + dy)) * width + Math.min(width - 1, Math.max(0, x + dx))]!;
        }
      }
      smooth[y * width + x] = Math.trunc(sum / 9);
    }
  }
  return smooth;
};

/** Octagons in boxes, as examples. */
export const octagonsIn = (boxes: readonly Rect[]) =>
  boxes.map(({ x, y, width, height }) => {
    const round = Array.from({ length: 9 }, (_, k) => {
      const angle = (2 * Math.PI * (k % 8)) / 8;
      return [
        x + width / 2 + (width / 2 - 3) * Math.cos(angle),
        y + height / 2 + (height / 2 - 3) * Math.sin(angle),
      ] as const;
    });
    return { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [round] } } as const;
  });
