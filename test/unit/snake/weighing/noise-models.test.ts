/** Description lengths of the noise models, against sums over the samples, and which model wins where it is known. */
import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { digamma, logGamma, orderOf } from '../../../../src/snake/weighing/log-gamma.js';
import {
  describeGaussians,
  describePlane,
  type Histograms,
  type NoiseModelName,
} from '../../../../src/snake/weighing/noise-models.js';
import { Random } from '../../../support/random.js';

const PIXELS = 4000;
const random = new Random(90);
const uniform = (): number => (random.word() + 0.5) / 2 ** 32;
const normal = (): number => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
const exponential = (): number => -Math.log(uniform());
const poisson = (mean: number): number => {
  let count = 0;
  for (let left = Math.exp(-mean), product = uniform(); product > left; product *= uniform()) count++;
  return count;
};
const gamma = (order: number): number =>
  Array.from({ length: order }, exponential).reduce((sum, value) => sum + value) / order;

const drawn = (draw: (target: number) => number): Histograms => {
  const both = [new Uint32Array(65536), new Uint32Array(65536)] as const;
  for (const [target, counts] of both.entries()) {
    for (let i = 0; i < PIXELS; i++) counts[Math.min(65535, Math.max(0, Math.round(draw(target))))]!++;
  }
  return both;
};

const lengths = (histograms: Histograms): Readonly<Record<string, number>> =>
  Object.fromEntries(describePlane(histograms, 16).map(({ noiseModel, nats }) => [noiseModel, nats]));

describe('the shortest description is that of the noise model that the samples were drawn from', () => {
  const cases: [NoiseModelName, string, (target: number) => number][] = [
    ['common', 'equal variances', (t) => 9000 + 1500 * t + 2000 * normal()],
    ['gaussian', 'means and variances differ', (t) => 9000 + 900 * t + (t ? 2600 : 1200) * normal()],
    ['gaussian', 'equal means', (t) => 9000 + (t ? 2600 : 1200) * normal()],
    ['poisson', 'few counts', (t) => poisson(t ? 6 : 3)],
    ['poisson', 'less than one count', (t) => poisson(t ? 0.9 : 0.3)],
    ['poisson', 'many counts', (t) => poisson(t ? 150 : 90)],
    ['exponential', 'one look', (t) => (t ? 6000 : 3000) * exponential()],
    ['gamma', 'four looks', (t) => (t ? 6000 : 3000) * gamma(4)],
    ['rayleigh', 'amplitude of one look', (t) => (t ? 600 : 300) * Math.sqrt(exponential())],
    ['categorical', 'two values each', (t) => (uniform() < (t ? 0.8 : 0.3) ? 200 : 20) + random.between(0, 3)],
  ];
  for (const [noiseModel, what, draw] of cases) {
    it(`${noiseModel}: ${what}`, () => {
      const all = describePlane(drawn(draw), 16).toSorted((a, b) => a.nats - b.nats);
      const shown = all.map((each) => `${each.noiseModel} ${each.nats.toFixed(1)}`).join(', ');
      assert.equal(all[0]!.noiseModel, noiseModel, shown);
    });
  }
});

test('the order of speckle is found', () => {
  for (const looks of [1, 3, 8]) {
    const found = describePlane(drawn((t) => (t ? 6000 : 3000) * gamma(looks)));
    const { order } = found.find(({ noiseModel }) => noiseModel === 'gamma')!;
    assert.ok(Math.abs(order / looks - 1) < 0.08, `${looks} looks: ${order}`);
    assert.equal(order * 256, Math.round(order * 256));
  }
});

test('lengths are −ln of the likelihood at the estimates and ½·ln n for each parameter', () => {
  const histograms = drawn((t) => poisson(t ? 6 : 3));
  const wanted = { poisson: Math.log(PIXELS), gaussian: 2 * Math.log(PIXELS) };
  for (const counts of histograms) {
    let [n, s, q] = [0, 0, 0];
    for (const [value, count] of counts.entries()) {
      n += count;
      s += count * value;
      q += count * value ** 2;
    }
    const mean = s / n;
    const variance = q / n - mean ** 2;
    const density = (z: number): number =>
      Math.exp(-((z - mean) ** 2) / (2 * variance)) / Math.sqrt(2 * Math.PI * variance);
    let all = 0;
    for (let z = 0; z < 100; z++) all += density(z);
    for (const [z, count] of counts.entries()) {
      if (count === 0) continue;
      let factorial = 0;
      for (let k = 2; k <= z; k++) factorial += Math.log(k);
      wanted.poisson -= count * (z * Math.log(mean) - mean - factorial);
      wanted.gaussian -= count * Math.log(density(z) / all);
    }
  }
  const found = lengths(histograms);
  for (const [noiseModel, nats] of Object.entries(wanted)) {
    assert.ok(Math.abs(found[noiseModel]! - nats) < 1e-5, `${noiseModel}: ${found[noiseModel]}, ${nats}`);
  }
});

test('no noise model describes whole numbers in less than their entropy', () => {
  for (const draw of [
    (t: number) => poisson(t ? 2 : 0.5),
    (t: number) => Math.floor(exponential() * (t ? 3 : 1)),
    (t: number) => (t ? random.between(0, 3) : 1),
  ]) {
    const histograms = drawn(draw);
    let entropy = 0;
    for (const counts of histograms) for (const c of counts) if (c > 0) entropy -= c * Math.log(c / PIXELS);
    for (const [noiseModel, nats] of Object.entries(lengths(histograms)))
      assert.ok(nats >= entropy, `${noiseModel}: ${nats} < ${entropy}`);
  }
});

test('an image without counts has Gaussians alone, and planes add up', () => {
  const empty: Histograms = [Uint32Array.of(50, 0, 0), Uint32Array.of(0, 20, 30)];
  assert.deepEqual(
    describePlane(empty, 16).map(({ noiseModel }) => noiseModel),
    ['common', 'gaussian'],
  );
  const [one, two] = [describeGaussians([empty]), describeGaussians([empty, empty])];
  for (const [k, { nats }] of two.entries()) assert.ok(Math.abs(nats - 2 * one[k]!.nats) < 1e-9);
});

test('ln Γ, its derivative, and the order that belongs to a gap', () => {
  assert.ok(Math.abs(logGamma(0.5) - Math.log(Math.PI) / 2) < 1e-13);
  let factorial = 0;
  for (let n = 1; n < 60; n++) {
    factorial += Math.log(n);
    assert.ok(Math.abs(logGamma(n + 1) - factorial) < 1e-11, `${n}!`);
    assert.ok(Math.abs(digamma(n + 1) - digamma(n) - 1 / n) < 1e-13);
  }
  assert.ok(Math.abs(digamma(1) + 0.5772156649015329) < 1e-13);
  for (const order of [0.25, 1, 2.5, 40, 255]) {
    assert.equal(orderOf(Math.log(order) - digamma(order), { least: 0.25, most: 255, steps: 256 }), order);
  }
});
