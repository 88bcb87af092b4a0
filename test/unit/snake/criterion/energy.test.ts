import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeWide } from '../../../../src/core/numbers/wide.js';
import {
  descriptionLength,
  type NoiseModel,
  nats,
  partitionEnergy,
  regionEnergy,
  WORST,
} from '../../../../src/snake/criterion/energy.js';
import { Estimator } from '../../../../src/snake/criterion/estimate.js';
import {
  domainOffset,
  Extra,
  G,
  GEOMETRY_WORDS,
  Model,
  S,
  totalsWords,
} from '../../../../src/snake/kernels/shared/layout.js';
import { Random } from '../../../support/random.js';

const noise = (model: keyof typeof Model, more: Partial<NoiseModel> = {}): NoiseModel => {
  const planes = more.planes ?? 1;
  const codes = more.codes ?? 0;
  return {
    model: Model[model],
    planes,
    codes,
    order: 256n,
    contourWeight: 256n,
    minimumPixels: 8,
    polarity: 0,
    moments: codes > 0 ? 1 + codes : 1 + 2 * (planes + (more.priorWeight ? 1 : 0)),
    priorWeight: 0n,
    lengthWeight: 0n,
    ...more,
  };
};

const big = (values: readonly number[]): bigint[] => values.map(BigInt);
const close = (actual: number, wanted: number, tolerance: number): void =>
  assert.ok(Math.abs(actual - wanted) <= tolerance, `${actual} is not ${wanted}`);

/** −Σ ln pdf at the maximum likelihood, up to the constants that all partitions share (ALGORITHMS A.3). */
const likelihoods: Readonly<Record<string, (values: readonly number[]) => number>> = {
  gaussian: (v) => 0.5 * v.length * Math.log(v.reduce((s, x) => s + (x - meanOf(v)) ** 2, 0) / v.length),
  poisson: (v) => -v.reduce((s, x) => s + x * Math.log(meanOf(v)), 0) + v.length * meanOf(v),
  gamma: (v) => v.length * Math.log(meanOf(v)) + v.reduce((s, x) => s + x / meanOf(v), 0),
  rayleigh: (v) => v.length * Math.log(v.reduce((s, x) => s + x * x, 0) / v.length),
};
const meanOf = (v: readonly number[]): number => v.reduce((s, x) => s + x, 0) / v.length;

test('energies differ between partitions as the likelihoods do', () => {
  const random = new Random(4);
  const sample = (n: number, from: number, to: number): number[] =>
    Array.from({ length: n }, () => random.between(from, to));
  for (const [name, likelihood] of Object.entries(likelihoods)) {
    const model = name as keyof typeof Model;
    const energy = (values: readonly number[]): number => {
      const s = values.reduce((a, b) => a + b, 0);
      const q = values.reduce((a, b) => a + b * b, 0);
      return nats(regionEnergy(noise(model), big([values.length, s, q])));
    };
    const [a, b, c] = [sample(300, 10, 90), sample(200, 60, 250), sample(100, 5, 20)];
    const split = (f: (v: readonly number[]) => number): number => f([...a, ...b]) + f(c) - f(a) - f([...b, ...c]);
    close(split(energy), split(likelihood), 1e-6);
  }
});

test('Bernoulli and categorical energies are entropies', () => {
  const entropy = (counts: readonly number[]): number => {
    const n = counts.reduce((a, b) => a + b, 0);
    return counts.reduce((sum, c) => (c > 0 ? sum - c * Math.log(c / n) : sum), 0);
  };
  close(nats(regionEnergy(noise('bernoulli'), big([100, 30, 30]))), entropy([30, 70]), 1e-9);
  close(nats(regionEnergy(noise('bernoulli'), big([100, 0, 0]))), 0, 1e-9);
  const counts = [40, 0, 25, 35];
  const categorical = noise('categorical', { codes: 4 });
  close(nats(regionEnergy(categorical, big([100, ...counts]))), entropy(counts) + 1.5 * Math.log(100), 1e-9);
});

test('a common variance pools the squares of both regions; a prior adds what the target gains', () => {
  const random = new Random(6);
  const inside = Array.from({ length: 90 }, () => random.between(100, 200));
  const outside = Array.from({ length: 160 }, () => random.between(10, 120));
  const moments = (v: readonly number[], prior: number): bigint[] =>
    big([v.length, v.reduce((a, b) => a + b, 0), v.reduce((a, b) => a + b * b, 0), prior, 0]);
  const target = moments(inside, 90 * 140);
  const all = moments([...inside, ...outside], 90 * 140 + 160 * 20);
  const squares = (v: readonly number[]): number => v.reduce((s, x) => s + (x - meanOf(v)) ** 2, 0);
  const wanted = 125 * Math.log((12 * (squares(inside) + squares(outside))) / 250);
  const totals = { moments: target, vertices: 4n, dx: 8n, dy: 8n, length: 4096n };
  const rules = noise('common', { priorWeight: 95n });
  const gain = (95 / 4096) * (Math.LN2 / 2) * 90 * (140 - 128);
  close(nats(partitionEnergy(rules, totals, all)), wanted - gain, 1e-6);
});

test('a constant region, an all-zero one and an impossible one are defined', () => {
  for (const model of ['gaussian', 'gamma', 'rayleigh', 'poisson'] as const) {
    assert.equal(typeof regionEnergy(noise(model), [50n, 0n, 0n]), 'bigint');
    assert.equal(typeof regionEnergy(noise(model), [50n, 50n * 7n, 50n * 49n]), 'bigint');
  }
  const all = [100n, 700n, 4900n];
  const totals = (n: bigint, s: bigint, q: bigint) => ({
    moments: [n, s, q],
    vertices: 4n,
    dx: 8n,
    dy: 8n,
    length: 4096n,
  });
  assert.equal(partitionEnergy(noise('gaussian'), totals(7n, 49n, 343n), all), WORST, 'too few inside');
  assert.equal(partitionEnergy(noise('gaussian'), totals(93n, 651n, 4557n), all), WORST, 'too few outside');
  assert.equal(partitionEnergy(noise('gaussian'), totals(50n, 701n, 4000n), all), WORST, 'more than there is');
  const bright = noise('gaussian', { polarity: 1 });
  assert.equal(partitionEnergy(bright, totals(50n, 350n, 2450n), all), WORST, 'not brighter');
  assert.notEqual(partitionEnergy(bright, totals(50n, 351n, 2450n), all), WORST);
});

test('the estimate is within its bound of the whole number, for every model', () => {
  const random = new Random(5);
  const cases: [keyof typeof Model, number, number][] = [
    ['gaussian', 1, 0],
    ['gaussian', 3, 0],
    ['poisson', 1, 0],
    ['gamma', 2, 0],
    ['rayleigh', 1, 0],
    ['bernoulli', 1, 0],
    ['categorical', 1, 16],
    ['common', 1, 0],
    ['common', 3, 0],
  ];
  let loose = 0;
  let tried = 0;
  for (let trial = 0; trial < 4000; trial++) {
    const [model, planes, codes] = cases[trial % cases.length]!;
    const prior = model === 'common' && planes === 3;
    const rules = noise(model, {
      planes,
      codes,
      order: BigInt(random.between(64, 2000)),
      priorWeight: prior ? 95n : 0n,
      lengthWeight: trial % 3 === 0 ? 11818n : 0n,
    });
    const geometry = new Uint32Array(GEOMETRY_WORDS);
    geometry[G.model] = rules.model;
    geometry[G.planes] = planes + (prior ? 1 : 0);
    geometry[G.priorWeight] = Number(rules.priorWeight);
    geometry[G.lengthWeight] = Number(rules.lengthWeight);
    geometry[G.codes] = codes;
    geometry[G.moments] = rules.moments;
    geometry[G.order] = Number(rules.order);
    geometry[G.contourWeight] = 256;
    geometry[G.minimumPixels] = 8;
    const n = 2 ** random.between(4, 27) + random.between(0, 9);
    const rest = 2 ** random.between(4, 27) + random.between(0, 9);
    const region = (pixels: number): bigint[] => {
      if (codes > 0) {
        const counts = Array.from({ length: codes }, () => random.between(0, Math.floor((2 * pixels) / codes)));
        return big([counts.reduce((a, b) => a + b, 8), ...counts]);
      }
      const moments = [BigInt(pixels)];
      for (let plane = 0; plane < planes; plane++) {
        const mean = BigInt(model === 'bernoulli' ? 0 : random.between(0, 60000));
        const deviation = BigInt(random.between(0, 3000));
        const s =
          model === 'bernoulli'
            ? BigInt(random.between(0, pixels))
            : BigInt(pixels) * mean + BigInt(random.between(0, 7));
        moments.push(
          s,
          model === 'bernoulli' ? s : BigInt(pixels) * (mean * mean + deviation * deviation) + (3n * s) / 7n,
        );
      }
      if (prior) moments.push(BigInt(Math.floor((pixels * random.between(0, 255)) / 2)), 0n);
      return moments;
    };
    const target = region(n);
    const all = region(rest).map((value, i) => value + target[i]!);
    const words = new Uint32Array(totalsWords(rules.moments));
    const state = new Uint32Array(domainOffset(rules.moments) + 2 * rules.moments + S.totals);
    const put = (to: Uint32Array, at: number, values: readonly bigint[]): void => {
      for (const [i, value] of values.entries()) {
        writeWide(to, at + 2 * i, 2, value);
      }
    };
    put(words, 0, target);
    put(state, domainOffset(rules.moments), all);
    const [vertices, dx, dy] = [random.between(3, 4000), random.between(0, 100000), random.between(0, 100000)];
    const length = 256 * random.between(0, 200000);
    words[2 * rules.moments + Extra.vertices] = vertices;
    words[2 * rules.moments + Extra.dx] = dx;
    words[2 * rules.moments + Extra.dy] = dy;
    words[2 * rules.moments + Extra.length] = length;
    const totals = {
      moments: target,
      vertices: BigInt(vertices),
      dx: BigInt(dx),
      dy: BigInt(dy),
      length: BigInt(length),
    };
    const estimator = new Estimator(geometry);
    for (const kind of ['energy', 'length'] as const) {
      estimator[kind](words, 0, state, domainOffset(rules.moments));
      const exact = kind === 'energy' ? partitionEnergy(rules, totals, all) : descriptionLength(rules, totals, all);
      if (exact === WORST) {
        assert.equal(estimator.value, Number.POSITIVE_INFINITY);
        continue;
      }
      const wanted = Number(exact) / 2 ** 44;
      assert.ok(
        Math.abs(estimator.value - wanted) <= estimator.bound,
        `${model} ${kind}: ${estimator.value} ${wanted}`,
      );
      tried++;
      if (estimator.bound > 1e-3 + 1e-9 * Math.abs(wanted)) loose++;
    }
  }
  assert.ok(loose < 0.2 * tried, `the bound is too loose to filter in ${loose} of ${tried} cases`);
});
