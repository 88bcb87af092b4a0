/** An image of twelve discs that is searched region by region. */
import type { SnakeSegmenter } from '../../../src/index.js';
import { greyPng } from '../grey-png.js';
import { mount, unmountAll } from '../support.js';

export const WIDTH = 320;
export const HEIGHT = 240;
const RADIUS = 13;
/** Twelve discs, four to a row; regions of 80 pixels a side have their seams between them, those of 90 across some. */
export const discs = Array.from({ length: 12 }, (_, k) => ({ x: 40 + 80 * (k % 4), y: 40 + 80 * Math.floor(k / 4) }));
export const regions = { size: 90, largest: 36 };

/** @param fading by how much each disc is darker than the one before */
export const picture = (name = 'discs.png', fading = 0): Promise<File> =>
  greyPng(name, [WIDTH, HEIGHT], (x, y, pixel) => {
    const disc = discs.findIndex((each) => Math.hypot(x - each.x, y - each.y) < RADIUS);
    return (disc >= 0 ? 180 - fading * disc : 70) + ((pixel * 7919 + Math.floor(y) * 31) % 23);
  });

/** The picture in a component, which the tests of a `describe` share; before each there are no contours and no class. */
export const sharedDiscs = (): (() => SnakeSegmenter) => {
  let element: SnakeSegmenter;
  before(async () => {
    element = await mount({ backend: 'cpu', src: await picture() });
    await element.ready;
  });
  beforeEach(async () => {
    element.clear();
    element.classification = undefined;
    await element.updateComplete;
  });
  after(unmountAll);
  return () => element;
};

export type Contour = SnakeSegmenter['contours']['features'][number];

/** Index of the disc that a contour is on; −1 where on none. */
export const discOf = ({ geometry }: Contour): number => {
  const [ring] = geometry.type === 'Polygon' ? geometry.coordinates : [];
  const middle = (axis: 0 | 1) => ring!.reduce((sum, position) => sum + position[axis], 0) / ring!.length;
  return discs.findIndex(({ x, y }) => Math.hypot(middle(0) - x, middle(1) - y) < RADIUS);
};

export const onDiscs = ({ contours }: SnakeSegmenter): readonly number[] =>
  contours.features.map(discOf).sort((a, b) => a - b);
export const all = discs.map((_, k) => k);
export const boxRound = (k: number) => ({ x: discs[k]!.x - 18, y: discs[k]!.y - 18, width: 36, height: 36 });
export const rectangle = (x0: number, y0: number, x1: number, y1: number) => ({
  type: 'Polygon' as const,
  coordinates: [
    [
      [x0, y0],
      [x1, y0],
      [x1, y1],
      [x0, y1],
      [x0, y0],
    ] as const,
  ],
});

/** A contour of a class on a disc. */
export const example = (k: number, name: string) => {
  const { x, y } = discs[k]!;
  const ring = Array.from({ length: 25 }, (_, i) => {
    const angle = (2 * Math.PI * (i % 24)) / 24;
    return [x + RADIUS * Math.cos(angle), y + RADIUS * Math.sin(angle)];
  });
  const color = [200, 0, 0];
  return {
    type: 'Feature',
    geometry: { type: 'Polygon', coordinates: [ring] },
    properties: { classification: { name, color } },
  };
};
