import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { colouring, measurementNames, ofMeasurement, scaleOf } from '../../../../src/element/seeing/colours.js';
import { checkDisplay } from '../../../../src/element/seeing/display-settings.js';
import { histogramOf } from '../../../../src/element/seeing/histogram.js';
import { colourIn, isLookupTable } from '../../../../src/element/seeing/lookup-tables.js';
import { toneOf } from '../../../../src/element/seeing/tone.js';
import type { ContourFeature } from '../../../../src/worker/protocol.js';

const contour = (id: string, area: number): ContourFeature => ({
  type: 'Feature',
  id,
  geometry: { type: 'Polygon', coordinates: [] },
  properties: {
    objectType: 'annotation',
    measurements: { 'Area px^2': area },
    metadata: {},
    classification: { name: 'a', color: [1, 2, 3] },
  },
});

describe('settings of the display', () => {
  it('are taken as they are given, and refused by name where a value is none', () => {
    const given = { opacity: 0.5, window: [0.1, 0.4], channels: [3, 1], colours: { measurement: 'x' } };
    assert.deepEqual(checkDisplay(given), given);
    for (const [name, value] of [
      ['opacity', 2],
      ['fill', '1'],
      ['dim', 1],
      ['window', [1, 1]],
      ['window', [0, Number.NaN]],
      ['gamma', 0],
      ['lut', 'rainbow'],
      ['channels', [0]],
      ['channels', [1, 2, 3, 4]],
      ['colours', 'size'],
      ['colour', 'class'],
    ] as const) {
      assert.throws(() => checkDisplay({ [name]: value }), { code: 'bad-parameter', message: new RegExp(name) });
    }
    assert.throws(() => checkDisplay(7), { code: 'bad-parameter' });
  });
});

describe('colours of contours', () => {
  const contours = [contour('a', 10), contour('b', 30), contour('c', 20)];

  it('of measurements are light enough for a dark image', () => {
    // Relative luminance as WCAG defines it; 3 : 1 is what it asks of graphics.
    const [r, g, b] = ofMeasurement(0).map((value) => ((value / 255 + 0.055) / 1.055) ** 2.4) as [
      number,
      number,
      number,
    ];
    assert.ok((0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05) / 0.05 >= 3);
  });

  it('are those of classes, of objects, or of a measurement from its least to its largest', () => {
    assert.deepEqual(contours.map(colouring('class', contours)), [
      [1, 2, 3],
      [1, 2, 3],
      [1, 2, 3],
    ]);
    assert.equal(new Set(contours.map(colouring('object', contours)).map(String)).size, 3);
    assert.deepEqual(contours.map(colouring({ measurement: 'Area px^2' }, contours)), [
      ofMeasurement(0),
      ofMeasurement(1),
      ofMeasurement(0.5),
    ]);
    assert.deepEqual(ofMeasurement(1), colourIn('viridis', 1));
    assert.deepEqual(contours.map(colouring({ measurement: 'Length px' }, contours)), [
      undefined,
      undefined,
      undefined,
    ]);
    assert.deepEqual(measurementNames(contours), ['Area px^2']);
    assert.deepEqual(scaleOf(contours, 'Area px^2'), { low: 10, high: 30 });
    assert.deepEqual(contours.map(colouring({ measurement: 'constructor' }, contours)), [
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('a tone', () => {
  it('is none where nothing is changed', () => {
    assert.equal(toneOf({}), undefined);
    assert.equal(toneOf({ window: [0, 1], gamma: 1, lut: 'grey', channels: [1, 2, 3] }), undefined);
  });

  it('maps the window to black and white, and what lies beyond to the ends', () => {
    const [red] = toneOf({ window: [0.2, 0.6] })?.tables ?? [[]];
    const found = [0, 51, 102, 153, 255].map((value) => Math.round(100 * (red[value] ?? 0)));
    assert.deepEqual(found, [0, 0, 50, 100, 100]);
  });

  it('shows one channel as grey, and leaves out those that are off', () => {
    assert.deepEqual(toneOf({ channels: [2] })?.mix, [
      [0, 1, 0],
      [0, 1, 0],
      [0, 1, 0],
    ]);
    assert.deepEqual(toneOf({ channels: [1, 3] })?.mix, [
      [1, 0, 0],
      [0, 0, 0],
      [0, 0, 1],
    ]);
  });

  it('ends a colour map in its own colours', () => {
    const tables = toneOf({ lut: 'inferno' })?.tables;
    assert.deepEqual(
      tables?.map((table) => Math.round(255 * (table[255] ?? 0))),
      colourIn('inferno', 1),
    );
    assert.ok(isLookupTable('inferno') && !isLookupTable('toString'));
  });
});

describe('a histogram', () => {
  it('counts each value, of grey once, and leaves out what has no data', () => {
    const data = new Uint8ClampedArray([9, 9, 9, 255, 9, 9, 9, 255, 5, 5, 5, 255, 7, 7, 7, 0]);
    const picture = { width: 4, height: 1, data, limits: [[0, 510]] } as const;
    const { channels, limits } = histogramOf(picture, picture, [0, 1, 2]);
    assert.equal(channels.length, 1);
    assert.deepEqual([channels[0]?.[9], channels[0]?.[5], channels[0]?.[7], limits], [1, 0.5, 0, [0, 510]]);
  });
});
