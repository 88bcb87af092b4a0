/** Small pictures as data, and starts in and beside them. */
import fc from 'fast-check';
import type { SampleArray } from '../../src/image/samples.js';

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly bands: number;
  readonly bits: 8 | 16 | 32;
  readonly noise: number;
  /** Of the noise: even and alike from pixel to pixel, or independent speckle, or independent and of two values. */
  readonly law: 'even' | 'speckle' | 'two';
  readonly discs: readonly (readonly [number, number, number])[];
}

/** Between 0 and 1, for each number another one. */
const independent = (k: number): number => {
  let mixed = Math.imul(k ^ (k >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (((mixed ^ (mixed >>> 16)) >>> 0) + 0.5) / 2 ** 32;
};

const brightnessOf = (law: Picture['law'], inside: boolean, k: number, noise: number): number => {
  if (law === 'speckle') return (inside ? 60 : 30) * -Math.log(independent(k));
  if (law === 'two') return independent(k) < (inside ? 0.8 : 0.3) ? 200 : 30 + (noise % 8);
  return (inside ? 150 : 70) + ((k * 2654435761) >>> 24) * (noise / 256);
};

export const samplesOf = ({ width, height, bands, bits, noise, law, discs }: Picture): SampleArray => {
  const count = width * height * bands;
  const data = bits === 8 ? new Uint8Array(count) : bits === 16 ? new Uint16Array(count) : new Float32Array(count);
  for (let k = 0; k < count; k++) {
    const pixel = Math.floor(k / bands);
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const inside = discs.some(([cx, cy, r]) => (x - cx) ** 2 + (y - cy) ** 2 < r * r);
    data[k] = Math.min(brightnessOf(law, inside, k, noise) + (k % bands) * 9, 255);
  }
  return data;
};

/** Small ones leave little room for what is inside and what is outside. */
const side = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 2, max: 6 }));
export const picture: fc.Arbitrary<Picture> = fc.record({
  width: side,
  height: side,
  bands: fc.constantFrom(1, 1, 3, 4),
  bits: fc.constantFrom(8, 16, 32),
  noise: fc.nat(80),
  law: fc.constantFrom('even', 'even', 'speckle', 'two'),
  discs: fc.array(fc.tuple(fc.nat(60), fc.nat(60), fc.integer({ min: 2, max: 16 })), { maxLength: 4 }),
});
export const at = fc.oneof(fc.nat(3), fc.integer({ min: -5, max: 65 }), fc.double({ min: -2, max: 62, noNaN: true }));
const size = fc.oneof(
  fc.integer({ min: 2, max: 5 }),
  fc.integer({ min: 0, max: 50 }),
  fc.double({ min: 0.1, max: 60, noNaN: true }),
);
export const rect = fc.record({ x: at, y: at, width: size, height: size });
const ring = fc.array(fc.tuple(at, at), { minLength: 3, maxLength: 8 });
export const init = fc.oneof(
  { weight: 4, arbitrary: rect },
  { weight: 1, arbitrary: fc.record({ x: at, y: at }) },
  { weight: 1, arbitrary: ring.map((positions) => ({ type: 'Polygon' as const, coordinates: [positions] })) },
  { weight: 3, arbitrary: fc.constant('auto' as const) },
);
