/** What a layer draws of a file while it is read: large groups first, then what is in view. */
import { expect } from '@open-wc/testing';
import type { InView } from '../../../src/contours/traffic/contour-view.js';
import { FileLayer, type ViewReader } from '../../../src/element/overlay/file-layer.js';
import type { Projection } from '../../../src/element/overlay/projection.js';

const bounds = { x0: 0, y0: 0, x1: 1000, y1: 1000 };
const look = { accent: 'red', contour: 'blue' };
const side = 100;

/** A view of a tenth of the image, whose upper left pixel is (x, x). */
const at = (x: number): Projection => ({
  origin: { x, y: x },
  centre: { x: 0, y: 0 },
  a: 1,
  b: 0,
  c: 0,
  d: 1,
  scale: 1,
  width: side,
  height: side,
});

const boxes = (each: number, ...list: number[]): InView => ({ kind: 'boxes', boxes: Float64Array.from(list), each });

/** Answers as they are given, in the order of the questions. */
class Answers implements ViewReader {
  readonly asked: { readonly most: number | undefined; readonly answer: (seen: InView) => void }[] = [];
  #told: (() => void) | undefined;

  look(_: unknown, _pixel: number, most?: number): Promise<InView> {
    return new Promise((answer) => {
      this.asked.push({ most, answer });
      this.#told?.();
    });
  }

  next(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async question(number: number): Promise<(typeof this.asked)[number]> {
    while (this.asked.length <= number)
      await new Promise<void>((resolve) => {
        this.#told = resolve;
      });
    return this.asked[number]!;
  }
}

const ink = (layer: FileLayer, view: Projection): number => {
  const context = new OffscreenCanvas(side, side).getContext('2d')!;
  layer.paint(context, look, view, 1);
  const { data } = context.getImageData(0, 0, side, side);
  return data.filter((value, k) => k % 4 === 3 && value > 0).length;
};

describe('the layer of a file', () => {
  const made = (): { answers: Answers; layer: FileLayer; changed: () => Promise<void>; errors: unknown[] } => {
    const answers = new Answers();
    const errors: unknown[] = [];
    let tell = (): void => {};
    const changed = (): Promise<void> =>
      new Promise((resolve) => {
        tell = resolve;
      });
    const events = { changed: () => tell(), read: () => {}, failed: (error: unknown) => void errors.push(error) };
    return { answers, layer: new FileLayer(answers, bounds, events), changed, errors };
  };

  it('shows large groups as soon as they are read, and then what is in view', async () => {
    const { answers, layer, changed, errors } = made();
    expect(ink(layer, at(0))).to.equal(0);
    const first = await answers.question(0);
    expect(first.most).to.be.lessThan(5000);
    const rough = changed();
    first.answer(boxes(256, 0, 0, 50, 100));
    await rough;
    // Where the boxes lie, and not a shade over all.
    expect(ink(layer, at(0))).to.be.within(5000, 5400);
    const second = await answers.question(1);
    expect(second.most).to.equal(undefined);
    const whole = changed();
    second.answer(boxes(1, 0, 0, 20, 20));
    await whole;
    let drawn = ink(layer, at(0));
    while (drawn > 500) drawn = ink(layer, at(0));
    expect(drawn).to.be.greaterThan(0);
    // Beyond what was read: the overview.
    expect(ink(layer, at(-60))).to.be.greaterThan(100);
    layer.close();
    expect(errors).to.deep.equal([]);
  });

  it('of contours that are few shows no groups', async () => {
    const { answers, layer } = made();
    ink(layer, at(0));
    (await answers.question(0)).answer(boxes(1, 0, 0, 50, 100));
    await answers.question(1);
    expect(ink(layer, at(0))).to.equal(0);
    layer.close();
  });
});
