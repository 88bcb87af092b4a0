import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxPrior } from '../../../../src/algorithm/evidence/box-prior.js';
import { tiltedPriorRows, tiltIn } from '../../../../src/algorithm/evidence/tilted-box.js';
import type { Box } from '../../../../src/core/geometry/rect.js';
import { rowsOf } from '../../../../src/image/channels/channels.js';
import { Random } from '../../../support/random.js';

const nowhere = { left: false, top: false, right: false, bottom: false };
const size = { width: 120, height: 100 };
const box: Box = { x0: 20, y0: 15, x1: 100, y1: 85 };

/** u and v of a pixel, from −1 to 1 between the box's sides. */
const inBox = (i: number): readonly [number, number] => {
  const { x0, y0, x1, y1 } = box;
  const [x, y] = [(i % size.width) + 0.5, Math.floor(i / size.width) + 0.5];
  return [(2 * x - x0 - x1) / (x1 - x0), (2 * y - y0 - y1) / (y1 - y0)];
};

/** The tilt found where the pixels of an object are 60 brighter, in noise. */
const foundIn = (isInside: (u: number, v: number) => boolean): Promise<number> => {
  const random = new Random(31);
  const plane = Uint8Array.from({ length: size.width * size.height }, (_, i) => {
    return 80 + (isInside(...inBox(i)) ? 60 : 0) + random.between(-20, 20);
  });
  const channel = rowsOf({ ...size, kind: 'intensity', bits: 8, planes: [plane], record: {} });
  return tiltIn(channel, box, nowhere);
};

test('an ellipse that lies askew in its box has its tilt, to either side', async () => {
  for (const tilt of [-0.9, -0.6, -0.45, 0.45, 0.75]) {
    const within = (u: number, v: number): boolean => (u * u - 2 * tilt * u * v + v * v) / (1 - tilt * tilt) < 0.6;
    const found = await foundIn(within);
    assert.ok(Math.abs(found - tilt) < 0.01, `${found} for ${tilt}`);
  }
});

test('an upright body, a disc, and a box in which nothing is to be seen have none', async () => {
  assert.equal(await foundIn((u, v) => Math.abs(u) ** 3 + Math.abs(v) ** 3 < 0.5), 0);
  assert.equal(await foundIn((u, v) => u * u + v * v < 0.6), 0);
  assert.equal(await foundIn(() => false), 0);
});

test('what lies beside the object and takes little off the variance gives no tilt', async () => {
  assert.equal(await foundIn((u, v) => u * u + v * v < 0.6 || (u > 0.85 && v > 0.85)), 0);
});

test('a box beyond the channel, or without a pixel, has none', async () => {
  const channel = rowsOf({
    ...size,
    kind: 'intensity',
    bits: 8,

    planes: [new Uint8Array(size.width * size.height)],
    record: {},
  });
  assert.equal(await tiltIn(channel, { x0: 300, y0: 10, x1: 320, y1: 40 }, nowhere), 0);
  assert.equal(await tiltIn(channel, { x0: 10, y0: 10, x1: 10, y1: 40 }, nowhere), 0);
});

test('the prior of a tilt is highest in the middle, 0 on its ellipse and least at the corners that it leaves', async () => {
  const plane = await tiltedPriorRows(size, box, nowhere, 8, 0.6)(0, size.height);
  for (const [i, value] of plane.entries()) {
    const [u, v] = inBox(i);
    const rho = Math.sqrt((u * u - 1.2 * u * v + v * v) / 0.64);
    const exact = 128 + 100 * Math.max(-1, Math.min(0.8, (0.827 - rho) / 0.25));
    assert.ok(Math.abs(value - exact) <= 0.5 + 1e-9, `${i}: ${value}, not ${exact}`);
  }
});

test('every pixel of the prior has the value of its distance from the ellipse, wherever the box lies', async () => {
  for (const tilt of [-0.9, -0.45, 0.15, 0.75]) {
    const plane = await tiltedPriorRows(size, box, nowhere, 8, tilt)(0, size.height);
    plane.forEach((value, i) => {
      const [u, v] = inBox(i);
      const radius = Math.sqrt((u * u - 2 * tilt * u * v + v * v) / (1 - tilt * tilt));
      const w = Math.min(Math.max((0.827 - radius) / 0.25, -1), 0.8);
      assert.ok(Math.abs(value - (128 + 100 * w)) <= 0.5 + 1e-9, `${value} for w = ${w}`);
    });
  }
});

test('its ellipse is as large as the upright body', async () => {
  const large = { width: 400, height: 400 };
  const whole: Box = { x0: 0, y0: 0, x1: 400, y1: 400 };
  const inside = (plane: Uint8Array | Uint16Array): number => plane.filter((value) => value > 128).length;
  const upright = inside(await boxPrior(large, whole, nowhere, 8));
  const round = inside(await tiltedPriorRows(large, whole, nowhere, 8, 0.001)(0, 400));
  assert.ok(Math.abs(round / upright - 1) < 0.01, `${round} and ${upright}`);
});

test('rows of it are those of the whole, in room that was used before too', async () => {
  const rows = tiltedPriorRows(size, box, nowhere, 16, -0.45);
  const whole = await rows(0, size.height);
  assert.deepEqual(await rows(30, 20), whole.slice(30 * size.width, 50 * size.width));
  assert.deepEqual(
    await rows(30, 20, new Uint16Array(size.width * 40).fill(7)),
    whole.slice(30 * size.width, 50 * size.width),
  );
});
