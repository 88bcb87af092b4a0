/** Drawing of the overlay, and its moments. */
import { expect } from '@open-wc/testing';
import type { RunState } from '../../../src/algorithm/algorithm.js';
import { EngineClient, type EngineClientOptions } from '../../../src/element/client/engine-client.js';
import { Crowd } from '../../../src/element/overlay/crowd.js';
import { LongOutline } from '../../../src/element/overlay/long-outline.js';
import { Painter } from '../../../src/element/overlay/paint.js';
import type { Projection } from '../../../src/element/overlay/projection.js';
import { toScreen } from '../../../src/element/overlay/projection.js';
import { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import type { SeatedEngine } from '../../../src/element/viewer/engine-seat.js';
import { ellipsePicture, frame, overlayCanvas, projectionFor } from '../support.js';

/** A component whose runs give the states that a test sends, and end when it says so. */
class Told extends SnakeSegmenter {
  send: (state: RunState) => void = () => {};
  end: () => void = () => {};

  protected override createEngine(options: EngineClientOptions): SeatedEngine {
    const client = new EngineClient(options);
    client.segment = (_request, { onState, id = 'told' } = {}) => {
      this.send = (state) => onState?.(state);
      const result = new Promise<never>((_resolve, reject) => {
        this.end = () => reject(new DOMException('ended', 'AbortError'));
      });
      const nothing = (): void => {};
      return { id, result, pause: nothing, resume: nothing, step: nothing, cancel: nothing, watch: nothing };
    };
    return client;
  }
}
customElements.define('told-segmenter', Told);

const square = (x: number, y: number, size: number): readonly number[] => [
  x,
  y,
  x + size,
  y,
  x + size,
  y + size,
  x,
  y + size,
];

const stateOf = (ring: readonly number[], step: number): RunState => ({
  iteration: step,
  step,
  ring,
  criterion: 0,
  level: 0,
});

describe('a state of a run', () => {
  it('is drawn and told in the frame after it arrived, the newest of those that came meanwhile', async () => {
    const element = new Told();
    element.style.cssText = 'display: block; width: 640px; height: 480px';
    Object.assign(element, { backend: 'cpu', src: await ellipsePicture() });
    document.body.append(element);
    await element.ready;
    const begun = new Promise((resolve) => element.addEventListener('contour-start', resolve, { once: true }));
    const run = element.segment({ x: 50, y: 50, width: 100, height: 100 }).catch(() => {});
    await begun;
    await frame();
    const steps: number[] = [];
    element.addEventListener('contour-progress', ({ detail }) => steps.push(detail.step));
    const inkAt = (x: number, y: number): number => {
      const canvas = overlayCanvas(element);
      const ratio = canvas.width / canvas.clientWidth;
      const at = toScreen(projectionFor(element), x, y);
      return canvas.getContext('2d')!.getImageData(Math.round(at.x * ratio), Math.round(at.y * ratio), 1, 1).data[3]!;
    };
    element.send(stateOf(square(20, 20, 40), 1));
    element.send(stateOf(square(200, 100, 60), 2));
    await frame();
    expect(steps).to.deep.equal([2]);
    expect(inkAt(230, 100), 'the newest').to.be.greaterThan(200);
    expect(inkAt(40, 20), 'the one before').to.equal(0);
    element.end();
    await run;
    element.remove();
  });
});

describe('a frame', () => {
  it('is drawn whole where a device pixel is larger than a CSS pixel, as in a page that is zoomed out', () => {
    const ratio = 0.5;
    const canvas = document.createElement('canvas');
    canvas.width = 400 * ratio;
    canvas.height = 300 * ratio;
    const context = canvas.getContext('2d')!;
    context.scale(ratio, ratio);
    const origin = { x: 0, y: 0 };
    const p: Projection = { origin, centre: origin, a: 1, b: 0, c: 0, d: 1, scale: 1, width: 400, height: 300 };
    const rect = { x: 20, y: 20, width: 360, height: 260 };
    new Painter(context, { accent: '#00f', contour: '#0f0' }, new Crowd(), new LongOutline()).paint(
      { contours: [], draft: { kind: 'box', rect, grips: false } },
      p,
      ratio,
    );
    const whiteIn = (x: number, y: number, width: number, height: number): boolean => {
      const { data } = context.getImageData(x * ratio, y * ratio, width * ratio, height * ratio);
      return data.some((value, k) => k % 4 === 0 && value > 100 && data[k + 1]! > 100 && data[k + 3]! > 100);
    };
    expect(whiteIn(372, 60, 16, 180), 'on the right').to.equal(true);
    expect(whiteIn(60, 272, 280, 16), 'at the foot').to.equal(true);
  });
});
