/** What a page that goes away notes, in a place for short texts. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { note, notedOf } from '../../../../src/element/storage/noted.js';
import type { Settings } from '../../../../src/element/storage/settings.js';
import type { ContourFeature } from '../../../../src/worker/protocol.js';

const texts = new Map<string, string>();
let isFull = false;
const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');

beforeEach(() => {
  isFull = false;
  texts.clear();
  const value = {
    getItem: (key: string) => texts.get(key) ?? null,
    removeItem: (key: string) => texts.delete(key),
    setItem: (key: string, text: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      texts.set(key, text);
    },
  };
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value });
});
afterEach(() => {
  if (before) Object.defineProperty(globalThis, 'localStorage', before);
  else Reflect.deleteProperty(globalThis, 'localStorage');
});

const contour = (measurements: Record<string, number>): ContourFeature => ({
  type: 'Feature',
  id: 'a',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 0],
      ],
    ],
  },
  properties: { objectType: 'annotation', measurements, metadata: {} },
});
const settings = { algorithm: 'snake', format: 'geojson' } as Settings;
const edits = [[{ index: 0, after: contour({ Area: 8, Ratio: Number.NaN, Most: Number.NEGATIVE_INFINITY }) }]];

test('what was noted comes back as it was, numbers that JSON has not among it', () => {
  note('image', { edits, settings });
  const noted = notedOf('image');
  assert.deepEqual([noted?.edits, noted?.settings], [edits, settings]);
  assert.equal(notedOf('another image'), undefined);
});

test('a note without edits takes the one before away', () => {
  note('image', { edits, settings });
  note('image', { edits: [], settings });
  assert.equal(texts.size, 0);
});

test('a note of another version, or one that is no JSON, is none', () => {
  note('image', { edits, settings });
  const [[place, text]] = [...texts] as [[string, string]];
  for (const other of [text.replace('"version":1', '"version":2'), text.slice(0, -1), 'null', '{}', '7']) {
    texts.set(place, other);
    assert.equal(notedOf('image'), undefined, other);
  }
});

test('too many edits, or a place that is full, leave the save alone', () => {
  note('image', { edits: [Array.from({ length: 1001 }, (_, index) => ({ index, after: contour({}) }))], settings });
  isFull = true;
  note('image', { edits, settings });
  assert.equal(texts.size, 0);
});
