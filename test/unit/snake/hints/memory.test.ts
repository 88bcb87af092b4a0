import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine } from '../../../../src/engine.js';
import type { EngineRequest } from '../../../../src/worker/engine.js';
import { Random } from '../../../support/random.js';
import { scene } from '../../../support/snake/cases.js';

const [width, height] = [120, 100];
const pixels = (): { width: number; height: number; data: Uint8Array | Uint16Array } => ({
  width,
  height,
  data: scene(new Random(25), width, height).planes[0]!,
});
const init = { x: 30, y: 14, width: 66, height: 66 };
/** The contour from the box has it on its side. */
const met: EngineRequest = { init, hints: { inside: [[62.4, 47]] } };

test('a correction goes on from the contour that a run from the same box came to, and does not find it again', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  try {
    const wrong: EngineRequest = { init, hints: { outside: [[62.4, 25.5]] } };
    const fresh = await engine.load(pixels());
    const expected = (await engine.segment(fresh, wrong).result).geometry;
    const image = await engine.load(pixels());
    const first = await engine.segment(image, { init }).result;
    const run = engine.segment(image, met);
    const states = run[Symbol.asyncIterator]();
    assert.equal((await states.next()).done, true, 'nothing evolves');
    assert.deepEqual((await run.result).geometry, first.geometry);
    assert.deepEqual((await engine.segment(image, wrong).result).geometry, expected);
  } finally {
    engine.dispose();
  }
});

test('the contour of a run that was told to end is not gone on from', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  try {
    const whole = (await engine.segment(await engine.load(pixels()), { init }).result).geometry;
    const image = await engine.load(pixels());
    const run = engine.segment(image, { init, paused: true });
    const states = run[Symbol.asyncIterator]();
    run.step();
    await states.next();
    run.cancel();
    assert.notDeepEqual((await run.result).geometry, whole);
    assert.deepEqual((await engine.segment(image, met).result).geometry, whole);
  } finally {
    engine.dispose();
  }
});

test('a correction of a contour of a list, whose details nobody asked for, has its details', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  try {
    const { details } = await engine.segment(await engine.load(pixels()), met).outcome;
    assert.ok(details && Object.keys(details).length > 0);
    const image = await engine.load(pixels());
    const other = { x: 4, y: 60, width: 20, height: 20 };
    await engine.segment(image, { init: [other, init] }).outcome;
    assert.deepEqual((await engine.segment(image, met).outcome).details, details);
  } finally {
    engine.dispose();
  }
});

test('a click whose contour was of a list has its details, which the list asked of its first start alone', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  try {
    const click = { x: 62, y: 47 };
    const { details } = await engine.segment(await engine.load(pixels()), { init: click }).outcome;
    assert.ok(details && Object.keys(details).length > 0);
    const image = await engine.load(pixels());
    await engine.segment(image, { init: [init, click] }).outcome;
    assert.deepEqual((await engine.segment(image, { init: click }).outcome).details, details);
  } finally {
    engine.dispose();
  }
});
