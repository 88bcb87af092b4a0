import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  applyChannel,
  channelList,
  channelRows,
  parseChannel,
  rowsOf,
  transformOf,
} from '../../../../src/image/channels/channels.js';
import { principalAxes } from '../../../../src/image/channels/jacobi.js';
import { stainWeights } from '../../../../src/image/channels/stains.js';
import { momentsOf, rangeOf, rangesOf, weighted } from '../../../../src/image/channels/statistics.js';
import type { SampleArray, Samples } from '../../../../src/image/samples.js';

/** A linear congruential generator (Numerical Recipes), the same numbers on every run. */
const numbers = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
};

const made = <T extends SampleArray>(data: T, bands: number, width = 50): Samples => ({
  width,
  height: data.length / bands / width,
  bands,
  data,
});

const colours = (seed = 1): Samples => {
  const next = numbers(seed);
  const data = new Uint8Array(50 * 40 * 3);
  for (let i = 0; i < data.length; i += 3) {
    const light = 40 + 150 * next();
    data[i] = light + 20 * next();
    data[i + 1] = light * 0.7 + 10 * next();
    data[i + 2] = 255 - light + 30 * next();
  }
  return made(data, 3);
};

test('moments and ranges are those of every pixel with data', async () => {
  const whole = colours(5);
  const missing = Uint8Array.from({ length: 50 * 40 }, (_, i) => (i % 7 === 0 || i > 1900 ? 1 : 0));
  for (const samples of [whole, { ...whole, missing }]) {
    const pixels = [...missing.keys()].filter((pixel) => !samples.missing?.[pixel]);
    const of = (band: number) => (pixel: number) => samples.data[3 * pixel + band]!;
    const mean = (value: (pixel: number) => number): number =>
      pixels.reduce((sum, pixel) => sum + value(pixel), 0) / pixels.length;
    const { count, means, covariance } = await momentsOf(samples);
    assert.equal(count, pixels.length);
    for (const a of [0, 1, 2]) {
      assert.equal(means[a], mean(of(a)));
      for (const b of [0, 1, 2]) {
        const expected = mean((pixel) => of(a)(pixel) * of(b)(pixel)) - mean(of(a)) * mean(of(b));
        assert.ok(Math.abs(covariance[a]![b]! - expected) < 1e-6);
      }
    }
    const { vectors } = principalAxes(covariance);
    const ranges: { least: number; most: number }[] = [];
    for (const weights of vectors) {
      const value = weighted(samples, weights);
      const values = pixels.map(value);
      const range = { least: Math.min(...values), most: Math.max(...values), whole: false };
      assert.deepEqual(await rangeOf(samples, value), range);
      ranges.push(range);
    }
    const floats = { ...samples, data: Float32Array.from(samples.data) };
    for (const [its, axes] of [
      [samples, vectors],
      [samples, vectors.slice(0, 2)],
      [floats, vectors],
    ] as const) {
      const ends = await rangesOf(its, axes);
      const told = ends.map(({ least, most }) => ({ least, most, whole: false }));
      assert.deepEqual(told, ranges.slice(0, axes.length));
    }
  }
});

test('luminance is Rec. 601 in the fixed point of Pillow, and a grey image is passed on as it is', async () => {
  const rgb = made(Uint8Array.of(255, 255, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 12, 200, 99), 3, 6);
  const { planes, bits, kind } = await applyChannel(rgb, 'luminance');
  assert.deepEqual([...planes[0]!], [255, 0, 76, 150, 29, 132]);
  assert.deepEqual([bits, kind, planes.length], [8, 'intensity', 1]);
  const deep = await applyChannel(made(Uint16Array.of(65535, 65535, 65535, 65535, 0, 0), 3, 2), 'luminance');
  assert.deepEqual([...deep.planes[0]!], [65535, 19595]);
  assert.equal(deep.bits, 16);
  const grey = made(Uint16Array.of(5, 6, 7, 65535), 1, 2);
  assert.equal((await applyChannel(grey, 'luminance')).planes[0]?.buffer, grey.data.buffer);
});

test('a band, a colour and all bands are the stored integers', async () => {
  const samples = made(Uint16Array.of(1, 2, 3, 4, 5, 6), 3, 2);
  assert.deepEqual([...(await applyChannel(samples, 'band:3')).planes[0]!], [3, 6]);
  assert.deepEqual([...(await applyChannel(samples, 'green')).planes[0]!], [2, 5]);
  const all = await applyChannel(samples, 'bands');
  assert.deepEqual(
    all.planes.map((plane) => [...plane]),
    [
      [1, 4],
      [2, 5],
      [3, 6],
    ],
  );
});

test('every channel of the menu repeats itself from its record, on other samples too', async () => {
  const domain = colours();
  const other = colours(2);
  for (const { id, kind } of channelList({ bands: 3, bits: 8 })) {
    const first = await applyChannel(domain, id);
    assert.equal(first.kind, kind, id);
    const again = await applyChannel(domain, id, { record: JSON.parse(JSON.stringify(first.record)) });
    assert.deepEqual(again, first, id);
    const elsewhere = await applyChannel(other, id, { record: first.record });
    assert.deepEqual(elsewhere.record, first.record, id);
    for (const plane of elsewhere.planes) assert.equal(plane.length, 50 * 40, id);
  }
});

test('rows made when they are asked for are those of the whole, and masked where any of the whole is', async () => {
  const { data } = colours(3);
  const floats = Float32Array.from(data, (value, i) => (i === 75 * 3 + 1 ? Number.NaN : value - 60));
  const missing = Uint8Array.from({ length: 50 * 40 }, (_, i) => (i % 50 < 9 && i > 1000 ? 1 : 0));
  for (const samples of [colours(3), made(Uint16Array.from(data), 3), { ...colours(3), missing }, made(floats, 3)]) {
    const ids =
      samples.data instanceof Float32Array
        ? ['luminance', 'bands', 'principal', 'palette:16']
        : channelList({ bands: 3, bits: 8 }).map(({ id }) => id);
    for (const id of [...ids, 'band:2', 'db', 'ratio:1/2']) {
      const whole = await applyChannel(samples, id);
      const channel = await channelRows(samples, id);
      const cut = rowsOf(whole);
      assert.equal(channel.count, whole.planes.length, id);
      const spent = await channel.rows(5, 30);
      for (const [first, rows] of [
        [0, 40],
        [0, 1],
        [1, 1],
        [13, 20],
        [39, 1],
      ] as const) {
        const { planes: _, ...about } = whole;
        const mask =
          whole.missing === undefined ? {} : { missing: whole.missing.subarray(50 * first, 50 * (first + rows)) };
        const planes = whole.planes.map((plane) => plane.subarray(50 * first, 50 * (first + rows)));
        const wanted = { ...about, height: rows, planes, ...mask };
        assert.deepEqual(await channel.rows(first, rows), wanted, `${id}, rows ${first} + ${rows}`);
        assert.deepEqual(await cut.rows(first, rows), wanted);
        if (rows <= 30) assert.deepEqual(await channel.rows(first, rows, spent), wanted, `${id}, written over`);
      }
    }
  }
});

test('principal axes decorrelate: the planes have next to no covariance, and fill their bits', async () => {
  const samples = colours();
  for (const bits of [8, 16] as const) {
    const { planes } = await applyChannel(samples, 'principal', { bits });
    assert.equal(planes.length, 3);
    const together = new Uint16Array(50 * 40 * 3);
    planes.forEach((plane, c) => {
      plane.forEach((value, i) => {
        together[i * 3 + c] = value;
      });
      assert.equal(Math.min(...plane), 0);
      assert.equal(Math.max(...plane), bits === 8 ? 255 : 65535);
    });
    const { covariance } = await momentsOf(made(together, 3));
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < i; j++) {
        const correlation = covariance[i]![j]! / Math.sqrt(covariance[i]![i]! * covariance[j]![j]!);
        assert.ok(Math.abs(correlation) < (bits === 8 ? 2e-2 : 1e-4), `${bits} bits: ${correlation}`);
      }
  }
});

test('the covariance of integers is exact, whatever the order of the pixels', async () => {
  const next = numbers(7);
  const data = Uint16Array.from({ length: 3 * 7000 }, () => 65535 - Math.floor(next() * 900));
  const { means, covariance, count } = await momentsOf(made(data, 3, 100));
  let sum = 0n;
  let product = 0n;
  let other = 0n;
  for (let i = 0; i < data.length; i += 3) {
    sum += BigInt(data[i]!);
    other += BigInt(data[i + 2]!);
    product += BigInt(data[i]!) * BigInt(data[i + 2]!);
  }
  assert.equal(count, 7000);
  assert.equal(means[0], Number(sum) / 7000);
  assert.equal(covariance[0]![2], Number(7000n * product - sum * other) / 7000 ** 2);
});

test('Jacobi rotations give unit eigenvectors of a symmetric matrix, the largest value first', () => {
  const next = numbers(3);
  for (let n = 1; n <= 6; n++) {
    const half = Array.from({ length: n }, () => Array.from({ length: n }, () => next() - 0.5));
    const matrix = half.map((a) => half.map((b) => a.reduce((sum, x, k) => sum + x * b[k]!, 0)));
    const { values, vectors } = principalAxes(matrix);
    for (let k = 0; k < n; k++) {
      if (k > 0) assert.ok(values[k]! <= values[k - 1]!);
      for (let i = 0; i < n; i++) {
        const left = matrix[i]!.reduce((sum, x, j) => sum + x * vectors[k]![j]!, 0);
        assert.ok(Math.abs(left - values[k]! * vectors[k]![i]!) < 1e-12);
      }
      assert.ok(Math.abs(vectors[k]!.reduce((sum, x) => sum + x * x, 0) - 1) < 1e-12);
      assert.ok(Math.max(...vectors[k]!) >= Math.max(...vectors[k]!.map((x) => -x)) * (1 - 1e-8));
    }
  }
});

test('colour deconvolution inverts the stain matrix: a pure stain shows in its channel alone', async () => {
  const stains = { hematoxylin: [0.65, 0.7, 0.29], eosin: [0.07, 0.99, 0.11], dab: [0.27, 0.57, 0.78] } as const;
  for (const [name, density] of Object.entries(stains)) {
    for (const channel of ['hematoxylin', 'eosin', 'dab'] as const) {
      const amount = stainWeights(channel).reduce((sum, weight, c) => sum + weight * density[c]!, 0);
      assert.ok(Math.abs(amount - (name === channel ? 1 : 0)) < 1e-12);
    }
    const tint = density.map((d) => Math.round(256 * Math.exp(-d) - 1));
    const samples = made(Uint8Array.of(255, 255, 255, ...tint), 3, 2);
    for (const channel of ['hematoxylin', 'eosin', 'dab'] as const) {
      const { planes, record } = await applyChannel(samples, channel);
      const transform = transformOf(record);
      assert.ok(transform.kind === 'absorbance');
      const amount = (planes[0]![1]! - planes[0]![0]!) / transform.scale;
      assert.ok(Math.abs(amount - (name === channel ? 1 : 0)) < 0.03, `${name} in ${channel}: ${amount}`);
    }
  }
});

test('floats are quantised once: whole numbers stay, zero stays zero, a narrow range is stretched', async () => {
  const counts = await applyChannel(made(Float32Array.of(0, 3, 65535, 7), 1, 2), 'luminance');
  assert.deepEqual([...counts.planes[0]!], [0, 3, 65535, 7]);
  const intensities = await applyChannel(made(Float32Array.of(0.5, 1, 2, 4), 1, 2), 'luminance');
  assert.deepEqual([...intensities.planes[0]!], [8192, 16384, 32768, 65535]);
  const narrow = await applyChannel(made(Float32Array.of(1000, 1000.25, 1000.5, 1001), 1, 2), 'band:1');
  assert.deepEqual([...narrow.planes[0]!], [0, 16384, 32768, 65535]);
  const signed = await applyChannel(made(Float32Array.of(-1, 0, 1.5, 1), 1, 2), 'band:1');
  assert.deepEqual([...signed.planes[0]!], [0, 26214, 65535, 52428]);
});

test('what is not finite, masked, or has no logarithm is missing', async () => {
  const floats = made(Float32Array.of(1.5, Number.NaN, 3.5, Number.POSITIVE_INFINITY), 1, 2);
  assert.deepEqual([...(await applyChannel(floats, 'luminance')).missing!], [0, 1, 0, 1]);
  const integers = { ...made(Uint8Array.of(0, 1, 2, 3), 1, 2), missing: Uint8Array.of(0, 0, 0, 1) };
  const decibels = await applyChannel(integers, 'db');
  assert.deepEqual([...decibels.missing!], [1, 0, 0, 1]);
  assert.deepEqual([...decibels.planes[0]!], [0, 0, 65535, 0]);
  const ratio = await applyChannel(made(Uint16Array.of(8, 2, 0, 5, 1, 1, 3, 0), 2, 2), 'ratio:1/2');
  assert.deepEqual([...ratio.missing!], [0, 1, 0, 1]);
  assert.deepEqual([...ratio.planes[0]!], [65535, 0, 0, 0]);
  await assert.rejects(applyChannel(made(new Uint8Array(4), 1, 2), 'db'), {
    code: 'bad-parameter',
    message: /no pixel of the domain/,
  });
});

test('a palette keeps clusters of colour apart and uses all its codes', async () => {
  const next = numbers(11);
  const centres = [
    [20, 30, 200],
    [220, 40, 30],
    [60, 200, 90],
    [240, 240, 235],
  ];
  const labels = Uint8Array.from({ length: 2000 }, () => Math.floor(next() * 4));
  const data = new Uint8Array(6000);
  labels.forEach((label, i) => {
    for (let c = 0; c < 3; c++) data[i * 3 + c] = Math.min(255, centres[label]![c]! + next() * 15);
  });
  const { planes, codes, kind } = await applyChannel(made(data, 3), 'palette:4');
  assert.deepEqual([codes, kind], [4, 'codes']);
  const codeOf = new Map<number, number>();
  labels.forEach((label, i) => {
    codeOf.set(label, codeOf.get(label) ?? planes[0]![i]!);
    assert.equal(planes[0]![i], codeOf.get(label));
  });
  assert.equal(new Set(codeOf.values()).size, 4);
});

test('a palette of a grey band are quantiles: as many pixels in each code as ties allow', async () => {
  const next = numbers(13);
  const samples = made(
    Uint16Array.from({ length: 8000 }, () => next() * next() * 60000),
    1,
  );
  const { planes, codes } = await applyChannel(samples, 'palette:16');
  assert.equal(codes, 16);
  const counts = new Array<number>(16).fill(0);
  for (const code of planes[0]!) counts[code]!++;
  for (const count of counts) assert.ok(Math.abs(count - 500) <= 5, `${counts}`);
  const two = await applyChannel(made(Uint8Array.of(3, 3, 3, 9), 1, 2), 'palette:16');
  assert.deepEqual([...two.planes[0]!], [0, 0, 0, 1]);
  assert.equal(two.codes, 2);
});

test('names that an image does not have are refused in words', () => {
  for (const [name, bands] of [
    ['red', 1],
    ['band:4', 3],
    ['band:0', 3],
    ['hematoxylin', 2],
    ['ratio:1/9', 2],
    ['ratio:1', 2],
    ['palette:1', 3],
    ['palette:x', 3],
    ['nonsense', 3],
    ['', 1],
  ] as const)
    assert.throws(() => parseChannel(name, bands), { code: 'bad-parameter' }, name);
  assert.throws(() => parseChannel('band:4', 3), /this image has 3 bands, so use one of luminance/);
  for (const bands of [1, 2, 3, 4, 13]) for (const { id } of channelList({ bands })) parseChannel(id, bands);
});

test('a record of another channel, or a broken one, is refused', async () => {
  const samples = colours();
  const { record } = await applyChannel(samples, 'principal');
  await assert.rejects(applyChannel(samples, 'luminance', { record }), { code: 'bad-parameter' });
  await assert.rejects(
    applyChannel(samples, 'principal', { record: { channel: 'principal', channelTransform: '{' } }),
    {
      code: 'bad-parameter',
    },
  );
});

test('a constant image gives constant planes, not numbers out of nothing', async () => {
  const samples = made(new Uint8Array(300).fill(77), 3, 10);
  for (const { id } of channelList({ bands: 3, bits: 8 })) {
    const { planes } = await applyChannel(samples, id);
    for (const plane of planes) assert.equal(new Set(plane).size, 1, id);
  }
});

test('an aborted channel ends with AbortError', async () => {
  await assert.rejects(applyChannel(colours(), 'principal', { signal: AbortSignal.abort() }), { name: 'AbortError' });
});

test('three axes in one walk are the three axes one by one', async () => {
  const next = numbers(17);
  for (const data of [
    Uint8Array.from({ length: 6000 }, () => next() * 256),
    Uint16Array.from({ length: 6000 }, () => next() * 65536),
    Float32Array.from({ length: 6000 }, () => next() * 9 - 4),
  ]) {
    const samples = { ...made(data, 3), missing: Uint8Array.from({ length: 2000 }, (_, i) => (i % 7 === 0 ? 1 : 0)) };
    const together = await applyChannel(samples, 'principal');
    const transform = transformOf(together.record);
    assert.ok(transform.kind === 'affine' && transform.planes.length === 3);
    for (const [k, plane] of transform.planes.entries()) {
      const channelTransform = JSON.stringify({ ...transform, planes: [plane] });
      const alone = await applyChannel(samples, 'principal', { record: { channel: 'principal', channelTransform } });
      assert.deepEqual(alone.planes[0], together.planes[k]);
    }
  }
});
