import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fittedDensity, logGamma } from '../../../demo/densities.js';

const near = (actual: number, expected: number, tolerance: number, what: string): void =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${what}: ${actual}, not ${expected}`);

/** Midpoint rule on [0, high). */
const moments = (density: (value: number) => number, high: number): { mass: number; mean: number; square: number } => {
  const step = high / 200_000;
  let [mass, mean, square] = [0, 0, 0];
  for (let z = step / 2; z < high; z += step) {
    const share = density(z) * step;
    mass += share;
    mean += z * share;
    square += z * z * share;
  }
  return { mass, mean, square };
};

test('ln Γ at whole and half numbers', () => {
  near(logGamma(1), 0, 1e-10, 'Γ(1)');
  near(logGamma(0.5), Math.log(Math.sqrt(Math.PI)), 1e-9, 'Γ(½)');
  near(logGamma(11), Math.log(3628800), 1e-9, 'Γ(11)');
});

test('every density has mass 1 and the moments that it was fitted to', () => {
  const fit = { mean: 40, deviation: 9, looks: 4 };
  for (const model of ['gaussian', 'common', 'gamma', 'exponential', 'rayleigh', 'nakagami']) {
    const density = fittedDensity(model, fit);
    assert.ok(density, model);
    const { mass, mean, square } = moments(density, 1600);
    near(mass, 1, 1e-4, `${model}, mass`);
    if (model === 'rayleigh' || model === 'nakagami') near(square, 40 ** 2 + 9 ** 2, 0.3, `${model}, second moment`);
    else near(mean, 40, 0.02, `${model}, mean`);
  }
  const { mass, mean } = moments(fittedDensity('poisson', fit) ?? (() => 0), 400);
  near(mass, 1, 1e-4, 'poisson, mass');
  near(mean, 40.5, 0.02, 'poisson, mean of unit bins');
});

test('no density where the model has none, or nothing to fit', () => {
  assert.equal(fittedDensity('categorical', { mean: 3, deviation: 1, looks: 1 }), undefined);
  assert.equal(fittedDensity('gaussian', { mean: 3, deviation: 0, looks: 1 }), undefined);
  assert.equal(fittedDensity('gaussian', { mean: Number.NaN, deviation: 1, looks: 1 }), undefined);
});
