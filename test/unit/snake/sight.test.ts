import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunContext } from '../../../src/algorithm/algorithm.js';
import { CpuExecutor } from '../../../src/compute/cpu-executor.js';
import type { Rect } from '../../../src/core/geometry/rect.js';
import { Parts } from '../../../src/core/parts.js';
import type { Samples } from '../../../src/image/samples.js';
import { withoutOthers } from '../../../src/snake/find/others.js';
import { readParameters } from '../../../src/snake/schema.js';
import { sightOf } from '../../../src/snake/sight.js';

const domain: Rect = { x: 0, y: 0, width: 8, height: 8 };
const level = { width: 8, height: 8, scaleX: 1, scaleY: 1 };

const context = (): RunContext & { reads: number } => {
  const samples: Samples = {
    width: 8,
    height: 8,
    bands: 1,
    data: Uint8Array.from({ length: 64 }, (_, i) => 4 * i),
  };
  const made = {
    reads: 0,
    run: {},
    engine: {},
    executor: new CpuExecutor(),
    signal: new AbortController().signal,
    parts: new Parts(),
    image: { name: 'a ramp', width: 8, height: 8, bands: 1, bits: 8, depth: 1, levels: [level] } as const,
    pixelBudget: 64,
    pixels: async () => {
      made.reads++;
      return { samples, rect: domain };
    },
    region: async () => samples,
  };
  return made;
};

const look = async (seen: RunContext): Promise<Samples> => {
  const read = async (): Promise<Samples> => (await seen.pixels(domain, 0)).samples;
  return (await sightOf(seen, readParameters({}), { domain, level: 0 }, undefined, read)).samples;
};

test('a domain that was seen is not read again', async () => {
  const whole = context();
  assert.equal(await look(whole), await look(whole));
  assert.equal(whole.reads, 1);
});

test('what one object sees of a domain without the others serves no run that sees other pixels there', async () => {
  const whole = context();
  const labels = Int32Array.from({ length: 64 }, (_, i) => (i < 8 ? 1 : i < 16 ? 2 : 0));
  const missing = async (seen: RunContext): Promise<number[]> =>
    [...((await look(seen)).missing ?? [])].flatMap((flag, i) => (flag === 1 ? [i] : []));
  assert.deepEqual(await missing(whole), []);
  assert.deepEqual(await missing(withoutOthers(whole, labels, 1, domain, level)), [8, 9, 10, 11, 12, 13, 14, 15]);
  assert.deepEqual(await missing(withoutOthers(whole, labels, 2, domain, level)), [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual(await missing(whole), []);
});

test('a run that repeats the transform of one before finds its planes, whatever else its record tells', async () => {
  const whole = context();
  const read = async (): Promise<Samples> => (await whole.pixels(domain, 0)).samples;
  const first = await sightOf(whole, readParameters({}), { domain, level: 0 }, undefined, read);
  const record = { ...first.seen.channel.record, sampleCorrelation: '0.5' };
  const again = await sightOf(whole, readParameters({}), { domain, level: 0 }, record, read);
  assert.equal(again.seen, first.seen);
  assert.equal(whole.reads, 1);
});

test('the growth of a domain that is too large to be kept is measured once', async () => {
  const whole = context();
  let rows = 0;
  const data = new Uint8Array(2 ** 26 + 8).map((_, i) => i);
  const wide = { width: data.length / 8, height: 8 };
  const large: Samples = { ...wide, bands: 1, data };
  const looked = async () =>
    sightOf(whole, readParameters({}), { domain: { x: 0, y: 0, ...wide }, level: 0 }, undefined, async () => {
      rows++;
      return large;
    });
  const first = await (await looked()).growth();
  const again = await looked();
  assert.equal(rows, 2);
  Object.assign(again.seen.channel, {
    rows: () => {
      throw new Error('measured again');
    },
  });
  assert.equal(await again.growth(), first);
});
