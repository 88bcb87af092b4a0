import { expect } from '@open-wc/testing';
import { projectionOf, toImage, toScreen } from '../../../src/element/overlay/projection.js';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { hasFastWebGL } from '../../../src/element/viewer/fast-webgl.js';
import { frame, overlayCanvas, sharedEllipse } from '../support.js';
import { waitUntil } from '../until.js';

/** A white square on black, its corners on pixel borders: 40 ≤ x < 90, 30 ≤ y < 70. */
const square = { x0: 40, y0: 30, x1: 90, y1: 70 };

const squarePicture = async (): Promise<File> => {
  const canvas = new OffscreenCanvas(160, 120);
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#000';
  context.fillRect(0, 0, 160, 120);
  context.fillStyle = '#fff';
  context.fillRect(square.x0, square.y0, square.x1 - square.x0, square.y1 - square.y0);
  return new File([await canvas.convertToBlob()], 'square.png', { type: 'image/png' });
};

const outline = {
  type: 'Feature',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [40, 30],
        [90, 30],
        [90, 70],
        [40, 70],
        [40, 30],
      ],
    ],
  },
};

/** Points a little inside and outside the middle of each side, in image pixels. */
const probes = (by: number): { x: number; y: number; inside: boolean }[] => {
  const { x0, y0, x1, y1 } = square;
  const sides = [
    [x0, 45, 1, 0],
    [x1, 45, -1, 0],
    [60, y0, 0, 1],
    [60, y1, 0, -1],
  ] as const;
  return sides.flatMap(([x, y, dx, dy]) => [
    { x: x + by * dx, y: y + by * dy, inside: true },
    { x: x - by * dx, y: y - by * dy, inside: false },
  ]);
};

describe('a viewer of our own', () => {
  const shared = sharedEllipse({ toolbar: false });

  it('draws its tiles by WebGL where a GPU does it, and else on a canvas', () => {
    expect(shared().viewer!.drawer.getType()).to.equal(hasFastWebGL() ? 'webgl' : 'canvas');
  });
});

describe('the overlay', () => {
  const shared = sharedEllipse({ toolbar: false, viewerOptions: { drawer: 'canvas', imageSmoothingEnabled: false } });

  const item = (element: SnakeSegmenter) => element.viewer!.world.getItemAt(0);
  const projection = (element: SnakeSegmenter) => projectionOf(element.viewer!, item(element));

  /** The picture that the viewer has drawn, as brightness at CSS pixels. */
  const drawn = (element: SnakeSegmenter): ((x: number, y: number) => number) => {
    const canvas = element.viewer!.drawer.canvas;
    if (!(canvas instanceof HTMLCanvasElement)) throw new Error('the viewer draws on no canvas');
    const context = canvas.getContext('2d')!;
    const ratio = canvas.width / canvas.clientWidth;
    return (x, y) => context.getImageData(Math.floor(x * ratio), Math.floor(y * ratio), 1, 1).data[0]!;
  };

  const alpha = (element: SnakeSegmenter, x: number, y: number): number => {
    const canvas = overlayCanvas(element);
    const ratio = canvas.width / canvas.clientWidth;
    return canvas.getContext('2d')!.getImageData(Math.floor(x * ratio), Math.floor(y * ratio), 1, 1).data[3]!;
  };

  /** Compares, where both are in view, what the image shows with where the projection puts it. */
  const compare = (element: SnakeSegmenter): number => {
    const p = projection(element);
    const look = drawn(element);
    let seen = 0;
    for (const { x, y, inside } of probes(1.5 / p.scale)) {
      const at = toScreen(p, x, y);
      if (at.x < 2 || at.y < 2 || at.x > p.width - 2 || at.y > p.height - 2) continue;
      seen++;
      expect(look(at.x, at.y) > 128, `${inside ? 'inside' : 'outside'} at ${x}, ${y}`).to.equal(inside);
    }
    return seen;
  };

  before(async () => {
    const element = shared();
    element.src = await squarePicture();
    await element.ready;
    await waitUntil(() => item(element).getFullyLoaded(), 'the tiles come');
  });

  for (const degrees of [0, 37, 90, 180, 270]) {
    for (const flip of [false, true]) {
      it(`lies on the image, turned by ${degrees}°${flip ? ' and mirrored' : ''}, at any zoom`, async () => {
        const element = shared();
        const { viewport } = element.viewer!;
        viewport.setRotation(degrees, true).setFlip(flip);
        for (const zoom of [1, 1.7, 4]) {
          const corner = item(element).imageToViewportCoordinates(
            zoom < 2 ? 70 : square.x0,
            zoom < 2 ? 50 : square.y0 + 10,
            true,
          );
          viewport.zoomTo(viewport.getHomeZoom() * zoom, undefined, true).panTo(corner, true);
          await frame();
          await frame();
          expect(compare(element)).to.be.greaterThan(zoom < 2 ? 7 : 1);
        }
      });
    }
  }

  it('lies on the image in every frame of a movement', async () => {
    const element = shared();
    const { viewer } = element;
    let frames = 0;
    const look = (): void => {
      frames++;
      compare(element);
    };
    viewer!.addHandler('animation', look);
    viewer!.viewport.setRotation(60).zoomBy(1.5);
    await new Promise<void>((resolve) => viewer!.addOnceHandler('animation-finish', () => resolve()));
    viewer!.removeHandler('animation', look);
    expect(frames).to.be.greaterThan(3);
  });

  it('follows a turned and mirrored image of its own', async () => {
    const element = shared();
    item(element).setRotation(30, true);
    item(element).setFlip(true);
    await frame();
    await frame();
    expect(compare(element)).to.equal(8);
    item(element).setRotation(0, true);
    item(element).setFlip(false);
  });

  it('draws the contour where the square is, and nothing far from it', async () => {
    const element = shared();
    await element.import(outline);
    element.viewer!.viewport.setRotation(37, true).setFlip(true);
    await frame();
    await frame();
    const p = projection(element);
    for (const [x, y] of [
      [40, 50],
      [90, 50],
      [65, 30],
      [65, 70],
    ] as const) {
      const at = toScreen(p, x, y);
      expect(alpha(element, at.x, at.y)).to.be.above(200);
    }
    const away = toScreen(p, 20, 20);
    expect(alpha(element, away.x, away.y)).to.equal(0);
  });

  it('gives back image coordinates to a millionth of a pixel, deep inside a gigapixel', async () => {
    const element = shared();
    const { viewport } = element.viewer!;
    viewport.setRotation(123.4, true).setFlip(true);
    viewport.zoomTo(viewport.getHomeZoom() * 20, undefined, true);
    const p = projection(element);
    const far = { ...p, origin: { x: 91234.25, y: 87654.5 } };
    for (const [x, y] of [
      [3, 4],
      [600, 400],
    ] as const) {
      const at = toImage(far, x, y);
      const back = toScreen(far, at.x, at.y);
      expect(Math.hypot(back.x - x, back.y - y)).to.be.lessThan(1e-6);
    }
  });

  it('is redrawn when only the flip changes', async () => {
    const element = shared();
    await element.import(outline);
    await frame();
    await frame();
    const before = toScreen(projection(element), 40, 50);
    element.viewer!.viewport.setFlip(true);
    await frame();
    await frame();
    const after = toScreen(projection(element), 40, 50);
    expect(after.x).to.be.closeTo(element.viewer!.viewport.getContainerSize().x - before.x, 1e-6);
    expect(alpha(element, after.x, after.y)).to.be.above(200);
  });

  it('holds ten thousand contours', async () => {
    const element = shared();
    const features = Array.from({ length: 10_000 }, (_, k) => {
      const x = (k % 100) * 1.6;
      const y = Math.floor(k / 100) * 1.2;
      const ring = Array.from({ length: 10 }, (_, n) => [x + 0.5 * Math.cos(n * 0.6), y + 0.5 * Math.sin(n * 0.6)]);
      return { type: 'Feature', geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]]] } };
    });
    await element.import({ type: 'FeatureCollection', features });
    await frame();
    await frame();
    expect(element.contours.features).to.have.length(10_000);
    const at = toScreen(projection(element), 80 + 0.5, 60);
    const reach = [-3, -2, -1, 0, 1, 2, 3];
    await waitUntil(() => reach.some((dx) => alpha(element, at.x + dx, at.y) > 0), 'they are painted');
  });
});
