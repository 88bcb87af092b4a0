import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Projection } from '../../../../src/element/overlay/projection.js';
import { scaleBarOf } from '../../../../src/element/overlay/scale-bar.js';
import type { Placement } from '../../../../src/image/samples.js';

/** A view turned by `angle`, `zoom` screen pixels an image pixel. */
const view = (zoom: number, angle = 0): Projection => {
  const [c, s] = [zoom * Math.cos(angle), zoom * Math.sin(angle)];
  const middle = { x: 100, y: 100 };
  return { origin: middle, centre: middle, a: c, b: s, c: -s, d: c, scale: zoom, width: 640, height: 480 };
};

const placed = (size: number, unit: Placement['unit'], height = size): Placement => ({
  pixelWidth: size,
  pixelHeight: height,
  unit,
});

test('the bar is a round number, as long on the screen as it says, whatever the unit and the zoom', () => {
  const cases = [
    [placed(0.25, 'µm'), 1, '20 µm', 80],
    [placed(0.25, 'µm'), 1 / 40, '1 mm', 100],
    [placed(0.25, 'µm'), 200, '100 nm', 80],
    [placed(2, 'mm'), 4, '50 mm', 100],
    [placed(2, 'mm'), 0.02, '10 m', 100],
    [placed(10, 'm'), 1, '1 km', 100],
    [placed(10, 'm'), 20, '50 m', 100],
  ] as const;
  for (const [placement, zoom, label, length] of cases) {
    const bar = scaleBarOf(placement, view(zoom))!;
    assert.equal(bar.label, label);
    assert.ok(Math.abs(bar.length - length) < 1e-6, `${label}: ${bar.length}`);
  }
});

test('it is between two fifths and the whole of the longest at any zoom, and follows the turn of uneven pixels', () => {
  for (let zoom = 0.001; zoom < 300; zoom *= 1.37) {
    const { length } = scaleBarOf(placed(0.5, 'µm'), view(zoom))!;
    assert.ok(length > 55.9 && length <= 140.1, `${zoom}: ${length}`);
  }
  const uneven = placed(1, 'µm', 2);
  assert.equal(scaleBarOf(uneven, view(1))!.label, '100 µm');
  assert.equal(scaleBarOf(uneven, view(1, Math.PI / 2))!.label, '200 µm');
});

test('there is none without a size, and none in degrees', () => {
  assert.equal(scaleBarOf(undefined, view(1)), undefined);
  assert.equal(scaleBarOf(placed(0.01, 'degree'), view(1)), undefined);
  assert.equal(scaleBarOf(placed(0, 'µm'), view(1)), undefined);
});
