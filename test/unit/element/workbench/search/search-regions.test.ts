/** Regions whose run fails: tried again where its worker has ended, passed over where it cannot be read, and the end of the search where that takes long. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunState } from '../../../../../src/algorithm/algorithm.js';
import type { Region } from '../../../../../src/contours/seams/region-grid.js';
import { SegmenterError } from '../../../../../src/core/errors.js';
import type { ClientRun } from '../../../../../src/element/client/client-run.js';
import { type Found, RegionRuns } from '../../../../../src/element/workbench/search/search-regions.js';
import type { RunResult } from '../../../../../src/worker/protocol.js';

const whole = { x: 0, y: 0, width: 8, height: 8 };
const region: Region = { index: 0, core: whole, outer: whole };

/** A search of so many regions of which each attempt ends as `attempt` says; its runs begun, its regions ended, and its error. */
const searched = async (
  regions: number,
  attempt: (run: number) => Promise<RunResult>,
): Promise<{ readonly runs: number; readonly ended: readonly Found[]; readonly error?: unknown }> => {
  let runs = 0;
  const segment = (): ClientRun => {
    runs++;
    const nothing = (): void => {};
    const steering = { pause: nothing, resume: nothing, step: nothing, cancel: nothing, watch: nothing };
    return { id: String(runs), result: attempt(runs), ...steering };
  };
  const search = new RegionRuns({
    engine: { segment },
    image: { id: 1, width: 8, height: 8 },
    request: { init: 'auto' },
    signal: new AbortController().signal,
  });
  const ended: Found[] = [];
  const all = Array.from({ length: regions }, (_, index) => ({ ...region, index }));
  try {
    await search.search(all, 1, (_region, found) => ended.push(found));
    return { runs, ended };
  } catch (error) {
    return { runs, ended, error };
  }
};

test('a region is tried three times where its worker hangs', async () => {
  const error = new SegmenterError('timeout', { what: 'The answer of the worker', limit: 10_000 });
  const its = await searched(2, () => Promise.reject(error));
  assert.deepEqual([its.runs, its.ended, its.error], [3, [], error]);
});

test('a search ends at the first region where its server asks to wait', async () => {
  const url = 'https://slides.example/1.tif';
  const error = new SegmenterError('timeout', { what: url, limit: 5000, url, reason: 'HTTP 503', wait: 60 });
  const its = await searched(2, () => Promise.reject(error));
  assert.deepEqual([its.runs, its.ended, its.error], [1, [], error]);
});

const url = 'https://slides.example/1.tif';
const silent = new SegmenterError('timeout', { what: url, limit: 30_000, url });
const missing = new SegmenterError('tile-unavailable', { tile: '0/0_0', name: '1.dzi', reason: 'HTTP 404' });

for (const error of [silent, missing])
  test(`a search goes on after a region that fails with ${error.code}, and ends where a second one takes long, too`, async (t) => {
    let now = 0;
    t.mock.method(performance, 'now', () => now);
    const nothing: RunResult = { contours: [], cancelled: false, details: {} };
    const failing = new Set([1, 3, 4, 5]);
    const its = await searched(9, async (run) => {
      now += 30_000;
      if (failing.has(run)) throw error;
      return nothing;
    });
    const failures = its.ended.map(({ failure }) => failure);
    assert.deepEqual([its.runs, failures, its.error], [4, [error, undefined, error], error]);
  });

test('regions that fail at once are passed over, however many they are', async () => {
  const its = await searched(500, () => Promise.reject(missing));
  assert.deepEqual([its.runs, its.ended.length, its.error], [500, 500, undefined]);
});

test('the share of a region grows while its objects are looked for, then with their contours', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const shares: number[] = [];
  const told: number[] = [];
  let onState: (state: RunState) => void = () => {};
  let end: (result: RunResult) => void = () => {};
  const nothing = (): void => {};
  const steering = { pause: nothing, resume: nothing, step: nothing, cancel: nothing, watch: nothing };
  const search = new RegionRuns({
    engine: {
      segment: (_request, options) => {
        onState = options?.onState ?? nothing;
        return { id: '1', result: new Promise<RunResult>((resolve) => (end = resolve)), ...steering };
      },
    },
    image: { id: 1, width: 8, height: 8 },
    request: { init: 'auto' },
    signal: new AbortController().signal,
    progressed: () => told.push(now),
  });
  const ending = search.search([region], 1, () => shares.push(search.share));
  const state: RunState = { iteration: 0, step: 0, ring: [], criterion: 0, level: 0 };
  const looking = { ...state, searching: true };
  for (const next of [looking, { ...looking, done: 0.5 }, looking, { ...looking, done: 1 }, { ...state, done: 0.5 }]) {
    now += 200;
    onState(next);
    shares.push(search.share);
  }
  end({ contours: [], cancelled: false, details: {} });
  await ending;
  assert.deepEqual(shares, [0, 0.25, 0.25, 0.5, 0.75, 0]);
  assert.deepEqual(told, [400, 800], 'at most four reports a second');
});

test('a region that is stopped before it has objects has not been searched', async () => {
  const nothing = (): void => {};
  const steering = { pause: nothing, resume: nothing, step: nothing, cancel: nothing, watch: nothing };
  const result = new Promise<RunResult>(nothing);
  const runs = new RegionRuns({
    engine: { segment: () => ({ id: '1', result, ...steering }) },
    image: { id: 1, width: 8, height: 8 },
    request: { init: 'auto' },
    signal: new AbortController().signal,
  });
  const ended: Region[] = [];
  const search = runs.search([region, { ...region, index: 1 }], 1, (its) => ended.push(its));
  runs.cancel();
  await search;
  assert.deepEqual(ended, []);
});
