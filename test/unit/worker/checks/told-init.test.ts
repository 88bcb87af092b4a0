import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxOf, toldInit } from '../../../../src/worker/checks/told-init.js';

const polygon = { type: 'Polygon', coordinates: [] };

test('each form of a start is told by its members, none of which is checked', () => {
  const box = { x: 1, y: 2, width: 'three', height: 4 };
  const starts = [{ x: 1, y: 2 }, box];
  assert.deepEqual(toldInit('auto'), { kind: 'everywhere' });
  assert.deepEqual(toldInit('contour-1'), { kind: 'id', id: 'contour-1' });
  assert.deepEqual(toldInit(starts), { kind: 'list', inits: starts });
  assert.deepEqual(toldInit({ type: 'FeatureCollection', features: starts }), { kind: 'list', inits: starts });
  assert.deepEqual(toldInit({ type: 'FeatureCollection' }), { kind: 'list', inits: undefined });
  assert.deepEqual(toldInit(polygon), { kind: 'geometry', geometry: polygon });
  assert.deepEqual(toldInit({ type: 'Feature', geometry: polygon }), { kind: 'geometry', geometry: polygon });
  assert.deepEqual(toldInit(box), { kind: 'box', box });
  assert.deepEqual(toldInit({ x: 1, y: 2, width: 3 }), { kind: 'box', box: { x: 1, y: 2, width: 3 } });
  assert.deepEqual(toldInit({ x: 1, y: Number.NaN }), { kind: 'point', x: 1, y: Number.NaN });
  for (const none of [undefined, null, 7, {}, { x: 1 }, { y: 1, width: 2, height: 3 }])
    assert.deepEqual(toldInit(none), { kind: 'none' });
});

test('the box of a start is a rectangle of finite numbers', () => {
  const box = { x: 1, y: 2, width: 3, height: 4 };
  assert.deepEqual(boxOf({ ...box, other: 5 }), box);
  for (const other of ['auto', { x: 1, y: 2 }, { ...box, width: Infinity }, [box], polygon, undefined])
    assert.equal(boxOf(other), undefined);
});
