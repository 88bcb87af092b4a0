/** Volumes and scores by which a level set is compared. */
import type { Field } from '../../src/level-set/bits/grid.js';

/** Of one byte a voxel, 0 or 1. */
export const dice = (a: Uint8Array, b: Uint8Array): number => {
  let both = 0;
  let sum = 0;
  for (let k = 0; k < a.length; k++) {
    both += a[k]! & b[k]!;
    sum += a[k]! + b[k]!;
  }
  return sum === 0 ? 1 : (2 * both) / sum;
};

/** Voxels in [lower, upper] connected by their faces to each other: of all such parts the one with most of the seed. */
export const rangeAndComponent = (field: Field, seed: Uint8Array, lower: number, upper: number): Uint8Array => {
  const { width, height, depth } = field.grid;
  const plane = field.planes[0]!;
  const label = new Int32Array(plane.length);
  const stack: number[] = [];
  let labels = 0;
  let best = { label: 0, seeds: 0 };
  for (let start = 0; start < plane.length; start++) {
    if (seed[start] === 0 || label[start] !== 0 || plane[start]! < lower || plane[start]! > upper) continue;
    labels++;
    let seeds = 0;
    label[start] = labels;
    stack.push(start);
    for (let cell = stack.pop(); cell !== undefined; cell = stack.pop()) {
      seeds += seed[cell]!;
      const x = cell % width;
      const y = Math.floor(cell / width) % height;
      const z = Math.floor(cell / (width * height));
      const visit = (there: boolean, next: number): void => {
        if (!there || label[next] !== 0 || plane[next]! < lower || plane[next]! > upper) return;
        label[next] = labels;
        stack.push(next);
      };
      visit(x > 0, cell - 1);
      visit(x + 1 < width, cell + 1);
      visit(y > 0, cell - width);
      visit(y + 1 < height, cell + width);
      visit(z > 0, cell - width * height);
      visit(z + 1 < depth, cell + width * height);
    }
    if (seeds > best.seeds) best = { label: labels, seeds };
  }
  return Uint8Array.from(label, (l) => (l !== 0 && l === best.label ? 1 : 0));
};
