/** Regions whose run fails: tried again where its worker has ended, and not where its server asks to be left alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Region } from '../../../../../src/contours/seams/region-grid.js';
import { SegmenterError } from '../../../../../src/core/errors.js';
import type { ClientRun } from '../../../../../src/element/client/client-run.js';
import { RegionRuns } from '../../../../../src/element/workbench/search/search-regions.js';

const whole = { x: 0, y: 0, width: 8, height: 8 };
const region: Region = { index: 0, core: whole, outer: whole };

/** The number of runs that a search of one region begins where each fails with `error`. */
const runsOf = async (error: SegmenterError): Promise<number> => {
  let runs = 0;
  const segment = (): ClientRun => {
    runs++;
    const nothing = (): void => {};
    const steering = { pause: nothing, resume: nothing, step: nothing, cancel: nothing, watch: nothing };
    return { id: String(runs), result: Promise.reject(error), ...steering };
  };
  const search = new RegionRuns({
    engine: { segment },
    image: { id: 1, width: 8, height: 8 },
    request: { init: 'auto' },
    signal: new AbortController().signal,
  });
  await assert.rejects(
    search.search([region], 1, () => {}),
    error,
  );
  return runs;
};

test('a region is tried three times where its worker hangs', async () => {
  assert.equal(await runsOf(new SegmenterError('timeout', { what: 'The answer of the worker', limit: 10_000 })), 3);
});

test('a region is tried once where its server asks to wait', async () => {
  const what = 'https://slides.example/1.tif (HTTP 503: the server asks to wait 60 s)';
  assert.equal(await runsOf(new SegmenterError('timeout', { what, limit: 5000, wait: 60 })), 1);
});
