/** Steps a submit, from injected timings; and what is too large a start. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CpuExecutor } from '../../../../src/compute/cpu-executor.js';
import { latticeRing, MOST_VERTICES } from '../../../../src/snake/starts.js';
import { Batches } from '../../../../src/snake/steps/batches.js';
import { geometryOf } from '../../../../src/snake/steps/optimiser.js';
import { makeTables } from '../../../../src/snake/tables/tables.js';
import { problem } from '../../../support/snake/cases.js';

/** Submits of a device whose steps take `cost` milliseconds each, whose submits take `latency` more. */
const submits = (
  works: readonly number[],
  cost: (work: number) => number,
  latency: number,
  batches = new Batches(),
) => {
  let took: number | undefined;
  return works.map((work) => {
    const steps = batches.next(work, took);
    took = latency + steps * cost(work);
    return { steps, took };
  });
};

test('a submit has one step at first, then as many as fill its time, and never more than 32', () => {
  const even = new Array<number>(12).fill(1000);
  const quick = submits(even, () => 0.03, 1);
  assert.deepEqual(
    quick.slice(0, 7).map(({ steps }) => steps),
    [1, 2, 4, 8, 16, 32, 32],
  );
  assert.equal(quick.at(-1)!.steps, 32);
  const slow = submits(even, () => 2, 1);
  assert.ok(slow.at(-1)!.took > 8 && slow.at(-1)!.took <= 13);
  assert.ok(submits(even, () => 300, 1).every(({ steps }) => steps === 1));
  assert.equal(submits(even, () => 0, 0).at(-1)!.steps, 32);
});

test('a contour that grows to 32,768 vertices keeps its submits under 50 ms, and one step where that is not enough', () => {
  for (const speed of [1e-6, 1e-5, 1e-4]) {
    for (const growth of [1.3, 2, 4]) {
      const works: number[] = [];
      for (let vertices = 1024; vertices < MOST_VERTICES; vertices *= growth) {
        // Pairs of edges, and rows; several submits at each size.
        for (let i = 0; i < 8; i++) works.push(vertices * vertices + vertices * 160);
      }
      const cost = (work: number): number => 0.05 + speed * work;
      const all = submits(works, cost, 1);
      for (const [i, { steps, took }] of all.entries()) {
        assert.ok(steps === 1 || took < 50, `${speed}, ${growth}, submit ${i}: ${steps} steps, ${took} ms`);
      }
      assert.ok(all.some(({ steps }) => steps > 4) || speed > 1e-6);
    }
  }
});

test('steps four times as dear as foreseen still end in time', () => {
  let dear = 1;
  const batches = new Batches();
  let took: number | undefined;
  for (let i = 0; i < 40; i++) {
    dear = i % 10 === 9 ? 4 : 1;
    const steps = batches.next(1000, took);
    took = 1 + steps * 0.4 * dear;
    assert.ok(took < 50, `${steps} steps, ${took} ms`);
  }
});

test('another level begins with no more steps, and with fewer where they look at more', () => {
  const batches = new Batches();
  submits(new Array<number>(10).fill(10_000), () => 0.15, 1, batches);
  assert.equal(batches.next(10_000), 32);
  assert.ok(batches.next(4e6) < 8);
});

test('a run that is stepped takes one step a submit, and then finds its pace again', () => {
  const batches = new Batches();
  submits(new Array<number>(10).fill(1000), () => 0.03, 1, batches);
  batches.noteCommand('step');
  for (let i = 0; i < 3; i++) assert.equal(batches.next(1000, 1.03), 1);
  batches.noteCommand('go');
  assert.deepEqual(
    submits(new Array<number>(4).fill(1000), () => 0.03, 1, batches).map(({ steps }) => steps),
    [1, 2, 4, 8],
  );
});

test('a start of more vertices than the kernels count is refused in words', async () => {
  const domain = { x: 0, y: 0, width: 65535, height: 65535 };
  const circle = (vertices: number) =>
    Array.from({ length: vertices }, (_, i) => {
      const angle = (2 * Math.PI * i) / vertices;
      return [32767 + 32000 * Math.cos(angle), 32767 + 32000 * Math.sin(angle)];
    });
  const refused = { code: 'bad-init', message: /of 32769 vertices .* 32768 at most/ };
  assert.throws(() => latticeRing(circle(MOST_VERTICES + 1), domain, 1, 1), refused);
  const planes = [new Uint8Array(100)];
  const tables = await makeTables(
    new CpuExecutor(),
    { width: 10, height: 10, kind: 'intensity', bits: 8, planes, record: {} },
    { stride: 8 },
  );
  const ring = (vertices: number) => new Array<number>(2 * vertices).fill(0);
  const start = (vertices: number) => problem([{ ring: ring(vertices), box: { x0: 0, y0: 0, x1: 10, y1: 10 } }]);
  assert.throws(() => geometryOf(tables, start(MOST_VERTICES + 1)), refused);
  assert.ok(geometryOf(tables, start(MOST_VERTICES)));
});

test('a run on a device that is known begins with more steps, unless its own are dearer or it goes step by step', () => {
  const device = {};
  const even = new Array<number>(8).fill(1000);
  const counts = (works: readonly number[], batches: Batches) =>
    submits(works, () => 0.03, 1, batches).map(({ steps }) => steps);
  assert.deepEqual(counts(even, new Batches(device)).slice(0, 3), [1, 2, 4]);
  assert.deepEqual(counts(even, new Batches(device)).slice(0, 4), [8, 16, 32, 32]);
  assert.deepEqual(counts(even, new Batches({})).slice(0, 3), [1, 2, 4]);
  assert.equal(new Batches(device).next(2 ** 30), 1);
  const single = new Batches(device);
  single.noteCommand('step');
  assert.deepEqual(counts(even, single), new Array(8).fill(1));
});
