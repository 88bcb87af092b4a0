/** The front of a run: what is drawn is the component's, and what is told is the page's. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Front } from '../../../../src/element/workbench/runs/front.js';

test('the ring that a page is told is a copy, which it may keep and change', () => {
  const told: { ring: number[] }[] = [];
  const voice = { emit: (_name: string, detail: { ring: number[] }) => told.push(detail) };
  const front = new Front(voice as never, () => {});
  const ring = [1, 2, 3, 4, 5, 6];
  const state = { iteration: 1, step: 1, ring, criterion: 0, level: 0 };
  front.tell({ run: { id: 'a' }, algorithm: 'snake', from: 'auto', slice: undefined, state, paused: false });
  assert.deepEqual(told[0]!.ring, ring);
  told[0]!.ring.fill(0);
  assert.deepEqual(front.evolving?.rings, [[1, 2, 3, 4, 5, 6]]);
  assert.deepEqual(ring, [1, 2, 3, 4, 5, 6]);
});
