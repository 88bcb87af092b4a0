/** Common parts of the element's browser tests: a page with a component, images made on the spot, a real mouse. */
import { oneEvent } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import '../../src/index.js';
import { type Projection, projectionOf, toScreen } from '../../src/element/overlay/projection.js';
import type { SegmenterEventMap, SnakeSegmenter } from '../../src/element/snake-segmenter.js';
import type { ItemChoice } from '../../src/element/viewer/tiled-image.js';
import { squareRing } from '../support/contours.js';

export type EventName = keyof SegmenterEventMap;

/** A grey picture with a bright ellipse, as a PNG file: what a segmenter should find. */
export const ellipsePicture = async (
  width = 320,
  height = 240,
  { cx = 160, cy = 120, rx = 60, ry = 40 } = {},
): Promise<File> => {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2-D canvas');
  const pixels = context.createImageData(width, height);
  let seed = 7;
  for (let k = 0; k < width * height; k++) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    const x = (k % width) + 0.5 - cx;
    const y = Math.floor(k / width) + 0.5 - cy;
    const level = (x * x) / (rx * rx) + (y * y) / (ry * ry) <= 1 ? 180 : 70;
    const value = level + (seed >>> 27);
    pixels.data.set([value, value, value, 255], 4 * k);
  }
  context.putImageData(pixels, 0, 0);
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  return new File([blob], 'ellipse.png', { type: 'image/png' });
};

type Settings = Omit<Partial<SnakeSegmenter>, 'item'> & { readonly item?: ItemChoice };

/** A component in the page, of 640 × 480 CSS pixels; `unmount` takes it out. */
export const mount = async (settings: Settings = {}): Promise<SnakeSegmenter> => {
  const element = document.createElement('snake-segmenter');
  element.toolbar = true;
  element.style.cssText = 'width: 640px; height: 480px';
  Object.assign(element, settings);
  document.body.append(element);
  await element.updateComplete;
  return element;
};

/**
 * Options of a page's own viewer where it does not matter how it draws: WebGL in software takes ten times the processor time of a canvas. The
 * viewers of `viewer/stage` and `viewer/tile-types` draw as they do by default.
 */
export const onCanvas = { showNavigationControl: false, drawer: 'canvas' } as const;

/** A contour on the ellipse, 100 by 80 pixels. */
export const oblong = {
  type: 'Polygon',
  coordinates: [
    [
      [100, 80],
      [200, 80],
      [200, 160],
      [100, 160],
      [100, 80],
    ],
  ],
};

export const unmountAll = (): void => {
  for (const element of document.querySelectorAll('snake-segmenter')) element.remove();
};

/** A component with the ellipse open on the CPU. */
export const withEllipse = async (settings: Partial<SnakeSegmenter> = {}): Promise<SnakeSegmenter> => {
  const element = await mount({ backend: 'cpu', ...settings, src: await ellipsePicture() });
  await element.ready;
  await element.updateComplete;
  return element;
};

/** The same component for all tests of a `describe`, as new for each: no contours, no selection, the whole view. */
export const sharedEllipse = (settings: Partial<SnakeSegmenter> = {}): (() => SnakeSegmenter) => {
  let element: SnakeSegmenter | undefined;
  before(async function () {
    this.timeout(240_000);
    element = await withEllipse(settings);
  });
  beforeEach(async () => {
    const { viewer } = Object.assign(shared(), {
      model: undefined,
      channel: undefined,
      disabled: false,
      tool: 'pan',
      ...settings,
    });
    shared().clear();
    viewer?.viewport.setRotation(0, true).setFlip(false).goHome(true);
    await shared().updateComplete;
    await frame();
  });
  after(unmountAll);
  const shared = (): SnakeSegmenter => {
    if (!element) throw new Error('not before its time');
    return element;
  };
  return shared;
};

/** Position of image coordinates in the window, in CSS pixels. */
export const inWindow = (element: SnakeSegmenter, x: number, y: number): [number, number] => {
  const canvas = overlayCanvas(element);
  const { viewer } = element;
  if (!viewer) throw new Error('no viewer');
  const box = canvas.getBoundingClientRect();
  const at = toScreen(projectionFor(element), x, y);
  return [Math.round(box.left + at.x), Math.round(box.top + at.y)];
};

export const overlayCanvas = (element: SnakeSegmenter): HTMLCanvasElement => {
  const canvas = element.viewer?.canvas.querySelector<HTMLCanvasElement>('canvas.snake-overlay');
  if (!canvas) throw new Error('no overlay');
  return canvas;
};

/** Projection of the image onto the screen in this frame. */
export const projectionFor = (element: SnakeSegmenter): Projection => {
  const { viewer, item } = element;
  if (!viewer || !item) throw new Error('no viewer, or no image in it');
  return projectionOf(viewer, item);
};

/** Presses at a, drags to b and lets go, in image coordinates. */
export const drag = async (
  element: SnakeSegmenter,
  a: readonly [number, number],
  b: readonly [number, number],
  button: 'left' | 'middle' = 'left',
): Promise<void> => {
  const from = inWindow(element, ...a);
  const to = inWindow(element, ...b);
  await sendMouse({ type: 'move', position: from });
  await sendMouse({ type: 'down', button });
  await sendMouse({ type: 'move', position: [Math.round((from[0] + to[0]) / 2), Math.round((from[1] + to[1]) / 2)] });
  await sendMouse({ type: 'move', position: to });
  await sendMouse({ type: 'up', button });
};

export const click = async (element: SnakeSegmenter, x: number, y: number): Promise<void> => {
  await sendMouse({ type: 'move', position: inWindow(element, x, y) });
  await sendMouse({ type: 'click', position: inWindow(element, x, y) });
};

export const once = async <Name extends EventName>(
  element: SnakeSegmenter,
  name: Name,
): Promise<SegmenterEventMap[Name]['detail']> => (await oneEvent(element, name)).detail;

/** Names of the events that came, in order; progress counts once. */
export const log = (element: SnakeSegmenter): EventName[] => {
  const names: EventName[] = [];
  const all: readonly EventName[] = [
    'contour-before-start',
    'contour-start',
    'contour-progress',
    'contour-complete',
    'contour-cancel',
    'contour-change',
    'contour-select',
    'contour-remove',
    'segmenter-error',
    'backend-change',
  ];
  for (const name of all) {
    element.addEventListener(name, () => {
      if (name !== 'contour-progress' || names.at(-1) !== name) names.push(name);
    });
  }
  return names;
};

export const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));

/** The error that a promise rejects with. */
export const refused = async (promise: Promise<unknown>): Promise<Error> => {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
    throw new TypeError(`rejected with ${String(error)}, which is no Error`);
  }
  throw new Error('it was expected to reject');
};

/** A square as a page imports it, from its upper left corner, in pixels of the image. */
export const squareFeature = (x: number, y: number, size: number, properties: object = {}) => ({
  type: 'Feature' as const,
  geometry: { type: 'Polygon' as const, coordinates: [squareRing(x, y, size)] },
  properties,
});

/** What the status line says. */
export const saidBy = ({ shadowRoot }: SnakeSegmenter): string =>
  shadowRoot?.querySelector('.status .what')?.textContent ?? '';
