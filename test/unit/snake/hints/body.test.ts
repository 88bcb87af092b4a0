import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine } from '../../../../src/engine.js';
import { rowsOf } from '../../../../src/image/channels/channels.js';
import { isAgreed } from '../../../../src/snake/hints/body.js';
import { evidence } from '../../../../src/snake/hints/evidence.js';
import { looksOf } from '../../../../src/snake/hints/looks.js';

const { signal } = new AbortController();
const [width, height] = [120, 90];

test('a body is agreed on where each mark lies on the side on which it has the mark', () => {
  const values = Float64Array.of(0.9, 0.5, 0.2);
  const inside = (...cells: readonly number[]) => ({ cells, inside: true });
  const outside = (...cells: readonly number[]) => ({ cells, inside: false });
  assert.ok(isAgreed({ values }, []));
  assert.ok(isAgreed({ values }, [inside(0, 1), outside(2)]));
  assert.ok(!isAgreed({ values }, [inside(0), outside(1)]));
  assert.ok(!isAgreed({ values }, [inside(0, 2)]));
});

test('the surface is drawn to a body by its weight, and stays where it is certain', async () => {
  const plane = Uint8Array.from({ length: width * height }, (_, i) => (i * 37) % 251);
  const channel = rowsOf({ width, height, kind: 'intensity', bits: 8, planes: [plane], record: {} });
  const looks = await looksOf(channel, { width, height, size: 1 }, async () => channel, signal);
  const distances = Float64Array.from({ length: width * height }, (_, i) => (i % width) - 59.5);
  const mark = { cells: [5 * width + 62], inside: true, away: 3, depth: 3 };
  // The body ends at another column than the outline.
  const values = Float64Array.from({ length: width * height }, (_, i) => (i % width < 75 ? 1 : 0));
  const [none, half, whole] = [undefined, { values, weight: 0.5 }, { values, weight: 1 }].map((body) =>
    evidence(looks, distances.slice(), [mark], { body }),
  );
  for (let row = 50; row < height; row++) {
    const at = row * width + 66;
    assert.ok(none![at]! < half![at]! && half![at]! < whole![at]!, `row ${row}`);
  }
  for (const surface of [none!, half!, whole!]) assert.ok(surface[mark.cells[0]!]! > 0.999, 'at the mark');
});

test('a mark inside takes nothing away from a contour in a box', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  try {
    // A textured disc in two tones, with a dark bay on its right that belongs to it. Without the rule it loses 26 pixels elsewhere.
    const data = Uint8Array.from({ length: width * height }, (_, i) => {
      const [x, y] = [i % width, Math.floor(i / width)];
      const wave = 24 * (Math.sin(x / 5 + Math.sin(y / 4)) + Math.sin(y / 6 + 2 * Math.sin(x / 7)));
      const bay = Math.hypot(x - 82, y - 45) < 11;
      const tone = Math.hypot(x - 60, y - 45) > 28 ? 10 : bay ? 20 : x < 50 ? 60 : 120;
      return Math.min(Math.max(Math.round(50 + wave + tone), 0), 255);
    });
    const image = await engine.load({ width, height, bands: 1, data });
    const found = async (inside: readonly (readonly [number, number])[]) => {
      const { geometry } = await engine.segment(image, {
        init: { x: 28, y: 13, width: 64, height: 64 },
        hints: { inside },
      }).result;
      assert.ok(geometry.type === 'Polygon');
      return geometry.coordinates[0]!;
    };
    const [before, after] = [await found([]), await found([[82, 45]])];
    let [kept, lost] = [0, 0];
    for (let y = 0.5; y < height; y++)
      for (let x = 0.5; x < width; x++) {
        if (!holds(before, x, y)) continue;
        if (holds(after, x, y)) kept++;
        else lost++;
      }
    assert.ok(holds(after, 82, 45) && !holds(before, 82, 45));
    assert.ok(kept > 1500 && lost <= 2, `${kept} kept, ${lost} lost`);
  } finally {
    engine.dispose();
  }
});

const holds = (ring: readonly (readonly number[])[], x: number, y: number): boolean => {
  let inside = false;
  for (let i = 1; i < ring.length; i++) {
    const [ax, ay] = ring[i - 1] as [number, number];
    const [bx, by] = ring[i] as [number, number];
    if (ay > y !== by > y && x < ax + ((y - ay) * (bx - ax)) / (by - ay)) inside = !inside;
  }
  return inside;
};
