/** More contours than a frame can paint one by one: what is seen, hit, told and listed. */
import { expect } from '@open-wc/testing';
import { isPacked } from '../../../src/contours/packed-geometry.js';
import { ContourPainter } from '../../../src/element/overlay/contour-painter.js';
import { indexOf } from '../../../src/element/overlay/spatial-index.js';
import type { FeatureCollection, SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { squareRing } from '../../support/contours.js';
import { click, frame, overlayCanvas, projectionFor, sharedEllipse } from '../support.js';
import { waitUntil } from '../until.js';

const LOOK = { accent: '#3da5ff', contour: '#2ee6a8' };

/** `columns` × `rows` squares of `size` pixels, `step` pixels apart; the first begins at (2, 2). */
const squares = (columns: number, rows: number, step: number, size: number): FeatureCollection => ({
  type: 'FeatureCollection',
  features: Array.from({ length: columns * rows }, (_, k) => {
    const [x, y] = [2 + step * (k % columns), 2 + step * Math.floor(k / columns)];
    return {
      type: 'Feature',
      id: `square ${k}`,
      geometry: {
        type: 'Polygon',
        coordinates: [squareRing(x, y, size)],
      },
      properties: { objectType: 'annotation', measurements: {}, metadata: {} },
    };
  }),
});

/** The overlay's pixels. */
const pixelsOf = (element: SnakeSegmenter): ImageData => {
  const canvas = overlayCanvas(element);
  return canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
};

/** The overlay's pixels where every contour of the element is painted by itself or as one of a crowd, at once. */
const painted = (element: SnakeSegmenter, how: 'each' | 'crowd'): ImageData => {
  const { width, height, clientWidth } = overlayCanvas(element);
  const ratio = width / clientWidth;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
  context.scale(ratio, ratio);
  context.lineJoin = 'round';
  context.lineCap = 'round';
  const painter = new ContourPainter(context, LOOK);
  const index = indexOf(element.contours.features);
  const p = projectionFor(element);
  if (how === 'crowd') painter.crowd(index, Uint32Array.from(index.list.keys()), p);
  else for (const contour of index.list) painter.contour(contour, p);
  return context.getImageData(0, 0, width, height);
};

/** The mean difference of two pictures' opacities, 0 to 255. */
const differenceOf = (a: ImageData, b: ImageData): number => {
  let sum = 0;
  for (let k = 3; k < a.data.length; k += 4) sum += Math.abs(a.data[k]! - b.data[k]!);
  return (4 * sum) / a.data.length;
};

const meanOf = ({ data }: ImageData): number => {
  let sum = 0;
  for (let k = 3; k < data.length; k += 4) sum += data[k]!;
  return (4 * sum) / data.length;
};

/** Whether the overlay is nearer to what is to be seen now than to a picture before: between two pixels it is not sharp. */
const pixelsMoved = (element: SnakeSegmenter, old: ImageData): boolean => {
  const shown = pixelsOf(element);
  return differenceOf(shown, painted(element, 'crowd')) < differenceOf(shown, old) / 2;
};

describe('more contours than a frame can paint', () => {
  const shared = sharedEllipse({ toolbar: false });

  const show = async (collection: FeatureCollection): Promise<SnakeSegmenter> => {
    const element = shared();
    element.contours = collection;
    await frame();
    return element;
  };

  /** Waits until the overlay shows what painting one after another gives, but for rounding. */
  const shows = (element: SnakeSegmenter, how: 'each' | 'crowd'): Promise<void> =>
    waitUntil(() => differenceOf(pixelsOf(element), painted(element, how)) < 0.5, 'the overlay shows them');

  it('look as if each were painted, with rim and filling', async () => {
    const element = await show(squares(40, 15, 7, 5));
    await shows(element, 'each');
    expect(meanOf(pixelsOf(element))).to.be.greaterThan(20);
  });

  it('look as a crowd, at home, turned, flipped and zoomed out', async () => {
    const element = await show(squares(60, 40, 5, 3));
    const { viewport } = element.viewer!;
    await shows(element, 'crowd');
    viewport.setRotation(30, true);
    await shows(element, 'crowd');
    viewport.setFlip(true);
    await shows(element, 'crowd');
    viewport.zoomBy(0.7, undefined, true);
    await shows(element, 'crowd');
    expect(meanOf(pixelsOf(element))).to.be.greaterThan(5);
  });

  it('go along when the view moves, before they are painted anew', async () => {
    const element = await show(squares(60, 40, 5, 3));
    await shows(element, 'crowd');
    const { viewport } = element.viewer!;
    const before = differenceOf(pixelsOf(element), painted(element, 'crowd'));
    const centre = viewport.getCenter();
    // A tenth of the view: more than the distance of two contours, and no whole number of them.
    centre.x += 0.1 * viewport.getBounds().width;
    const old = painted(element, 'crowd');
    viewport.panTo(centre, true);
    element.viewer!.forceRedraw();
    // The viewer draws in its next frame, and the overlay with it.
    await waitUntil(() => differenceOf(old, painted(element, 'crowd')) > 10 && pixelsMoved(element, old), 'moved');
    expect(before).to.be.lessThan(0.5);
  });

  it('are hit where they lie', async () => {
    const element = await show(squares(60, 40, 5, 3));
    await click(element, 2 + 5 * 20 + 1.5, 2 + 5 * 10 + 1.5);
    expect(element.selected?.id).to.equal('square 620');
    await click(element, 2 + 5 * 59 + 1.5, 2 + 5 * 39 + 1.5);
    expect(element.selected?.id).to.equal('square 2399');
  });

  it('show one that comes and not one that goes', async () => {
    const element = await show(squares(60, 40, 5, 3));
    await shows(element, 'crowd');
    element.remove('square 1230');
    await shows(element, 'crowd');
    expect(element.undo()).to.equal(true);
    await shows(element, 'crowd');
    element.clear();
    await waitUntil(() => meanOf(pixelsOf(element)) === 0, 'nothing is shown');
  });
});

describe('ten thousand contours', () => {
  const shared = sharedEllipse({ toolbar: true, panel: true });

  it('come in one change with one event, and as few rows of the list as are in sight', async () => {
    const element = shared();
    const heard: [string, number][] = [];
    const hear = ({ type, detail }: CustomEvent<{ readonly contours: readonly unknown[] }>): void =>
      void heard.push([type, detail.contours.length]);
    element.addEventListener('contour-change', hear);
    element.addEventListener('contour-remove', hear);
    await element.import(JSON.stringify(squares(100, 100, 2, 1)));
    // Nothing that follows asks for coordinates as arrays: not what is drawn, listed, measured or told.
    await frame();
    await frame();
    expect(element.contours.features.every(({ geometry }) => isPacked(geometry))).to.equal(true);
    await element.updateComplete;
    const list = element.shadowRoot!.querySelector('.list')!;
    expect(list.getAttribute('aria-rowcount')).to.equal('10000');
    expect(list.querySelectorAll('.row').length).to.be.lessThan(40);
    list.scrollTop = list.scrollHeight;
    const last = (): Element | null => list.querySelector('[data-object="square 9999"]');
    await waitUntil(() => last() !== null, 'the last row is there');
    expect(list.querySelectorAll('.row').length).to.be.lessThan(40);
    element.select('square 1234');
    await waitUntil(() => list.querySelector('[data-object="square 1234"]') !== null, 'the selected row is in sight');
    element.clear();
    element.removeEventListener('contour-change', hear);
    element.removeEventListener('contour-remove', hear);
    expect(heard).to.deep.equal([
      ['contour-change', 10_000],
      ['contour-remove', 10_000],
    ]);
  });
});
