/** Eigenvalues and eigenvectors of a symmetric matrix. */
export interface Axes {
  /** Descending; an eigenvalue of a covariance is a variance. */
  readonly values: readonly number[];
  /** `vectors[k]` belongs to `values[k]`: unit length, its largest component positive. */
  readonly vectors: readonly (readonly number[])[];
}

/** Sweeps; a symmetric matrix of this size settles in fewer than ten. */
const SWEEPS = 60;

/**
 * Eigenvectors of a symmetric matrix by cyclic Jacobi rotations (Golub & Van Loan, Matrix Computations, §8.5).
 * Only + − × ÷ and the square root, in a fixed order: the same bits everywhere.
 */
export const principalAxes = (matrix: readonly (readonly number[])[]): Axes => {
  const n = matrix.length;
  const a = matrix.map((row) => [...row]);
  const v = a.map((_, i) => a.map((_, j) => (i === j ? 1 : 0)));
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let settled = true;
    for (let p = 0; p < n - 1; p++) {
      for (let q = p + 1; q < n; q++) {
        const off = a[p]![q]!;
        const small = Math.abs(a[p]![p]!) + Math.abs(a[q]![q]!);
        if (off === 0 || small + Math.abs(off) === small) continue;
        settled = false;
        rotate(a, v, p, q);
      }
    }
    if (settled) break;
  }
  const order = a.map((_, k) => k).sort((i, j) => a[j]![j]! - a[i]![i]! || i - j);
  return {
    values: order.map((k) => Math.max(0, a[k]![k]!)),
    vectors: order.map((k) => upright(v.map((row) => row[k]!))),
  };
};

const rotate = (a: number[][], v: number[][], p: number, q: number): void => {
  const theta = (a[q]![q]! - a[p]![p]!) / (2 * a[p]![q]!);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (const row of a) [row[p], row[q]] = [c * row[p]! - s * row[q]!, s * row[p]! + c * row[q]!];
  const [ap, aq] = [a[p]!, a[q]!];
  for (let k = 0; k < a.length; k++) [ap[k], aq[k]] = [c * ap[k]! - s * aq[k]!, s * ap[k]! + c * aq[k]!];
  for (const row of v) [row[p], row[q]] = [c * row[p]! - s * row[q]!, s * row[p]! + c * row[q]!];
  ap[q] = 0;
  aq[p] = 0;
};

const upright = (vector: number[]): number[] => {
  let largest = 0;
  for (let k = 1; k < vector.length; k++)
    if (Math.abs(vector[k]!) > Math.abs(vector[largest]!) * (1 + 1e-9)) largest = k;
  const sign = vector[largest]! < 0 ? -1 : 1;
  return vector.map((x) => x * sign + 0);
};
