/** Looks at finer levels, begun before it is known whether they are needed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Aside, RunContext } from '../../../../src/algorithm/algorithm.js';
import { isAbort } from '../../../../src/core/errors.js';
import { toNobody } from '../../../../src/core/told.js';
import { FinerLevels, type Shown } from '../../../../src/snake/find/finer-levels.js';
import { ANY_APPEARANCE } from '../../../../src/snake/find/map/planes.js';

const SIDE = 1400;
const levels = [1, 2].map((scale) => ({ width: SIDE / scale, height: SIDE / scale, scaleX: scale, scaleY: scale }));
/** Distance of discs with a radius of 10 px, in full-resolution pixels. */
const APART = 40;

/** An image of discs, which counts the windows that are read; with `aside`, one that has other workers. */
const opened = (aside?: Aside) => {
  const read: number[] = [];
  const stop = new AbortController();
  const context: Pick<RunContext, 'pixelBudget' | 'signal' | 'elsewhere' | 'region'> & { image: unknown } = {
    image: { levels, width: SIDE, height: SIDE },
    pixelBudget: 2 ** 24,
    signal: stop.signal,
    elsewhere: () => aside && { most: 1, carryOut: (_task, _context, here) => here(), aside },
    region: async ({ x, y, width, height }, level) => {
      read.push(level);
      const { scaleX } = levels[level]!;
      const data = Uint8Array.from({ length: width * height }, (_, i) => {
        const [u, v] = [(x + (i % width)) * scaleX, (y + Math.floor(i / width)) * scaleX];
        return Math.hypot((u % APART) - APART / 2, (v % APART) - APART / 2) < 10 ? 200 : 40 + ((i * 7919) % 9);
      });
      return { width, height, bands: 1, data };
    },
  };
  const place = { wanted: { x: 0, y: 0, width: SIDE, height: SIDE }, usual: 1 };
  return { read, stop, finer: new FinerLevels(place, context as RunContext, true, toNobody) };
};

/** What the usual level shows: discs that a finer level may show better. */
const shown: Shown = { level: 1, radius: 5, sureness: 0 };
/** No worker does a part, so this thread does it. */
const nobody: Aside = async () => undefined;
const windowsAt = (level: number, read: readonly number[]): number => read.filter((each) => each === level).length;

test('a look that was begun early is the look that is used, and shows the same', async () => {
  const [alone, early] = [opened(), opened(nobody)];
  const wanted = await alone.finer.surest(shown, ANY_APPEARANCE);
  assert.equal(wanted.level, 0);
  assert.ok(Math.abs(wanted.radius - 10) < 1, `${wanted.radius}`);
  early.finer.begin(ANY_APPEARANCE, shown.radius);
  const found = await early.finer.surest(shown, ANY_APPEARANCE);
  assert.deepEqual(found.look?.settings, wanted.look?.settings);
  // Nine windows of the finer level, read once.
  assert.equal(windowsAt(0, early.read), 9);
  assert.deepEqual(early.read, alone.read);
});

test('no look begins early without other workers, for objects that are no groups, or where no finer level may be searched', () => {
  const [alone, large] = [opened(), opened(nobody)];
  alone.finer.begin(ANY_APPEARANCE, shown.radius);
  large.finer.begin(ANY_APPEARANCE, 15);
  assert.deepEqual([...alone.read, ...large.read], []);
});

test('a look that nobody awaits ends with the search, and a look under way with the run', async () => {
  const [ended, aborted] = [opened(nobody), opened(nobody)];
  ended.finer.begin(ANY_APPEARANCE, shown.radius);
  ended.finer.end();
  await assert.rejects(ended.finer.surest(shown, ANY_APPEARANCE), isAbort);
  const look = aborted.finer.surest(shown, ANY_APPEARANCE);
  aborted.stop.abort();
  await assert.rejects(look, isAbort);
});
