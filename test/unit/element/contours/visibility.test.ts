import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { basesOf } from '../../../../src/element/contours/classes.js';
import { Visibility } from '../../../../src/element/contours/visibility.js';
import type { ContourFeature } from '../../../../src/worker/protocol.js';

const contour = (id: string, name?: string): ContourFeature => ({
  type: 'Feature',
  id,
  geometry: { type: 'Polygon', coordinates: [] },
  properties: {
    objectType: 'annotation',
    ...(name === undefined ? {} : { classification: { name, color: [1, 2, 3] } }),
    measurements: {},
    metadata: {},
  },
});

describe('classes that derive from others', () => {
  it('name these before a colon and a space, as in QuPath', () => {
    assert.deepEqual(basesOf('Tumour: Positive: Strong'), ['Tumour: Positive', 'Tumour']);
    for (const name of ['Tumour', '', ': Positive', 'ratio 1:2']) assert.deepEqual(basesOf(name), [], name);
  });

  it('are hidden with them, and shown with them', () => {
    const list = [
      contour('a', 'Tumour'),
      contour('b', 'Tumour: Positive'),
      contour('c', 'Tumour: Positive: Strong'),
      contour('d', 'Tumours'),
      contour('e'),
    ];
    const visibility = new Visibility();
    const shown = () => visibility.among(list).map(({ id }) => id);
    visibility.hideClass('Tumour: Positive', true);
    assert.deepEqual(shown(), ['a', 'd', 'e']);
    visibility.hideClass('Tumour', true);
    assert.deepEqual(shown(), ['d', 'e']);
    visibility.hideClass('Tumour', false);
    visibility.hideClass('Tumour: Positive', false);
    assert.deepEqual(shown(), ['a', 'b', 'c', 'd', 'e']);
    visibility.hideClass('', true);
    assert.deepEqual(shown(), ['a', 'b', 'c', 'd']);
  });
});

describe('an object that is shown by itself', () => {
  const [one, other] = [contour('a', 'Tumour: Positive'), contour('b', 'Tumour: Positive')];
  const shownBy = (visibility: Visibility): string[] => visibility.among([one, other]).map(({ id }) => id);

  it('is seen though its class is hidden, until that is hidden anew or it is', () => {
    const visibility = new Visibility();
    visibility.hideClass('Tumour', true);
    assert.deepEqual(shownBy(visibility), []);
    visibility.hide([one], false);
    assert.deepEqual(shownBy(visibility), ['a']);
    visibility.hideClass('Stroma', true);
    assert.deepEqual(shownBy(visibility), ['a']);
    visibility.hideClass('Tumour', true);
    assert.deepEqual(shownBy(visibility), []);
    visibility.hide([one], false);
    visibility.hide([one], true);
    visibility.hideClass('Tumour', false);
    assert.deepEqual(shownBy(visibility), ['b']);
  });

  it('is hidden and shown by itself, and shown with all', () => {
    const visibility = new Visibility();
    visibility.hide([one], true);
    assert.deepEqual(shownBy(visibility), ['b']);
    visibility.hide([one], false);
    visibility.hideClass('Tumour', true);
    assert.deepEqual(shownBy(visibility), []);
    visibility.showAll();
    assert.deepEqual(shownBy(visibility), ['a', 'b']);
  });
});
