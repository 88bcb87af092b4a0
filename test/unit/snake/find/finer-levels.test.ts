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
/** An image of discs with a radius of 10 px. Lengths are full-resolution pixels. */
interface Picture {
  /** Distance of neighbouring discs. */
  readonly apart: number;
  /** How bright the ground is. */
  readonly ground: (x: number, y: number) => number;
}
const even: Picture = { apart: 40, ground: () => 40 };
/** Squares of 160 px in turn bright and dark: one threshold gives the bright ones. */
const uneven: Picture = { apart: 80, ground: (x, y) => 30 + 120 * ((Math.floor(x / 160) + Math.floor(y / 160)) % 2) };

/** Opens an image, and counts the windows that are read; with `aside`, there are other workers. */
const opened = (aside?: Aside, { apart, ground }: Picture = even) => {
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
        const bright = Math.hypot((u % apart) - apart / 2, (v % apart) - apart / 2) < 10 ? 60 : 0;
        return ground(u, v) + bright + ((i * 7919) % 9);
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

test('objects at a finer level are the same where their radius is as large as it can be told, and others where it is larger', async () => {
  // At the finer level discs of 8.8 and of 7.5 px: a quarter of an octave more is 10.5 and 8.9 px.
  for (const [radius, level] of [
    [4.4, 0],
    [3.75, 1],
  ] as const) {
    const best = await opened().finer.surest({ ...shown, radius }, ANY_APPEARANCE);
    assert.equal(best.level, level, `a radius of ${radius}`);
  }
});

test('objects that a coarser level shows need no more of their kind at a finer one, however many grounds that shows', async () => {
  const best = await opened(undefined, uneven).finer.surest(shown, ANY_APPEARANCE);
  assert.equal(best.level, 0);
  assert.ok(Math.abs(best.radius - 10) < 2, `${best.radius}`);
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
