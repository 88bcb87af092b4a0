/** A surface through what each cell should be, smooth where neighbours look alike (Grady, random walks, TPAMI 28, 2006), in an image or a volume. */

import type { Scene } from './scene.js';

/**
 * Successive over-relaxation. A cell with six ties of 1 and a pull of 0.2 makes each Jacobi sweep a factor ρ = 6/6.2; the best
 * factor is 2/(1 + √(1 − ρ²)) = 1.6, and each sweep then leaves 0.6 of an error: 20 sweeps leave 4·10⁻⁵.
 */
const FACTOR = 1.6;
const SWEEPS = 20;

/** Cells from a corner to before another. */
export interface Part {
  readonly from: readonly [number, number, number];
  readonly to: readonly [number, number, number];
}

/**
 * Moves `values`, from 0 to 1, in a part of the grid towards the least of Σ ties·(step)² + Σ pull·(value − goal)²; what lies round the part
 * stays. Each sweep takes the cells as on a chessboard; + − × ÷ in a fixed order, the same on every machine.
 */
export const relax = (values: Float64Array, goal: Float64Array, pull: Float64Array, scene: Scene, part: Part): void => {
  const { width, height, depth } = scene.grid;
  const [right, below, behind] = scene.ties as [Float64Array, Float64Array, Float64Array];
  const slice = width * height;
  for (let sweep = 0; sweep < 2 * SWEEPS; sweep++) {
    for (let z = part.from[2]; z < part.to[2]; z++) {
      for (let y = part.from[1]; y < part.to[1]; y++) {
        const first = part.from[0] + ((part.from[0] + y + z + sweep) & 1);
        for (let x = first, i = (z * height + y) * width + first; x < part.to[0]; x += 2, i += 2) {
          let all = pull[i]!;
          let sum = all * goal[i]!;
          if (x > 0) {
            all += right[i - 1]!;
            sum += right[i - 1]! * values[i - 1]!;
          }
          if (x + 1 < width) {
            all += right[i]!;
            sum += right[i]! * values[i + 1]!;
          }
          if (y > 0) {
            all += below[i - width]!;
            sum += below[i - width]! * values[i - width]!;
          }
          if (y + 1 < height) {
            all += below[i]!;
            sum += below[i]! * values[i + width]!;
          }
          if (z > 0) {
            all += behind[i - slice]!;
            sum += behind[i - slice]! * values[i - slice]!;
          }
          if (z + 1 < depth) {
            all += behind[i]!;
            sum += behind[i]! * values[i + slice]!;
          }
          values[i] = Math.min(Math.max(values[i]! + FACTOR * (sum / all - values[i]!), 0), 1);
        }
      }
    }
  }
};
