/** A selected contour of many vertices: a change paints what it touches, and a view at rest has all of it in full. */
import { expect } from '@open-wc/testing';
import { LongOutline } from '../../../src/element/overlay/long-outline.js';
import type { Projection } from '../../../src/element/overlay/projection.js';
import type { ContourFeature } from '../../../src/worker/protocol.js';
import { square } from '../../support/contours.js';

const SIDE = 400;
const look = { accent: 'red', contour: '#2dd4bf' };

const at = (x: number): Projection => ({
  origin: { x, y: 200 },
  centre: { x: 200, y: 200 },
  a: 1,
  b: 0,
  c: 0,
  d: 1,
  scale: 1,
  width: SIDE,
  height: SIDE,
});

/** A round contour, with one vertex further out. */
const round = (count: number, out = 0): ContourFeature => {
  const ring = Array.from({ length: count }, (_, k) => {
    const angle = (2 * Math.PI * k) / count;
    const radius = 150 + (k % 2) + (k === 0 ? out : 0);
    return [200 + radius * Math.cos(angle), 200 + radius * Math.sin(angle)] as const;
  });
  return { ...square(0, 0, 0, 1), geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]!]] } };
};

const screen = () => {
  const context = new OffscreenCanvas(SIDE, SIDE).getContext('2d', { willReadFrequently: true })!;
  const long = new LongOutline();
  const paint = (contour: ContourFeature, x = 200): boolean | undefined => {
    context.clearRect(0, 0, SIDE, SIDE);
    return long.paint(context, contour, look, at(x), 1);
  };
  const rest = (contour: ContourFeature, x = 200): void => {
    while (paint(contour, x));
  };
  const pixels = (): Uint8ClampedArray => context.getImageData(0, 0, SIDE, SIDE).data;
  const shows = (x: number, y: number): boolean => context.getImageData(x, y, 1, 1).data[3]! > 128;
  return { paint, rest, pixels, shows };
};

/** Pixels that differ, as x, y. */
const changed = (a: Uint8ClampedArray, b: Uint8ClampedArray): [number, number][] => {
  const places: [number, number][] = [];
  for (let k = 0; k < a.length; k += 4) {
    if ([0, 1, 2, 3].some((c) => a[k + c] !== b[k + c])) places.push([(k / 4) % SIDE, Math.floor(k / 4 / SIDE)]);
  }
  return places;
};

describe('a selected contour of many vertices', () => {
  it('is left to others where it has few', () => {
    expect(screen().paint(round(100))).to.equal(undefined);
  });

  it('is painted in full once the view rests, wherever it was before', () => {
    const [one, other] = [screen(), screen()];
    one.rest(round(3000));
    other.paint(round(3000), 170);
    other.paint(round(3000), 180);
    other.rest(round(3000));
    expect(changed(one.pixels(), other.pixels())).to.deep.equal([]);
    expect(one.shows(350, 200)).to.equal(true);
  });

  it('is painted anew beside a vertex that moves, in the frame of the change, and nowhere else', () => {
    const { paint, rest, pixels, shows } = screen();
    rest(round(3000));
    const before = pixels();
    expect(shows(364, 200)).to.equal(false);
    expect(paint(round(3000, 14))).to.equal(false);
    expect(shows(364, 200)).to.equal(true);
    const places = changed(before, pixels());
    expect(places.length).to.be.above(20);
    expect(places.filter(([x, y]) => x < 340 || y < 190 || y > 210)).to.deep.equal([]);
    // And back again, with nothing left of it.
    expect(paint(round(3000))).to.equal(false);
    expect(shows(364, 200)).to.equal(false);
  });

  it('shows at once, as a sketch, what is too much for a frame', () => {
    const { paint, rest, pixels, shows } = screen();
    rest(round(3000));
    const half: ContourFeature = {
      ...round(3000),
      geometry: {
        type: 'Polygon',
        coordinates: [
          (round(3000).geometry.coordinates[0] as [number, number][]).map(([x, y]) => [x - (x < 200 ? 30 : 0), y]),
        ],
      },
    };
    expect(paint(half)).to.equal(true);
    expect(shows(19, 200)).to.equal(true);
    rest(half);
    const after = pixels();
    const fresh = screen();
    fresh.rest(half);
    expect(changed(after, fresh.pixels())).to.deep.equal([]);
  });
});
