/** Marks on the level set, on random images: each on its side, or a coded error. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInside } from '../../src/core/geometry/segments.js';
import { createEngine } from '../../src/engine.js';
import { Random } from '../support/random.js';

test('no contour of the level set has a mark on the wrong side, whatever the image', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  const random = new Random(29);
  let kept = 0;
  for (let round = 0; round < 40; round++) {
    const [width, height] = [random.between(24, 48), random.between(24, 48)];
    const noise = random.between(1, 120);
    const data = Uint8Array.from({ length: width * height }, (_, i) => {
      const bright = Math.hypot((i % width) - width / 2, Math.floor(i / width) - height / 2) < width / 4;
      return (bright ? 130 : 60) + random.between(0, noise);
    });
    const image = await engine.load({ width, height, bands: 1, data });
    const place = (): [number, number] => [random.between(0, width - 1) + 0.5, random.between(0, height - 1) + 0.5];
    const taken = new Set<string>();
    const places = (count: number): [number, number][] =>
      Array.from({ length: count }, place).filter((at) => {
        const fresh = !taken.has(String(at));
        taken.add(String(at));
        return fresh;
      });
    const hints = { inside: places(random.between(0, 8)), outside: places(random.between(0, 8)) };
    const init = { x: 5, y: 5, width: width - 10, height: height - 10 };
    const speed = (['auto', 'chan-vese', 'gaussian'] as const)[round % 3];
    try {
      const { geometry } = await engine.segment(image, { algorithm: 'level-set', init, hints, speed, minimumArea: 0 })
        .result;
      const parts =
        geometry.type === 'Polygon'
          ? [geometry.coordinates]
          : geometry.type === 'MultiPolygon'
            ? geometry.coordinates
            : [];
      const holds = (at: [number, number]): boolean =>
        parts.some((rings) => rings.filter((ring) => isInside(ring.slice(0, -1).flat(), at)).length % 2 === 1);
      kept++;
      assert.ok(hints.inside.every(holds), `round ${round}: a mark inside is left out`);
      assert.ok(!hints.outside.some(holds), `round ${round}: a mark outside is taken in`);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error) || error.code === 'ERR_ASSERTION') throw error;
      assert.equal(error.code, 'bad-init', error.message);
    }
    engine.close(image);
  }
  engine.dispose();
  assert.ok(kept > 30, `${kept} contours`);
});
