import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Corrections } from '../../../../../src/element/workbench/editing/corrections.js';

test('a cut of any number of points that meets no contour says so', () => {
  const said: string[] = [];
  type Parts = ConstructorParameters<typeof Corrections>;
  const ring = [
    [10, 10],
    [20, 10],
    [20, 20],
    [10, 20],
    [10, 10],
  ];
  const contour = { geometry: { type: 'Polygon', coordinates: [ring] } };
  const corrections = new Corrections(
    { say: (text: string) => said.push(text) } as unknown as Parts[0],
    {} as unknown as Parts[1],
    { selection: [] } as unknown as Parts[2],
    { all: [] } as unknown as Parts[3],
    () => [contour] as unknown as ReturnType<Parts[4]>,
    {} as unknown as Parts[5],
  );
  corrections.cut(Array.from({ length: 300_000 }, (_, k) => ({ x: 30 + k / 1000, y: 15 })));
  assert.deepEqual(said, ['notCut']);
});
