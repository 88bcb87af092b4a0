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
  const a = Matrix.of(matrix);
  const v = Matrix.of(matrix.map((_, i) => matrix.map((_, j) => (i === j ? 1 : 0))));
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let settled = true;
    for (let p = 0; p < a.size - 1; p++) {
      for (let q = p + 1; q < a.size; q++) {
        const off = a.at(p, q);
        const small = Math.abs(a.at(p, p)) + Math.abs(a.at(q, q));
        if (off === 0 || small + Math.abs(off) === small) continue;
        settled = false;
        rotate(a, v, p, q);
      }
    }
    if (settled) break;
  }
  const order = a.indices.toSorted((i, j) => a.at(j, j) - a.at(i, i) || i - j);
  return {
    values: order.map((k) => Math.max(0, a.at(k, k))),
    vectors: order.map((k) => upright(v.indices.map((row) => v.at(row, k)))),
  };
};

/** A square matrix; rows and columns are below its size. */
class Matrix {
  /** 0, 1, … to its size. */
  readonly indices: readonly number[];

  private constructor(
    readonly size: number,
    private readonly values: Float64Array,
  ) {
    this.indices = Array.from({ length: size }, (_, k) => k);
  }

  static of(rows: readonly (readonly number[])[]): Matrix {
    return new Matrix(rows.length, Float64Array.from(rows.flat()));
  }

  at(row: number, column: number): number {
    return this.values[row * this.size + column]!;
  }

  set(row: number, column: number, value: number): void {
    this.values[row * this.size + column] = value;
  }
}

const rotate = (a: Matrix, v: Matrix, p: number, q: number): void => {
  const theta = (a.at(q, q) - a.at(p, p)) / (2 * a.at(p, q));
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  const turnColumns = (m: Matrix, row: number): void => {
    const [atP, atQ] = [m.at(row, p), m.at(row, q)];
    m.set(row, p, c * atP - s * atQ);
    m.set(row, q, s * atP + c * atQ);
  };
  for (const row of a.indices) turnColumns(a, row);
  for (const k of a.indices) {
    const [atP, atQ] = [a.at(p, k), a.at(q, k)];
    a.set(p, k, c * atP - s * atQ);
    a.set(q, k, s * atP + c * atQ);
  }
  for (const row of v.indices) turnColumns(v, row);
  a.set(p, q, 0);
  a.set(q, p, 0);
};

const upright = (vector: readonly number[]): number[] => {
  let largest = vector[0] ?? 0;
  for (const value of vector) if (Math.abs(value) > Math.abs(largest) * (1 + 1e-9)) largest = value;
  const sign = largest < 0 ? -1 : 1;
  return vector.map((x) => x * sign + 0);
};
