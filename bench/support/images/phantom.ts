/**
 * A brain-like phantom (ALGORITHMS B.4), in place of the paper's BrainWeb volume, which cannot be redistributed: folded grey and white matter in the range
 * (98, 209), ventricles, fluid, skull, and a scalp in the same range; 20 % inhomogeneity along x.
 */
import type { Volume } from '../../../src/image/formats/volume/grid.js';

export interface Phantom {
  readonly volume: Volume;
  /** Grey and white matter: one byte a voxel. */
  readonly truth: Uint8Array;
}

/** `noise` is the standard deviation of what is added. */
export const phantom = (width: number, height: number, depth: number, noise: number): Phantom => {
  const cells = width * height * depth;
  const plane = new Uint8Array(cells);
  const truth = new Uint8Array(cells);
  const turns = anglesOf(width, height);
  let state = 12345;
  /** The sum of four uniform numbers, scaled to a variance of 1: near enough to normal. */
  const normal = (): number => {
    let sum = 0;
    for (let k = 0; k < 4; k++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      sum += state / 2 ** 32;
    }
    return (sum - 2) * Math.sqrt(3);
  };
  for (let z = 0, cell = 0; z < depth; z++) {
    const c = (z - depth / 2 + 0.5) / (depth / 2);
    const [sin3, cos3] = [Math.sin(3 * c), Math.cos(3 * c)];
    for (let y = 0; y < height; y++) {
      const b = (y - height / 2 + 0.5) / (height / 2);
      for (let x = 0; x < width; x++, cell++) {
        const a = (x - width / 2 + 0.5) / (width / 2);
        const turn = 2 * (y * width + x);
        const wave = turns.angle[turn]! * cos3 + turns.angle[turn + 1]! * sin3;
        const fold = 0.035 * wave * Math.cos(9 * c + 2 * a);
        const r = Math.sqrt((a / 0.95) ** 2 + b * b + (c / 0.9) ** 2);
        const tissue = tissueAt(r, fold, a);
        truth[cell] = tissue === WHITE || tissue === GREY ? 1 : 0;
        const value = tissue * (1 + 0.1 * a) + (noise > 0 ? noise * normal() : 0);
        plane[cell] = Math.max(0, Math.min(255, Math.round(value)));
      }
    }
  }
  const name = `phantom ${width} × ${height} × ${depth}${noise > 0 ? `, noise ${noise}` : ''}`;
  return { volume: { name, width, height, depth, planes: [plane], values: [{ scale: 1, offset: 0 }] }, truth };
};

const [WHITE, GREY, FLUID, VENTRICLE, BONE, SCALP, AIR] = [165, 120, 50, 55, 25, 130, 8] as const;

const tissueAt = (r: number, fold: number, a: number): number => {
  if (r < 0.16 && Math.abs(a) > 0.03) return VENTRICLE;
  if (r < 0.5 + 1.6 * fold) return WHITE;
  if (r < 0.66 + fold) return GREY;
  if (r < 0.74) return FLUID;
  if (r < 0.82) return BONE;
  return r < 0.93 ? SCALP : AIR;
};

/** sin and cos of eleven times the angle of each column. */
const anglesOf = (width: number, height: number): { readonly angle: Float64Array } => {
  const angle = new Float64Array(2 * width * height);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 2) {
      const a = (x - width / 2 + 0.5) / (width / 2);
      const theta = 11 * Math.atan2((y - height / 2 + 0.5) / (height / 2), a);
      angle[at] = Math.sin(theta);
      angle[at + 1] = Math.cos(theta);
    }
  }
  return { angle };
};
