import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Corrections, type CorrectionsBench } from '../../../../../src/element/workbench/editing/corrections.js';

test('a cut of any number of points that meets no contour says so', () => {
  const said: string[] = [];
  const ring = [
    [10, 10],
    [20, 10],
    [20, 20],
    [10, 20],
    [10, 10],
  ];
  const contour = { geometry: { type: 'Polygon', coordinates: [ring] } };
  const corrections = new Corrections({
    voice: { say: (text: string) => said.push(text) },
    stage: {},
    collection: { selection: [] },
    objects: { all: [] },
    shown: [contour],
    visibility: {},
  } as unknown as CorrectionsBench);
  corrections.cut(Array.from({ length: 300_000 }, (_, k) => ({ x: 30 + k / 1000, y: 15 })));
  assert.deepEqual(said, ['notCut']);
});
