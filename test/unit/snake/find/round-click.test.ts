import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskOfRings, overlap } from '../../../../bench/support/images/masks.js';
import { createEngine } from '../../../../src/engine.js';
import { Random } from '../../../support/random.js';

const side = 160;

/** Two discs, the second much brighter, on ground of even noise whose neighbours are alike. */
const discs = [
  { x: 50, y: 60, radius: 14, value: 40 },
  { x: 96, y: 64, radius: 20, value: 110 },
] as const;

const picture = (): Uint8Array => {
  const random = new Random(5);
  const noise = Float64Array.from({ length: (side + 4) ** 2 }, () => random.between(-20, 20) / 10);
  return Uint8Array.from({ length: side * side }, (_, i) => {
    const [x, y] = [i % side, Math.floor(i / side)];
    let value = 60;
    for (let dy = 0; dy < 4; dy++) for (let dx = 0; dx < 4; dx++) value += noise[(y + dy) * (side + 4) + x + dx]!;
    for (const disc of discs) if (Math.hypot(x + 0.5 - disc.x, y + 0.5 - disc.y) < disc.radius) value += disc.value;
    return Math.max(0, Math.min(255, Math.round(value)));
  });
};

const maskOf = ({ x, y, radius }: (typeof discs)[number]) => ({
  width: side,
  height: side,
  data: Uint8Array.from({ length: side * side }, (_, i) =>
    Math.hypot((i % side) + 0.5 - x, Math.floor(i / side) + 0.5 - y) < radius ? 1 : 0,
  ),
});

test('a click finds the object that it is in, beside a brighter and larger one', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  const image = await engine.load({ width: side, height: side, data: picture() });
  for (const disc of discs) {
    const { geometry } = await engine.segment(image, { init: { x: disc.x, y: disc.y } }).result;
    const rings = geometry.type === 'Polygon' ? geometry.coordinates : [];
    const found = overlap(maskOfRings(rings, side, side), maskOf(disc), { x: 0, y: 0, width: side, height: side });
    assert.ok(found > 0.9, `${JSON.stringify(disc)}: ${found}`);
  }
  engine.dispose();
});

test('a click stays inside, unless the same pixel is marked outside', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  const image = await engine.load({ width: side, height: side, data: picture() });
  const has = async (click: { x: number; y: number }, hints = {}): Promise<boolean> => {
    const { geometry } = await engine.segment(image, { init: click, hints }).result;
    const rings = geometry.type === 'Polygon' ? geometry.coordinates : [];
    return maskOfRings(rings, side, side).data[Math.floor(click.y) * side + Math.floor(click.x)] === 1;
  };
  // In the object, and in the gap between the two.
  for (const [x, y] of [
    [50.5, 60.5],
    [69.5, 62.5],
  ] as const) {
    assert.ok(await has({ x, y }), `${x}, ${y}`);
  }
  // On the ground nothing stands out, unless a mark says that something does.
  const ground = { x: 20.5, y: 140.5 };
  await assert.rejects(has(ground), { code: 'nothing-found' });
  assert.ok(await has(ground, { inside: [[24, 136]] }));
  const click = { x: 50.5, y: 60.5 };
  assert.ok(!(await has(click, { outside: [[click.x, click.y]], inside: [[96, 64]] })));
  engine.dispose();
});
