import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Taken } from '../../../../src/snake/find/taken.js';

const polygon = (ring: readonly (readonly [number, number])[]) =>
  ({ type: 'Polygon', coordinates: [[...ring, ring[0]!]] }) as const;

/** A square of 320 pixels with an inlet of one pixel, which is narrower than a pixel of the level. */
const lake = (left: number) =>
  polygon([
    [left, 0],
    [left + 160, 0],
    [left + 160, 200],
    [left + 161, 200],
    [left + 161, 0],
    [left + 320, 0],
    [left + 320, 320],
    [left, 320],
  ]);

test('an object holds its pixels of a coarser level, also where its outline touches itself there', () => {
  const taken = new Taken({ x: 0, y: 0, width: 40, height: 30 }, { scaleX: 16, scaleY: 16 });
  assert.equal(taken.take(lake(0)), 0);
  assert.equal(taken.take(lake(0)), 1);
  assert.equal(taken.take(lake(160)), 1 / 2);
});

test('an object that holds no pixel of the level counts as held by others', () => {
  const taken = new Taken({ x: 0, y: 0, width: 40, height: 30 }, { scaleX: 16, scaleY: 16 });
  assert.equal(
    taken.take(
      polygon([
        [1, 1],
        [6, 1],
        [6, 6],
      ]),
    ),
    1,
  );
});

test('the pixels are those of a domain that begins elsewhere, as far as they lie in it', () => {
  const taken = new Taken({ x: 10, y: 0, width: 10, height: 30 }, { scaleX: 16, scaleY: 16 });
  assert.equal(taken.take(lake(0)), 0);
  assert.equal(taken.take(lake(160)), 1);
});
