import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { glassPlace } from '../../../../src/element/seeing/glass-place.js';

const views = [
  { width: 390, height: 560 },
  { width: 390, height: 300 },
  { width: 700, height: 250 },
  { width: 300, height: 300 },
  { width: 1000, height: 700 },
];

describe('the magnifier', () => {
  for (const view of views)
    for (const by of ['finger', 'pointer'] as const)
      it(`covers nothing that a ${by} points at, and lies within ${view.width} × ${view.height}`, () => {
        for (let y = 0; y <= view.height; y += 7) {
          for (let x = 0; x <= view.width; x += 7) {
            const glass = glassPlace({ x, y }, view, by);
            const where = `${x}, ${y}`;
            assert.ok(glass.x >= 0 && glass.x + glass.side <= view.width, where);
            assert.ok(glass.y >= 0 && glass.y + glass.side <= view.height, where);
            assert.ok(glass.side >= 80 && glass.side <= 184, where);
            const radius = glass.side / 2;
            const apart = Math.hypot(glass.x + radius - x, glass.y + radius - y) - radius;
            assert.ok(apart >= 23, `${where}: ${apart} from it`);
          }
        }
      });

  it('lies to the right of a pointer, and above a finger, as long as there is room', () => {
    const view = { width: 1000, height: 700 };
    assert.deepEqual(glassPlace({ x: 300, y: 300 }, view, 'pointer'), { x: 324, y: 208, side: 184 });
    assert.deepEqual(glassPlace({ x: 900, y: 300 }, view, 'pointer'), { x: 692, y: 208, side: 184 });
    assert.deepEqual(glassPlace({ x: 300, y: 300 }, view, 'finger'), { x: 208, y: 92, side: 184 });
  });

  it('stays within a view that is too small for it', () => {
    assert.deepEqual(glassPlace({ x: 30, y: 20 }, { width: 60, height: 50 }, 'pointer').side, 50);
  });
});
