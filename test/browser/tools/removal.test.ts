/** An element that a host takes out of the page, or puts elsewhere in it, in the middle of a drag with any tool. */
import { expect } from '@open-wc/testing';
import { resetMouse, sendKeys, sendMouse } from '@web/test-runner-commands';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import type { ToolId } from '../../../src/element/tools/tool-id.js';
import { frame, inWindow, oblong, unmountAll, withEllipse } from '../support.js';
import { waitUntil } from '../until.js';

type At = readonly [number, number];

interface Gesture {
  readonly name: string;
  readonly tool: ToolId;
  /** A key that is held. */
  readonly key?: 'Alt' | 'Shift';
  readonly way: readonly At[];
  /** Clicks in place of a drag. */
  readonly clicks?: true;
  /** Tried by a removal too, which opens viewer and engine anew. */
  readonly removed?: true;
  /** CSS pixels that the pointer is left of and above the way. */
  readonly beside?: number;
}

const gestures: readonly Gesture[] = [
  {
    name: 'a box',
    removed: true,
    tool: 'box',
    way: [
      [20, 20],
      [60, 60],
      [90, 70],
    ],
  },
  {
    name: 'a polygon by clicks',
    removed: true,
    tool: 'polygon',
    clicks: true,
    way: [
      [20, 20],
      [60, 25],
      [60, 60],
    ],
  },
  {
    name: 'a polygon by hand',
    tool: 'polygon',
    way: [
      [20, 20],
      [60, 25],
      [60, 60],
      [30, 60],
    ],
  },
  {
    name: 'a lasso',
    removed: true,
    tool: 'freehand',
    way: [
      [20, 20],
      [60, 25],
      [60, 60],
      [30, 60],
    ],
  },
  {
    name: 'a rectangle',
    tool: 'rectangle',
    way: [
      [20, 20],
      [60, 60],
      [90, 70],
    ],
  },
  {
    name: 'a vertex',
    removed: true,
    tool: 'nodes',
    way: [
      [200, 80],
      [230, 70],
      [240, 60],
    ],
  },
  {
    name: 'an edge',
    tool: 'nodes',
    way: [
      [150, 80],
      [150, 60],
      [150, 40],
    ],
  },
  {
    name: 'the grip',
    removed: true,
    tool: 'pan',
    beside: 16,
    way: [
      [100, 80],
      [120, 90],
      [140, 120],
    ],
  },
  {
    name: 'a choice of vertices',
    tool: 'nodes',
    key: 'Shift',
    way: [
      [90, 70],
      [150, 90],
      [210, 95],
    ],
  },
  {
    name: 'a choice of objects',
    tool: 'pan',
    key: 'Shift',
    way: [
      [20, 20],
      [150, 90],
      [210, 195],
    ],
  },
  {
    name: 'a mark',
    removed: true,
    tool: 'box',
    key: 'Alt',
    way: [
      [150, 100],
      [160, 120],
      [170, 130],
    ],
  },
  {
    name: 'a knife',
    tool: 'cut',
    way: [
      [150, 60],
      [150, 120],
      [150, 190],
    ],
  },
  {
    name: 'a stretch',
    tool: 'retrace',
    way: [
      [120, 80],
      [150, 80],
      [180, 80],
    ],
  },
];

describe('an element that goes in the middle of a drag', function () {
  this.timeout(240_000);
  let element: SnakeSegmenter;
  const failures: unknown[] = [];
  const onFailure = (event: ErrorEvent | PromiseRejectionEvent): void => {
    failures.push('reason' in event ? event.reason : event.error);
  };

  before(async () => {
    addEventListener('error', onFailure);
    addEventListener('unhandledrejection', onFailure);
    element = await withEllipse({ lang: 'en' });
  });
  beforeEach(async () => {
    failures.length = 0;
    element.tool = 'pan';
    await element.updateComplete;
    element.clear();
    await element.import(oblong);
  });
  after(() => {
    removeEventListener('error', onFailure);
    removeEventListener('unhandledrejection', onFailure);
    unmountAll();
  });
  afterEach(async () => {
    for (const up of ['Alt', 'Shift'] as const) await sendKeys({ up });
    await resetMouse();
  });

  const begin = async ({ tool, key, way, clicks, beside = 0 }: Gesture): Promise<void> => {
    element.tool = tool;
    await element.updateComplete;
    element.select(element.contours.features[0]?.id);
    await frame();
    if (key) await sendKeys({ down: key });
    for (const [k, at] of way.entries()) {
      const [x, y] = inWindow(element, ...at);
      const position: [number, number] = [x - beside, y - beside];
      await sendMouse({ type: 'move', position });
      if (beside > 0 && k === 0) await waitUntil(() => element.viewer?.canvas.style.cursor === 'move', 'the grip');
      if (clicks) await sendMouse({ type: 'click', position });
      else if (k === 0) await sendMouse({ type: 'down' });
    }
    await frame();
  };

  const drafting = (): boolean | undefined => element.commands.find(({ id }) => id === 'snake.cancel')?.enabled;

  const isShown = async (): Promise<void> => {
    await element.ready;
    await waitUntil(() => element.viewer?.world.getItemAt(0)?.getFullyLoaded(), 'shown');
    await frame();
    await frame();
  };

  /** The contours are the oblong alone, nothing is being drawn, and a rectangle drawn next becomes an object. */
  const isWhole = async (): Promise<void> => {
    await isShown();
    expect(drafting(), 'a draft is left').to.equal(false);
    expect(element.contours.features.map(({ geometry }) => geometry)).to.deep.equal([oblong]);
    element.tool = 'rectangle';
    await element.updateComplete;
    const [from, over, to] = [inWindow(element, 240, 180), inWindow(element, 260, 200), inWindow(element, 280, 220)];
    // A pointer without a button draws nothing.
    for (const position of [to, over, from]) await sendMouse({ type: 'move', position });
    expect(drafting(), 'a pointer without a button draws').to.equal(false);
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: over });
    await sendMouse({ type: 'move', position: to });
    await sendMouse({ type: 'up' });
    expect(element.contours.features).to.have.length(2);
    element.undo();
    expect(element.contours.features).to.have.length(1);
    expect(failures.map(String)).to.deep.equal([]);
  };

  for (const gesture of gestures) {
    if (gesture.removed)
      it(`keeps its contours when it is taken out while ${gesture.name} is dragged`, async () => {
        await begin(gesture);
        element.remove();
        await sendMouse({ type: 'move', position: [300, 300] });
        if (!gesture.clicks) await sendMouse({ type: 'up' });
        if (gesture.key) await sendKeys({ up: gesture.key });
        document.body.append(element);
        await isWhole();
      });

    it(`keeps its contours when it is put elsewhere while ${gesture.name} is dragged`, async () => {
      await begin(gesture);
      const other = document.createElement('section');
      document.body.append(other);
      other.append(element);
      await frame();
      await sendMouse({ type: 'move', position: [300, 300] });
      if (!gesture.clicks) await sendMouse({ type: 'up' });
      if (gesture.key) await sendKeys({ up: gesture.key });
      // What was set by clicks stays until it is closed or given up.
      expect(drafting()).to.equal(gesture.clicks ?? false);
      if (gesture.clicks) await element.executeCommand('snake.cancel');
      await isWhole();
      document.body.append(element);
      other.remove();
    });
  }
});
