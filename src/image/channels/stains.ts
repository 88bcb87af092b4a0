/** Colour deconvolution: A. C. Ruifrok, D. A. Johnston, Anal. Quant. Cytol. Histol. 23 (2001) 291–299. */

type Vector = readonly [number, number, number];

/** A stain of which colour deconvolution gives the amount. */
export type Stain = 'hematoxylin' | 'eosin' | 'dab';

/** Optical densities of the stains in red, green and blue, as published. */
const densities: Readonly<Record<Stain, Vector>> = {
  hematoxylin: [0.65, 0.7, 0.29],
  eosin: [0.07, 0.99, 0.11],
  dab: [0.27, 0.57, 0.78],
};

const others: Readonly<Record<Stain, readonly [Stain, Stain]>> = {
  hematoxylin: ['eosin', 'dab'],
  eosin: ['dab', 'hematoxylin'],
  dab: ['hematoxylin', 'eosin'],
};

const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** The column of the inverse stain matrix: `amount = Σ weights[c] · density[c]`. */
export const stainWeights = (stain: Stain): Vector => {
  const [next, last] = others[stain];
  const normal = cross(densities[next], densities[last]);
  const volume = dot(densities[stain], normal);
  return [normal[0] / volume, normal[1] / volume, normal[2] / volume];
};
