import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameOfTiles } from '../../../../../src/element/viewer/tiles/tile-name.js';

const sourceOf = (getTileUrl: (level: number, x: number, y: number) => string | (() => string), maxLevel = 9) => ({
  getTileUrl,
  minLevel: 0,
  maxLevel,
});

test('an image of a source of the page’s own has the name of the folder that holds its tiles', () => {
  const named = (source: Parameters<typeof nameOfTiles>[0]) => nameOfTiles(source, 'image');
  const server = 'https://slides.example';
  assert.equal(named(sourceOf((level, x, y) => `${server}/tiles/slide%207/${level}/${x}_${y}.png?token=t`)), 'slide 7');
  assert.equal(named(sourceOf((level, x, y) => () => `${server}/a/b/${level}-${x}-${y}.png`)), 'b');
  assert.equal(named(sourceOf((level, x, y) => `${server}/a/${level}/${x}_${y}.png`, 0)), '0');
  const iiif = (level: number) => `${server}/iiif/slide.tif/${level === 9 ? '0,0,256,256' : 'full'}/256,/0/default.jpg`;
  assert.equal(named(sourceOf(iiif)), 'slide.tif');
});

test('an image whose tiles do not tell a name has that of images without one', () => {
  const none = [
    sourceOf((level, x, y) => `https://slides.example/${level}/${x}_${y}.png`),
    sourceOf(() => 'posted:'),
    sourceOf(() => 'data:image/png;base64,AA'),
    sourceOf(() => {
      throw new Error('not now');
    }),
  ];
  for (const source of none) assert.equal(nameOfTiles(source, 'image'), 'image');
});
