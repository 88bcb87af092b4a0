/** Pictures of a crowd while the view moves: one serves as long as it shows the view. */
import { expect } from '@open-wc/testing';
import { Crowd } from '../../../src/element/overlay/crowd.js';
import type { Projection } from '../../../src/element/overlay/projection.js';
import { ContourIndex } from '../../../src/element/overlay/spatial-index.js';
import { square } from '../../support/contours.js';

const index = new ContourIndex(
  Array.from({ length: 1000 }, (_, k) => square(k, 20 * (k % 50), 20 * Math.floor(k / 50), 12)),
);
const look = { accent: 'red', contour: 'blue' };

const at = (x: number): Projection => ({
  origin: { x, y: 100 },
  centre: { x: 100, y: 100 },
  a: 1,
  b: 0,
  c: 0,
  d: 1,
  scale: 1,
  width: 200,
  height: 200,
});

describe('a crowd', () => {
  it('has a picture painted for a view that moves, and not for each frame', () => {
    const { OffscreenCanvas } = globalThis;
    let pictures = 0;
    globalThis.OffscreenCanvas = class extends OffscreenCanvas {
      constructor(width: number, height: number) {
        super(width, height);
        pictures++;
      }
    };
    try {
      const context = new OffscreenCanvas(200, 200).getContext('2d')!;
      const crowd = new Crowd(true);
      while (crowd.paint(context, index, look, at(200), 1, undefined));
      expect(pictures).to.equal(1);
      for (let x = 202; x < 240; x += 2) {
        // Before the viewer has moved on, and after.
        crowd.paint(context, index, look, at(x - 2), 1, undefined);
        crowd.paint(context, index, look, at(x), 1, undefined);
      }
      expect(pictures).to.equal(1);
      // At rest it is painted where it lies.
      while (crowd.paint(context, index, look, at(238), 1, undefined));
      expect(pictures).to.equal(2);
    } finally {
      globalThis.OffscreenCanvas = OffscreenCanvas;
    }
  });
});
