/** A click in a view: the object lies in what the person sees. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine } from '../../../../src/engine.js';

const [WIDTH, HEIGHT] = [480, 360];
const NUCLEUS = { x: 240, y: 180, radius: 9 };

/** A dim nucleus in bright tissue that crosses a dark slide, with texture that neighbours share. */
const tissue = () => {
  const data = new Uint8Array(WIDTH * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const inNucleus = Math.hypot(x + 0.5 - NUCLEUS.x, y + 0.5 - NUCLEUS.y) < NUCLEUS.radius;
      const texture = 9 * Math.sin(x / 5) * Math.cos(y / 7) + ((x * 7919 + y * 104729) % 5);
      data[y * WIDTH + x] = (Math.abs(x - 240) > 110 ? 20 : inNucleus ? 150 : 200) + texture;
    }
  }
  return { width: WIDTH, height: HEIGHT, bands: 1 as const, data };
};

const areaAt = async (
  inView?: { x: number; y: number; width: number; height: number },
  expectedAreas?: readonly number[],
): Promise<number> => {
  const engine = await createEngine({ backend: 'cpu' });
  const image = await engine.load(tissue());
  const { properties } = await engine.segment(image, {
    init: { x: NUCLEUS.x + 3, y: NUCLEUS.y },
    ...(inView ? { inView } : {}),
    ...(expectedAreas ? { expectedAreas } : {}),
  }).result;
  engine.dispose();
  return properties.measurements['Area px^2']!;
};

test('a click is of an object in view, of one that reaches beyond where none in view stands out', async () => {
  const nucleus = Math.PI * NUCLEUS.radius ** 2;
  const near = await areaAt({ x: 170, y: 130, width: 140, height: 100 });
  assert.ok(near > 0.7 * nucleus && near < 1.4 * nucleus, `${near}`);
  const [beside, far] = [await areaAt({ x: 170, y: 181, width: 140, height: 100 }), await areaAt()];
  assert.ok(far > 100 * nucleus, `${far}`);
  assert.equal(beside, far);
});

test('a click is of an object as large as those expected, of another where none is', async () => {
  const nucleus = Math.PI * NUCLEUS.radius ** 2;
  const near = await areaAt(undefined, [nucleus / 1.5]);
  assert.ok(near > 0.7 * nucleus && near < 1.4 * nucleus, `${near}`);
  const far = await areaAt();
  for (const areas of [[], [far], [far / 2, 2 * far, nucleus]]) assert.equal(await areaAt(undefined, areas), far);
});

test('a click in noise heeds what is in view where it lies there, and nothing else', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  const data = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) => {
    const mixed = Math.imul(at ^ (at >>> 16), 0x85ebca6b);
    const grain = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) >>> 26;
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)];
    return 80 + grain + (Math.abs(x - NUCLEUS.x) < 20 && Math.abs(y - NUCLEUS.y) < 20 ? 60 : 0);
  });
  const areaIn = async (inView?: { x: number; y: number; width: number; height: number }): Promise<number> => {
    const image = await engine.load({ width: WIDTH, height: HEIGHT, bands: 1, data });
    const { result } = engine.segment(image, {
      init: { x: NUCLEUS.x, y: NUCLEUS.y },
      ...(inView ? { inView } : {}),
    });
    return (await result).properties.measurements['Area px^2']!;
  };
  const [all, beside] = [await areaIn(), await areaIn({ x: 0, y: 0, width: 60, height: 60 })];
  assert.ok(all > 0.8 * 39 ** 2 && all < 1.2 * 39 ** 2, `${all}`);
  assert.equal(beside, all);
  engine.dispose();
});
