/** Pictures of a crowd while the view moves: one serves as long as it shows the view. */
import { expect } from '@open-wc/testing';
import { ContourPainter } from '../../../src/element/overlay/contour-painter.js';
import { Crowd } from '../../../src/element/overlay/crowd.js';
import { CrowdPicture, sketching } from '../../../src/element/overlay/crowd-picture.js';
import { LongOutline } from '../../../src/element/overlay/long-outline.js';
import { Painter } from '../../../src/element/overlay/paint.js';
import type { Projection } from '../../../src/element/overlay/projection.js';
import { ContourIndex } from '../../../src/element/overlay/spatial-index.js';
import type { ContourFeature } from '../../../src/worker/protocol.js';
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
      while (crowd.paint(context, { index, look, projection: at(200), ratio: 1 }));
      expect(pictures).to.equal(1);
      for (let x = 202; x < 240; x += 2) {
        // Before the viewer has moved on, and after.
        crowd.paint(context, { index, look, projection: at(x - 2), ratio: 1 });
        crowd.paint(context, { index, look, projection: at(x), ratio: 1 });
      }
      expect(pictures).to.equal(1);
      // At rest it is painted where it lies.
      while (crowd.paint(context, { index, look, projection: at(238), ratio: 1 }));
      expect(pictures).to.equal(2);
    } finally {
      globalThis.OffscreenCanvas = OffscreenCanvas;
    }
  });
});

describe('a crowd with a contour of many vertices', () => {
  before(() => sketching.load());

  it('sets its pixels, and strokes no line, while the view moves and until it is painted in full', () => {
    const prototype = OffscreenCanvasRenderingContext2D.prototype;
    const { stroke } = prototype;
    const widths = new Set<number>();
    prototype.stroke = function (...rest: [path?: Path2D]) {
      widths.add(this.lineWidth);
      return Reflect.apply(stroke, this, rest);
    };
    const painted = (paint: () => void): number[] => {
      widths.clear();
      paint();
      return [...widths].sort((a, b) => a - b);
    };
    try {
      const context = new OffscreenCanvas(400, 400).getContext('2d', { willReadFrequently: true })!;
      const crowd = new Crowd();
      const long = new ContourIndex([star(9000)]);
      const paint = (x: number): boolean => {
        context.clearRect(0, 0, 400, 400);
        return crowd.paint(context, { index: long, look, projection: at(x), ratio: 2 });
      };
      const first = painted(() => {
        // Each paint sets at least a piece of it.
        for (let x = 140; x < 150 && opaque(context) === 0; x++) paint(x);
      });
      expect(first).to.deep.equal([]);
      expect(opaque(context), 'pixels of the first sketch').to.be.above(1000);
      // Far enough for another picture each time.
      const moving = painted(() => {
        for (let x = 300; x < 2000; x += 200) paint(x - 150);
      });
      expect(moving).to.deep.equal([]);
      expect(paint(150), 'wants another frame').to.equal(true);
      const resting = painted(() => {
        while (paint(150));
      });
      expect(resting).to.deep.equal([1.75, 3.5]);
      expect(
        painted(() => paint(152)),
        'the picture serves',
      ).to.deep.equal([]);
    } finally {
      prototype.stroke = stroke;
    }
  });

  it('sketches it where it is painted in full', () => {
    const side = 300;
    const view = { ...at(150), origin: { x: 150, y: 150 }, centre: { x: 150, y: 150 }, width: side, height: side };
    // Turned, and moved so that the left of it lies beyond the view.
    const turned = { ...view, a: 0, b: 1, c: -1, d: 0, centre: { x: 90, y: 150 } };
    for (const projection of [view, turned]) {
      const [rough, full] = [true, false].map((sketch) => {
        const picture = new CrowdPicture({
          index: new ContourIndex([star(9000)]),
          look: { ...look, fill: 0 },
          without: undefined,
          projection,
          ratio: 1,
          plain: false,
          sketch,
        });
        while (!picture.done) picture.work(0);
        const context = new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true })!;
        picture.draw(context, projection, 1);
        return context.getImageData(0, 0, side, side).data;
      });
      const alpha = (pixels: Uint8ClampedArray, k: number): number => pixels[4 * k + 3] ?? 0;
      let set = 0;
      for (let k = 0; k < side * side; k++) {
        if (alpha(rough!, k) > 0) {
          set++;
          expect(alpha(full!, k), `pixel ${k}`).to.be.above(0);
        }
        if (alpha(full!, k) < 250) continue;
        const near = [-2, -1, 0, 1, 2].flatMap((y) => [-2, -1, 0, 1, 2].map((x) => alpha(rough!, k + y * side + x)));
        expect(Math.max(...near), `near pixel ${k}`).to.equal(255);
      }
      expect(set).to.be.above(1000);
    }
  });

  it('does not paint twice in a frame, before the viewer has moved on and after', () => {
    const { work } = CrowdPicture.prototype;
    let works = 0;
    CrowdPicture.prototype.work = function (budget) {
      works++;
      Reflect.apply(work, this, [budget]);
    };
    try {
      const context = new OffscreenCanvas(200, 200).getContext('2d')!;
      const crowd = new Crowd(true);
      crowd.paint(context, { index, look, projection: at(0), ratio: 1 });
      for (const x of [300, 600, 900]) {
        const before = works;
        crowd.paint(context, { index, look, projection: at(x - 300), ratio: 1 });
        expect(works, `at ${x - 300}`).to.equal(before);
        crowd.paint(context, { index, look, projection: at(x), ratio: 1 });
        expect(works, `at ${x}`).to.equal(before + 1);
      }
    } finally {
      CrowdPicture.prototype.work = work;
    }
  });
});

/** Pixels of a context that are opaque. */
const opaque = (context: OffscreenCanvasRenderingContext2D): number => {
  const { data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
  let count = 0;
  for (let k = 3; k < data.length; k += 4) if (data[k] === 255) count++;
  return count;
};

describe('the picture of a crowd', () => {
  it('is painted in the time that it is given, though later contours take longer than the first', () => {
    const { now } = performance;
    const { getImageData, stroke } = OffscreenCanvasRenderingContext2D.prototype;
    let clock = 0;
    let strokes = 0;
    // What was stroked takes its time when a pixel is read: the first ones little.
    OffscreenCanvasRenderingContext2D.prototype.stroke = () => {
      strokes++;
    };
    OffscreenCanvasRenderingContext2D.prototype.getImageData = function (...rest: Parameters<typeof getImageData>) {
      clock += clock === 0 ? 0.1 : strokes;
      strokes = 0;
      return Reflect.apply(getImageData, this, rest);
    };
    performance.now = () => clock;
    try {
      const many = new ContourIndex(Array.from({ length: 20_000 }, (_, k) => square(k, k % 150, k % 130, 30)));
      const view = { index: many, look, without: undefined, projection: at(100), ratio: 1, plain: true };
      const picture = new CrowdPicture(view);
      picture.work(5);
      for (let k = 0; k < 20; k++) {
        const before = clock;
        picture.work(5);
        expect(clock - before).to.be.below(10);
      }
    } finally {
      performance.now = now;
      Object.assign(OffscreenCanvasRenderingContext2D.prototype, { getImageData, stroke });
    }
  });

  it('is not painted for a contour that is previewed and stands alone', () => {
    const shown = star(9000);
    let painted = 0;
    class Counted extends Crowd {
      override paint(...rest: Parameters<Crowd['paint']>): boolean {
        painted++;
        return super.paint(...rest);
      }
    }
    const context = Object.assign(document.createElement('canvas'), { width: 200, height: 200 }).getContext('2d')!;
    const painter = new Painter(context, look, new Counted(), new LongOutline());
    painter.paint({ contours: [shown], selected: shown.id }, at(150), 1);
    expect(painted).to.equal(1);
    painter.paint({ contours: [shown], preview: { ...shown }, selected: shown.id }, at(150), 1);
    expect(painted).to.equal(1);
  });
});

/** A star of as many vertices, with a hole. */
const star = (count: number): ContourFeature => {
  const ring = (inner: number, outer: number) => {
    const points = Array.from({ length: count }, (_, k) => {
      const angle = (2 * Math.PI * k) / count;
      const radius = inner + ((outer - inner) * (1 + Math.sin(40 * angle))) / 2;
      return [150 + radius * Math.cos(angle), 150 + radius * Math.sin(angle)] as const;
    });
    return [...points, points[0]!];
  };
  return { ...square(7, 0, 0, 1), geometry: { type: 'Polygon', coordinates: [ring(90, 140), ring(20, 60)] } };
};

describe('a contour of many vertices that is not selected', () => {
  const side = 300;
  const view: Projection = {
    ...at(150),
    origin: { x: 150, y: 150 },
    centre: { x: 150, y: 150 },
    width: side,
    height: side,
  };
  const short = square(3, 200, 200, 40);
  const stars = [square(1, 5, 5, 30), star(4000), short];

  for (const [name, plain, its] of [
    ['with rim and filling', false, look],
    ['as a plain line', true, look],
    ['as a plain line with a strong filling', true, { ...look, fill: 0.5, opacity: 0.8 }],
  ] as const) {
    it(`is painted tile by tile ${name}, and looks as if it were painted whole`, () => {
      const list = new ContourIndex(stars);
      const picture = new CrowdPicture({
        index: list,
        look: its,
        without: undefined,
        projection: view,
        ratio: 1,
        plain,
      });
      let pieces = 0;
      while (!picture.done) {
        picture.work(0);
        pieces++;
      }
      expect(pieces).to.be.above(9);
      const screens = [0, 1].map(() => new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true })!);
      const [tiled, whole] = [screens[0]!, screens[1]!];
      picture.draw(tiled, view, 1);
      whole.lineJoin = 'round';
      whole.lineCap = 'round';
      const painter = new ContourPainter(whole, its);
      if (plain) for (const place of [0, 1, 2]) painter.crowd(list, [place], view);
      else for (const contour of stars) painter.contour(contour, view);
      const [a, b] = screens.map((context) => context.getImageData(0, 0, side, side).data);
      let seen = 0;
      let other = 0;
      for (let k = 3; k < b!.length; k += 4) {
        if (b![k]! > 0) seen++;
        if (Math.abs(a![k]! - b![k]!) > 32) other++;
      }
      expect(seen).to.be.above(3000);
      // Smooth borders of long paths and of short ones are rounded in different ways.
      expect(other).to.be.below(seen / 1000);
    });
  }
});
