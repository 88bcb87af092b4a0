import { expect } from '@open-wc/testing';
import { resetMouse, sendKeys, sendMouse } from '@web/test-runner-commands';
import { EngineClient } from '../../../src/element/client/engine-client.js';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import type { BuiltInToolId } from '../../../src/element/tools/tool-id.js';
import type { SegmentInit } from '../../../src/element/workbench/events.js';
import { isWebKit, leaveOut } from '../engine-limits.js';
import { click, drag, frame, inWindow, oblong, once, sharedEllipse } from '../support.js';
import { waitUntil } from '../until.js';

describe('input', () => {
  const shared = sharedEllipse();

  afterEach(() => resetMouse());

  const take = async (tool: BuiltInToolId): Promise<SnakeSegmenter> => {
    const element = shared();
    element.tool = tool;
    await element.updateComplete;
    return element;
  };

  /** The start that the tool asks for; the run itself is prevented. */
  const startOf = async (element: SnakeSegmenter, act: () => Promise<unknown>): Promise<SegmentInit> => {
    const start = new Promise<SegmentInit>((resolve) => {
      element.addEventListener(
        'contour-before-start',
        (event) => {
          event.preventDefault();
          resolve(event.detail.init);
        },
        { once: true },
      );
    });
    await act();
    return start;
  };

  const centre = (element: SnakeSegmenter): { x: number; y: number } => element.viewer!.viewport.getCenter(false);

  /** Presses the last key while the others are held. */
  const chord = async (keys: string): Promise<void> => {
    const held = keys.split('+');
    const press = held.pop()!;
    for (const down of held) await sendKeys({ down });
    await sendKeys({ press });
    for (const up of held.reverse()) await sendKeys({ up });
  };

  const focus = (element: SnakeSegmenter): void => element.viewer!.canvas.focus();

  const withSquare = async (tool: BuiltInToolId): Promise<SnakeSegmenter> => {
    const element = await take(tool);
    const { contours } = await element.import(oblong);
    element.select(contours[0]!.id);
    await frame();
    await frame();
    return element;
  };

  const ringOf = (element: SnakeSegmenter) => {
    const { geometry } = element.contours.features[0]!;
    if (geometry.type !== 'Polygon') throw new Error('no polygon');
    return geometry.coordinates[0]!;
  };

  it('leaves presses to a layer of the page that claims the pointer, and takes them through one that only lies there', async () => {
    for (const tool of ['pan', 'box', 'polygon', 'point', 'nodes'] as const) {
      const element = await take(tool);
      const asked: string[] = [];
      const listening = new AbortController();
      element.addEventListener(
        'contour-before-start',
        (event) => {
          event.preventDefault();
          asked.push(tool);
        },
        { signal: listening.signal },
      );
      const layer = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
      layer.style.cssText = 'position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: all';
      element.viewer!.canvas.append(layer);
      try {
        let presses = 0;
        layer.addEventListener('pointerdown', () => presses++);
        await click(element, 160, 120);
        await drag(element, [90, 70], [230, 170]);
        expect(presses, tool).to.equal(2);
        expect(asked).to.deep.equal([]);
        const cancel = element.commands.find(({ id }) => id === 'snake.cancel');
        expect(cancel?.enabled, tool).to.equal(false);
        element.viewer!.viewport.goHome(true);
        if (tool === 'box') {
          layer.style.pointerEvents = 'auto';
          await drag(element, [90, 70], [230, 170]);
          await waitUntil(() => asked.length === 1);
        }
      } finally {
        listening.abort();
        layer.remove();
      }
    }
  });

  it('takes a press for a click however long it lasts, unless the pointer was dragged away and back', async () => {
    const element = await withSquare('pan');
    element.select(undefined);
    const [x, y] = [160, 120];
    const press = async (away: number): Promise<void> => {
      const at = inWindow(element, x, y);
      await sendMouse({ type: 'move', position: at });
      await sendMouse({ type: 'down' });
      // Longer than the tracker's time of a click.
      await new Promise((resolve) => setTimeout(resolve, 400));
      if (away > 0) {
        await sendMouse({ type: 'move', position: [at[0] + away, at[1]] });
        await sendMouse({ type: 'move', position: at });
      }
      await sendMouse({ type: 'up' });
    };
    await press(0);
    expect(element.selected?.id).to.equal(element.contours.features[0]!.id);
    await take('point');
    let asked = 0;
    const count = (): number => ++asked;
    element.addEventListener('contour-before-start', count);
    await press(30);
    await startOf(element, () => press(0));
    element.removeEventListener('contour-before-start', count);
    expect(asked).to.equal(1);
  });

  it('wakes the device where a start is about to be drawn, at most once a second while it is drawn, and nowhere else', async () => {
    const element = await take('pan');
    const { awaken } = EngineClient.prototype;
    const woken: [string, number][] = [];
    EngineClient.prototype.awaken = (...told) => void woken.push(told);
    const now = performance.now.bind(performance);
    // What tests before this one did is long ago.
    let later = 10_000;
    performance.now = () => now() + later;
    try {
      for (const tool of ['pan', 'rectangle', 'freehand'] as const) {
        await take(tool);
        await click(element, 30, 30);
      }
      expect(woken).to.deep.equal([]);
      await take('box');
      await sendMouse({ type: 'move', position: inWindow(element, 60, 60) });
      expect(woken.length, 'the pointer moves').to.equal(1);
      await startOf(element, () => drag(element, [60, 60], [120, 110]));
      expect(woken.length, 'it is awake').to.equal(1);
      later += 1500;
      await sendMouse({ type: 'move', position: inWindow(element, 70, 60) });
      expect(woken.length, 'the pointer moves again').to.equal(1);
      await take('point');
      await startOf(element, () => click(element, 90, 90));
      expect(woken.length, 'a press').to.equal(2);
      later += 10_000;
      await sendMouse({ type: 'move', position: inWindow(element, 60, 60) });
      expect(woken.length, 'the pointer moves much later').to.equal(3);
    } finally {
      EngineClient.prototype.awaken = awaken;
      performance.now = now;
    }
    expect(woken.map(([algorithm]) => algorithm)).to.deep.equal(['snake', 'snake', 'snake']);
    expect(new Set(woken.map(([, image]) => image)).size).to.equal(1);
  });

  it('tells the engine of a box or a polygon while it is drawn, every 50 ms at most, of a click when it is pressed, and of nothing that starts no run', async () => {
    const element = await take('box');
    const { expect: told } = EngineClient.prototype;
    const boxes: Parameters<EngineClient['expect']>[] = [];
    EngineClient.prototype.expect = (...box) => void boxes.push(box);
    const now = performance.now.bind(performance);
    // Later than all that the tests before this one did.
    let later = 60_000;
    performance.now = () => now() + later;
    try {
      await startOf(element, () => drag(element, [60, 60], [120, 110]));
      expect(boxes.length, 'a drag').to.be.greaterThan(0);
      const [image, box, options] = boxes[0]!;
      expect(image).to.equal(1);
      for (const value of [box.x - 60, box.y - 60]) expect(Math.abs(value)).to.be.at.most(1);
      expect(options).to.deep.equal({ algorithm: 'snake', inView: undefined });
      boxes.length = 0;
      later += 1000;
      await take('rectangle');
      await drag(element, [60, 60], [120, 110]);
      await take('polygon');
      await click(element, 60, 60);
      expect(boxes).to.deep.equal([]);
      await click(element, 120, 60);
      expect(boxes.length, 'two vertices').to.equal(1);
      const start = boxes[0]![1];
      expect('width' in start && Math.abs(start.width - 60)).to.be.at.most(2);
      boxes.length = 0;
      later += 1000;
      await take('point');
      await startOf(element, async () => {
        await sendMouse({ type: 'move', position: inWindow(element, 90, 80) });
        await sendMouse({ type: 'down' });
        expect(boxes.length, 'a press').to.equal(1);
        expect(Object.keys(boxes[0]![1])).to.deep.equal(['x', 'y']);
        await sendMouse({ type: 'up' });
      });
    } finally {
      EngineClient.prototype.expect = told;
      performance.now = now;
    }
  });

  it('draws a box in any direction, in whole pixels, without moving the view', async () => {
    const element = await take('box');
    const before = centre(element);
    const init = await startOf(element, () => drag(element, [230, 170], [90, 70]));
    expect(init).to.have.keys('x', 'y', 'width', 'height');
    const { x, y, width, height } = Object(init);
    for (const value of [x, y, width, height]) expect(Number.isInteger(value)).to.equal(true);
    expect(
      [x, y, x + width, y + height].map((value, k) => Math.abs(value - [90, 70, 230, 170][k]!) <= 2),
    ).to.deep.equal([true, true, true, true]);
    expect(centre(element)).to.deep.equal(before);
  });

  it('draws the box where the mouse is, also turned and mirrored', async () => {
    const element = await take('box');
    element.viewer!.viewport.setRotation(90, true).setFlip(true);
    await frame();
    await frame();
    const init = Object(await startOf(element, () => drag(element, [230, 170], [90, 70])));
    expect(Math.abs(init.x - 90) + Math.abs(init.y - 70)).to.be.lessThan(5);
    expect(Math.abs(init.width - 140) + Math.abs(init.height - 100)).to.be.lessThan(7);
  });

  it('makes nothing of a click with the box', async () => {
    const element = await take('box');
    let started = 0;
    const count = (): number => started++;
    element.addEventListener('contour-before-start', count);
    await click(element, 160, 120);
    await frame();
    element.removeEventListener('contour-before-start', count);
    expect(started).to.equal(0);
  });

  it('zooms by wheel and moves by the space bar while a tool draws', async () => {
    const element = await take('box');
    const { viewport } = element.viewer!;
    await sendMouse({ type: 'move', position: inWindow(element, 160, 120) });
    viewport.zoomTo(viewport.getHomeZoom() * 3, undefined, true);
    await frame();
    const zoom = viewport.getZoom(false);
    element.viewer!.canvas.dispatchEvent(
      new WheelEvent('wheel', { deltaY: -200, bubbles: true, cancelable: true, clientX: 300, clientY: 200 }),
    );
    expect(viewport.getZoom(false)).to.be.greaterThan(zoom);
    viewport.zoomTo(viewport.getHomeZoom() * 3, undefined, true);
    await frame();
    const before = centre(element);
    focus(element);
    await sendKeys({ down: 'Space' });
    await drag(element, [160, 120], [175, 120]);
    await sendKeys({ up: 'Space' });
    expect(centre(element).x).to.be.lessThan(before.x);
    expect(element.contours.features).to.have.length(0);
  });

  it('moves by the middle button while a tool draws', async function () {
    leaveOut(this, isWebKit, "WebKit's driver lets go of the left button alone, so that the middle one stays pressed");
    const element = await take('box');
    const { viewport } = element.viewer!;
    viewport.zoomTo(viewport.getHomeZoom() * 3, undefined, true);
    await frame();
    const before = centre(element);
    await drag(element, [160, 120], [175, 120], 'middle');
    expect(centre(element).x).to.be.lessThan(before.x);
    expect(element.contours.features).to.have.length(0);
  });

  it('places a box by keys: Enter, arrows, Shift and arrows, Enter; Escape gives up', async () => {
    const element = await take('box');
    focus(element);
    const says = async (): Promise<string> => {
      await element.updateComplete;
      return element.shadowRoot?.querySelector('[role=status]')?.textContent ?? '';
    };
    for (const key of ['Escape', 'Control+z']) {
      await sendKeys({ press: 'Enter' });
      expect(await says()).to.contain('Box at');
      await (key === 'Escape' ? sendKeys({ press: key }) : chord(key));
      expect(await says(), `given up by ${key}`).to.equal('');
    }
    await sendKeys({ press: 'Enter' });
    const init = Object(
      await startOf(element, async () => {
        await chord('Alt+ArrowRight');
        await chord('Alt+ArrowDown');
        await chord('Alt+Shift+ArrowRight');
        await sendKeys({ press: 'Enter' });
      }),
    );
    const middle = { x: init.x + (init.width - 1) / 2, y: init.y + init.height / 2 };
    expect(middle.x).to.be.closeTo(161, 2);
    expect(middle.y).to.be.closeTo(121, 2);
    expect(init.width - init.height).to.be.within(0, 2);
  });

  it('draws a polygon by clicks, closed by a click on its first node', async () => {
    const element = await take('polygon');
    const init = Object(
      await startOf(element, async () => {
        for (const [x, y] of [
          [100, 80],
          [220, 80],
          [220, 160],
          [100, 160],
          [100, 80],
        ] as const) {
          await click(element, x, y);
        }
      }),
    );
    expect(init.type).to.equal('Polygon');
    const [ring] = init.coordinates;
    expect(ring).to.have.length(5);
    expect(ring[0]).to.deep.equal(ring[4]);
    expect(ring[2][0]).to.be.closeTo(220, 1);
  });

  it('draws a polygon free-hand', async () => {
    const element = await take('polygon');
    const init = Object(
      await startOf(element, async () => {
        await sendMouse({ type: 'move', position: inWindow(element, 220, 120) });
        await sendMouse({ type: 'down' });
        for (let k = 1; k <= 12; k++) {
          const angle = (k * Math.PI) / 6.5;
          const position = inWindow(element, 160 + 60 * Math.cos(angle), 120 + 40 * Math.sin(angle));
          await sendMouse({ type: 'move', position });
        }
        await sendMouse({ type: 'up' });
      }),
    );
    expect(init.coordinates[0].length).to.be.greaterThan(8);
  });

  it('draws a polygon by keys', async () => {
    const element = await take('polygon');
    focus(element);
    await sendKeys({ press: 'Enter' });
    const init = Object(
      await startOf(element, async () => {
        for (const key of ['Space', 'ArrowRight', 'Space', 'ArrowDown', 'Space', 'Enter'])
          await sendKeys({ press: key });
      }),
    );
    expect(init.coordinates[0]).to.have.length(4);
  });

  it('starts from a point by click and by keys', async () => {
    const element = await take('point');
    const clicked = Object(await startOf(element, () => click(element, 160, 120)));
    expect(clicked.x).to.be.closeTo(160, 1);
    focus(element);
    await sendKeys({ press: 'Enter' });
    const placed = Object(await startOf(element, () => sendKeys({ press: 'Enter' })));
    expect(placed.x).to.be.closeTo(160, 1);
    expect(placed.y).to.be.closeTo(120, 1);
  });

  it('tells a click what of the image is in view, once that is not all', async () => {
    const element = await take('point');
    const wished = (): Promise<unknown> =>
      new Promise((resolve) => {
        const told = (event: CustomEvent<{ options: object }>): void => {
          event.preventDefault();
          resolve(event.detail.options);
        };
        element.addEventListener('contour-before-start', told, { once: true });
      });
    const all = wished();
    await click(element, 120, 90);
    expect(await all).to.deep.equal({});
    element.viewer?.viewport.zoomTo(element.viewer.viewport.getHomeZoom() * 4, undefined, true);
    await frame();
    await frame();
    const part = wished();
    await click(element, 160, 120);
    const { inView } = Object(await part);
    expect(inView.width).to.be.within(1, (element.image?.width ?? 0) / 2);
    expect([inView.x < 160, inView.x + inView.width > 160]).to.deep.equal([true, true]);
  });

  it('tells a click the sizes of the objects of its class', async () => {
    const element = await withSquare('point');
    // Two clicks in one place would be a double click.
    const expected = async (x: number): Promise<unknown> => {
      const options = new Promise<unknown>((resolve) => {
        const told = (event: CustomEvent<{ options: object }>): void => {
          event.preventDefault();
          resolve(event.detail.options);
        };
        element.addEventListener('contour-before-start', told, { once: true });
      });
      await click(element, x, 30);
      return Object(await options).expectedAreas;
    };
    const [area] = (await expected(30)) as readonly number[];
    expect(area).to.be.closeTo(element.contours.features[0]!.properties.measurements['Area px^2']!, 1);
    element.classification = { name: 'Other', color: [1, 2, 3] };
    expect(await expected(280)).to.equal(undefined);
  });

  it('corrects the selected contour by Alt and a click, with Shift the other way; each is one step to undo', async () => {
    const element = await withSquare('point');
    const { id } = element.contours.features[0]!;
    const xs = () => ringOf(element).map(([x]) => x);
    const before = ringOf(element);
    const right = Math.max(...xs());
    const correct = async (keys: readonly string[], x: number, y: number) => {
      const complete = once(element, 'contour-complete');
      for (const key of keys) await sendKeys({ down: key });
      await click(element, x, y);
      for (const key of keys) await sendKeys({ up: key });
      return (await complete).contour;
    };
    const grown = await correct(['Alt'], right + 12, 130);
    expect(grown.id).to.equal(id);
    expect(Math.max(...xs())).to.be.above(right + 11);
    const { inside } = JSON.parse(grown.properties.metadata.hints!);
    expect(inside).to.have.length(1);
    const shrunk = await correct(['Alt', 'Shift'], 125, 95);
    const hints = JSON.parse(shrunk.properties.metadata.hints!);
    expect([hints.inside.length, hints.outside.length]).to.deep.equal([1, 1]);
    expect(hints.order).to.deep.equal(['inside', 'outside']);
    element.undo();
    element.undo();
    expect(ringOf(element)).to.deep.equal(before);
  });

  it('corrects the selected contour by a side that is chosen over the image, as a finger does, until it is chosen no longer', async () => {
    const element = await withSquare('point');
    const right = Math.max(...ringOf(element).map(([x]) => x));
    const choose = async (side: string): Promise<string | null | undefined> => {
      const button = () => element.shadowRoot?.querySelector<HTMLButtonElement>(`[data-mark=${side}]`);
      button()?.click();
      await element.updateComplete;
      return button()?.getAttribute('aria-pressed');
    };
    expect(await choose('outside')).to.equal('true');
    expect(await choose('inside')).to.equal('true');
    const complete = once(element, 'contour-complete');
    await click(element, right + 12, 130);
    const hints = JSON.parse((await complete).contour.properties.metadata.hints!);
    expect([hints.inside.length, hints.outside?.length ?? 0]).to.deep.equal([1, 0]);
    expect(await choose('inside')).to.equal('false');
    expect(await startOf(element, () => click(element, 160, 120))).to.have.keys('x', 'y');
  });

  it('takes a stroke by Alt and a drag, shows marks, and removes one by Alt and a click on it', async () => {
    const element = await withSquare('point');
    const right = Math.max(...ringOf(element).map(([x]) => x));
    const next = async (work: () => Promise<void>) => {
      const complete = once(element, 'contour-complete');
      await sendKeys({ down: 'Alt' });
      await work();
      await sendKeys({ up: 'Alt' });
      return JSON.parse((await complete).contour.properties.metadata.hints ?? '{}');
    };
    const [from, to] = [right + 10, right + 14];
    const drawn = await next(() => drag(element, [from, 110], [to, 140]));
    expect(drawn.inside).to.have.length(1);
    expect(drawn.inside[0].type).to.equal('LineString');
    expect(drawn.inside[0].coordinates.at(-1)[1]).to.be.closeTo(140, 2);
    const removed = await next(() => click(element, from, 110));
    expect(removed).to.deep.equal({});
  });

  it('corrects the object that was selected when the stroke began', async () => {
    const element = await withSquare('point');
    const id = element.selected?.id;
    const complete = once(element, 'contour-complete');
    await sendKeys({ down: 'Alt' });
    await sendMouse({ type: 'move', position: inWindow(element, 210, 110) });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: inWindow(element, 214, 130) });
    // A run that ends meanwhile selects its contour.
    const { contours } = await element.import({
      type: 'Polygon',
      coordinates: [oblong.coordinates[0]!.map(([x = 0, y = 0]) => [x / 4, y / 4])],
    });
    element.select(contours[0]!.id);
    await sendMouse({ type: 'up' });
    await sendKeys({ up: 'Alt' });
    expect((await complete).contour.id).to.equal(id);
    expect(element.selected?.id).to.equal(id);
  });

  it('takes of a stroke that leaves the image the part within it', async () => {
    const element = await withSquare('point');
    const { image, viewer } = element;
    viewer?.viewport.zoomBy(0.5, undefined, true);
    await frame();
    const width = image?.width ?? 0;
    const complete = once(element, 'contour-complete');
    await sendKeys({ down: 'Alt' });
    await drag(element, [width - 20, 110], [width + 40, 110]);
    await sendKeys({ up: 'Alt' });
    const { hints } = (await complete).contour.properties.metadata;
    const { coordinates } = JSON.parse(hints ?? '{}').inside[0];
    expect(coordinates[0][0]).to.be.closeTo(width - 20, 2);
    expect(coordinates.at(-1)[0]).to.be.within(width - 1, width);
  });

  it('selects by a click on a contour, and nothing beside it', async () => {
    const element = await withSquare('pan');
    element.select(undefined);
    const selected = once(element, 'contour-select');
    // Far from the click of the test before: with that one it would be a double click, which zooms.
    await click(element, 185, 145);
    expect((await selected).contour?.id).to.equal(element.contours.features[0]!.id);
    await element.updateComplete;
    await frame();
    await frame();
    await click(element, 30, 30);
    await waitUntil(() => element.selected === undefined, 'it is selected no more');
  });

  it('drags a node; the change is one step to undo', async () => {
    const element = await withSquare('nodes');
    const changed = once(element, 'contour-change');
    await drag(element, [200, 160], [220, 180]);
    expect((await changed).reason).to.equal('edit');
    const [x, y] = ringOf(element)[2]!;
    expect([Math.abs(x - 220) < 1.5, Math.abs(y - 180) < 1.5]).to.deep.equal([true, true]);
    expect(ringOf(element)).to.have.length(5);
    element.undo();
    expect(ringOf(element)).to.deep.equal(oblong.coordinates[0]);
  });

  it('adds a node by dragging an edge, and takes one away with Alt', async () => {
    const element = await withSquare('nodes');
    await drag(element, [150, 80], [150, 60]);
    await waitUntil(() => ringOf(element).length === 6, 'the node comes');
    expect(ringOf(element)[1]![1]).to.be.closeTo(60, 1.5);
    await sendKeys({ down: 'Alt' });
    await click(element, 150, 60);
    await sendKeys({ up: 'Alt' });
    await waitUntil(() => ringOf(element).length === 5, 'the node goes');
  });

  it('does not drag a node across its own contour', async () => {
    const element = await withSquare('nodes');
    await drag(element, [100, 80], [260, 120]);
    await frame();
    const ring = ringOf(element);
    expect(ring[0]![0]).to.be.lessThan(201);
  });

  it('walks, moves and deletes nodes by keys', async () => {
    const element = await withSquare('nodes');
    focus(element);
    await sendKeys({ press: 'PageDown' });
    await sendKeys({ press: 'ArrowLeft' });
    expect(ringOf(element)[0]).to.deep.equal([99, 80]);
    await sendKeys({ press: 'Delete' });
    expect(ringOf(element)).to.have.length(4);
    await sendKeys({ press: 'Delete' });
    expect(ringOf(element), 'the next vertex is active, and a triangle needs its three').to.have.length(4);
    await sendKeys({ press: 'Escape' });
    await sendKeys({ press: 'Delete' });
    expect(element.contours.features, 'no vertex is active').to.have.length(0);
  });

  it('runs commands by key, bound anew where the page says so', async () => {
    const element = await take('pan');
    focus(element);
    await sendKeys({ press: 'b' });
    expect(element.tool).to.equal('box');
    element.rebind('snake.tool.polygon', 'b');
    await sendKeys({ press: 'b' });
    expect(element.tool).to.equal('polygon');
    element.rebind('snake.tool.polygon', 'P');
    element.rebind('snake.tool.box', 'B');
    await element.import(oblong);
    await chord('Control+z');
    expect(element.contours.features).to.have.length(0);
    await chord('Control+Shift+z');
    expect(element.contours.features).to.have.length(1);
  });

  it('runs a command of the page from the toolbar', async () => {
    const element = await take('pan');
    let ran = 0;
    const off = element.registerCommand({ id: 'page.hello', title: 'Hello', run: () => ran++, group: 'edit' });
    await element.updateComplete;
    element.shadowRoot!.querySelector<HTMLButtonElement>('[data-command="page.hello"]')!.click();
    expect(ran).to.equal(1);
    off();
    await element.updateComplete;
    expect(element.shadowRoot!.querySelector('[data-command="page.hello"]')).to.equal(null);
  });

  it('draws a box with a finger, and gives it up for a pinch', async () => {
    const element = await take('box');
    const touch = (type: string, id: number, x: number, y: number): void => {
      const [clientX, clientY] = inWindow(element, x, y);
      const options = { clientX, clientY, pointerId: id, pointerType: 'touch', isPrimary: id === 11, button: 0 };
      const { canvas } = element.viewer!;
      canvas.dispatchEvent(
        new PointerEvent(type, {
          ...options,
          buttons: type === 'pointerup' ? 0 : 1,
          bubbles: true,
          composed: true,
          cancelable: true,
        }),
      );
    };
    // OpenSeadragon releases first, and then flings the view where nobody keeps it from that.
    const flings: unknown[] = [];
    element.viewer!.addOnceHandler('canvas-drag-end', ({ preventDefaultAction }) =>
      flings.push(preventDefaultAction !== true),
    );
    const hint = (): string => element.shadowRoot!.querySelector('.status')?.textContent ?? '';
    const init = Object(
      await startOf(element, async () => {
        touch('pointerdown', 11, 90, 70);
        touch('pointermove', 11, 150, 120);
        await frame();
        touch('pointermove', 11, 230, 170);
        await frame();
        touch('pointerup', 11, 230, 170);
      }),
    );
    expect(Math.abs(init.x - 90) + Math.abs(init.width - 140)).to.be.lessThan(6);
    expect(flings).to.deep.equal([false]);
    // What there are no keys for is not told to a finger.
    for (const tool of ['box', 'point', 'freehand', 'brush', 'eraser', 'nodes', 'polygon', 'pan'] as const) {
      element.tool = tool;
      await element.updateComplete;
      expect(hint(), tool).to.not.match(/Alt|Shift|Enter|click|arrow/i);
    }
    element.tool = 'box';
    const { viewport } = element.viewer!;
    const zoom = viewport.getZoom(false);
    let started = 0;
    const count = (): number => started++;
    element.addEventListener('contour-before-start', count);
    touch('pointerdown', 11, 150, 110);
    touch('pointermove', 11, 148, 109);
    touch('pointerdown', 12, 170, 130);
    for (let k = 1; k < 5; k++) {
      touch('pointermove', 11, 148 - 8 * k, 109 - 6 * k);
      touch('pointermove', 12, 170 + 8 * k, 130 + 6 * k);
      await frame();
    }
    touch('pointerup', 12, 202, 154);
    touch('pointerup', 11, 116, 85);
    await frame();
    element.removeEventListener('contour-before-start', count);
    expect(viewport.getZoom(false)).to.be.greaterThan(zoom);
    expect(started).to.equal(0);
  });

  it('takes none while disabled', async () => {
    const element = await take('box');
    element.disabled = true;
    await element.updateComplete;
    let started = 0;
    const count = (): number => started++;
    element.addEventListener('contour-before-start', count);
    await drag(element, [90, 70], [230, 170]);
    await frame();
    element.removeEventListener('contour-before-start', count);
    expect(started).to.equal(0);
    element.disabled = false;
  });

  it('takes a dropped image, and dropped contours', async () => {
    const element = await take('pan');
    const drop = (...files: readonly File[]): void => {
      const transfer = new DataTransfer();
      for (const file of files) transfer.items.add(file);
      const base = element.shadowRoot!.querySelector('.base')!;
      base.dispatchEvent(new DragEvent('dragover', { dataTransfer: transfer, bubbles: true, cancelable: true }));
      base.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
    };
    const changed = once(element, 'contour-change');
    drop(new File([JSON.stringify(oblong)], 'contours.geojson'));
    expect((await changed).reason).to.equal('import');
    const picture = new OffscreenCanvas(90, 70);
    picture.getContext('2d')!.fillRect(0, 0, 40, 40);
    const dropped = async (name: string): Promise<File> =>
      new File([await picture.convertToBlob()], name, { type: 'image/png' });
    drop(await dropped('dropped.png'));
    await element.ready;
    expect(element.image).to.include({ name: 'dropped.png', width: 90 });
    expect(element.contours.features).to.have.length(0);
    // Contours that come before their image lie on it, and of two images the first is opened.
    const next = once(element, 'contour-change');
    drop(
      new File([JSON.stringify(oblong)], 'contours.geojson'),
      await dropped('first.png'),
      await dropped('second.png'),
    );
    await next;
    expect(element.image).to.include({ name: 'first.png' });
    const status = (): string => element.shadowRoot?.querySelector('.status .what')?.textContent ?? '';
    await waitUntil(() => status().includes('second.png'), 'the other one is told');
    expect(status()).to.contain('first.png is open');
    expect(element.contours.features).to.have.length(1);
  });

  it('says what a key lacks: a change to undo or redo, an object, a selected one; and leaves the key to the page', async () => {
    const element = await take('pan');
    const status = (): string => element.shadowRoot?.querySelector('.status .what')?.textContent ?? '';
    const left: string[] = [];
    const listening = new AbortController();
    window.addEventListener('keydown', ({ key, defaultPrevented }) => !defaultPrevented && left.push(key), {
      signal: listening.signal,
    });
    try {
      focus(element);
      await chord('Control+Shift+Z');
      await waitUntil(() => status().includes('to redo'));
      while (element.commands.find(({ id }) => id === 'snake.undo')?.enabled)
        await element.executeCommand('snake.undo');
      await chord('Control+z');
      await waitUntil(() => status().includes('to undo'));
      expect(left).to.deep.equal(['Control', 'Shift', 'Z', 'Control', 'z']);
      await chord('Delete');
      await waitUntil(() => status().includes('Select an object'));
      await chord('Shift+L');
      await waitUntil(() => status().includes('as an example'));
      await chord(']');
      await waitUntil(() => status().includes('No objects yet'));
      element.disabled = true;
      await element.updateComplete;
      const before = status();
      await chord('Control+z');
      expect(status()).to.equal(before);
    } finally {
      listening.abort();
    }
  });
});
