import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIKE_SCALES } from '../../../../../../src/snake/find/like/like-scales.js';
import { evidenceOf } from '../../../../../../src/snake/find/map/evidence/evidence.js';
import { type Traits, TraitsIn } from '../../../../../../src/snake/find/map/evidence/traits.js';
import { partsOf } from '../../../../../../src/snake/find/map/parts.js';

const [width, height] = [80, 60];
const RADIUS = 9;
const CERTAIN = 100;

/** Traits of the part inside the discs, which has `inside` of the votes and lies 500 above what has `outside` of them. */
const traitsOf = (
  discs: readonly (readonly [x: number, y: number, radius: number])[],
  { inside = 1, outside = 0 } = {},
): Traits => {
  const labels = Int32Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [(i % width) + 0.5, Math.floor(i / width) + 0.5];
    return discs.some(([a, b, radius]) => Math.hypot(x - a, y - b) < radius) ? 1 : 0;
  });
  const votes = Uint16Array.from(labels, (label) => CERTAIN * (label ? inside : outside));
  const values = Uint16Array.from(labels, (label) => 1000 + 500 * label);
  const area = Math.PI * RADIUS ** 2;
  const model = { radius: RADIUS, areas: [area / 2, 2 * area] as const };
  const [part] = partsOf(labels, { width, height });
  return new TraitsIn({ width, height, votes, certain: CERTAIN, values, model }, labels).of(part!);
};

const isNear = (value: number, wanted: number, by: number): void =>
  assert.ok(Math.abs(value - wanted) <= by, `${value}, not ${wanted}`);

test('a disc of the examples’ size has their size, is an ellipse, round and deep, and differs from its ring', () => {
  const disc = traitsOf([[40, 30, RADIUS]], { inside: 0.9, outside: 0.1 });
  isNear(disc.size, 0, 0.02);
  isNear(disc.ellipticity, 1, 0.01);
  isNear(disc.roundness, 1, 0.01);
  isNear(disc.depth, 1, 0.1);
  isNear(disc.votes, 0.9, 1e-9);
  isNear(disc.around, 0.1, 1e-9);
  isNear(disc.contrast, 1, 1e-9);
});

test('two discs that touch are twice as large, longer than wide, and no ellipse', () => {
  const two = traitsOf([
    [31.5, 30, RADIUS],
    [48.5, 30, RADIUS],
  ]);
  isNear(two.size, 0.5, 0.02);
  assert.ok(two.ellipticity < 0.95, `${two.ellipticity}`);
  isNear(two.roundness, 0.48, 0.05);
  assert.ok(two.depth < 0.8, `${two.depth}`);
});

test('what the image’s edge cuts off is looked at as far as it is seen', () => {
  const cut = traitsOf([[0, 30, RADIUS]]);
  isNear(cut.size, -0.5, 0.05);
  isNear(cut.contrast, 1, 1e-9);
  isNear(cut.around, 0, 1e-9);
  const all = traitsOf([[40, 30, 100]]);
  assert.deepEqual([all.around, all.contrast, all.votes], [0, 0, 1]);
});

test('evidence is for whole objects, and against pieces of them, several in one, and what has no votes', () => {
  const disc: Traits = traitsOf([[40, 30, RADIUS]]);
  const sure = evidenceOf(LIKE_SCALES, disc);
  assert.ok(sure > 0, `${sure}`);
  const two = traitsOf([
    [31.5, 30, RADIUS],
    [48.5, 30, RADIUS],
  ]);
  const lost = traitsOf([[40, 30, RADIUS]], { inside: 0.3, outside: 0.3 });
  const piece = { ...traitsOf([[40, 30, RADIUS / 2]]), around: 1 };
  for (const [less, of] of [two, lost, piece].entries())
    assert.ok(evidenceOf(LIKE_SCALES, of) < sure, `${less}: ${evidenceOf(LIKE_SCALES, of)}`);
  // It goes straight between known values, and stays beyond them.
  const of = (votes: number): number => evidenceOf(LIKE_SCALES, { ...disc, votes });
  assert.equal(of(5), of(1));
  assert.ok(of(1) > of(0.5) && of(0.5) > of(0));
});
