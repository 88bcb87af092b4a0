/** Many vertices at once, with a mouse and with a finger, and vertices that snap to edges. */
import { expect } from '@open-wc/testing';
import { resetMouse, sendKeys, sendMouse } from '@web/test-runner-commands';
import type { Position } from '../../../src/core/geometry/ring.js';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { click, drag, frame, inWindow, sharedEllipse } from '../support.js';
import { waitUntil } from '../until.js';

const polygon = (ring: readonly Position[]) => ({ type: 'Polygon', coordinates: [[...ring, ring[0]!]] });

const square: readonly Position[] = [
  [100, 80],
  [150, 80],
  [200, 80],
  [200, 160],
  [100, 160],
];

describe('vertices', () => {
  const shared = sharedEllipse({ lang: 'en', panel: false });

  afterEach(async () => {
    await resetMouse();
    if (pressed('several')) await shared().executeCommand('snake.vertices.several');
    if (pressed('snap')) await shared().executeCommand('snake.vertices.snap');
  });

  const button = (id: string): HTMLButtonElement | null | undefined =>
    shared().shadowRoot?.querySelector(`[data-vertices="snake.vertices.${id}"]`);
  const pressed = (id: string): boolean => button(id)?.getAttribute('aria-pressed') === 'true';

  const withRing = async (ring: readonly Position[] = square): Promise<SnakeSegmenter> => {
    const element = shared();
    element.tool = 'nodes';
    const { contours } = await element.import(polygon(ring));
    element.select(contours[0]!.id);
    await element.updateComplete;
    await frame();
    await frame();
    return element;
  };

  const ringOf = (element: SnakeSegmenter, k = 0): readonly Position[] => {
    const { geometry } = element.contours.features[k]!;
    if (geometry.type !== 'Polygon') throw new Error('no polygon');
    return geometry.coordinates[0]!.slice(0, -1);
  };

  const shiftDrag = async (element: SnakeSegmenter, a: Position, b: Position): Promise<void> => {
    await sendKeys({ down: 'Shift' });
    await drag(element, [a[0], a[1]], [b[0], b[1]]);
    await sendKeys({ up: 'Shift' });
  };

  const touch = async (element: SnakeSegmenter, places: readonly Position[]): Promise<void> => {
    const { canvas } = element.viewer!;
    const send = (type: string, [x, y]: Position): void => {
      const [clientX, clientY] = inWindow(element, x, y);
      const how = { clientX, clientY, pointerId: 21, pointerType: 'touch', isPrimary: true, button: 0 };
      const buttons = type === 'pointerup' ? 0 : 1;
      canvas.dispatchEvent(
        new PointerEvent(type, { ...how, buttons, bubbles: true, composed: true, cancelable: true }),
      );
    };
    send('pointerdown', places[0]!);
    for (const at of places.slice(1)) {
      send('pointermove', at);
      await frame();
    }
    send('pointerup', places.at(-1)!);
    await frame();
  };

  it('are chosen by Shift and a drag, moved together in one step, and deleted together', async () => {
    const element = await withRing();
    await shiftDrag(element, [90, 70], [210, 95]);
    await element.updateComplete;
    expect(button('remove')?.ariaLabel).to.equal('Delete vertices: 3');
    await drag(element, [150, 80], [150, 60]);
    const moved = ringOf(element);
    for (const k of [0, 1, 2]) expect(Math.abs((moved[k]?.[1] ?? 0) - 60)).to.be.lessThan(2);
    expect(moved.slice(3)).to.deep.equal(square.slice(3));
    element.undo();
    expect(ringOf(element)).to.deep.equal(square);
    await shiftDrag(element, [140, 70], [160, 95]);
    element.viewer?.canvas.focus();
    await sendKeys({ press: 'Delete' });
    expect(ringOf(element)).to.deep.equal(square.filter((_, k) => k !== 1));
    await element.updateComplete;
    expect(element.shadowRoot?.querySelector('[role=status]')?.textContent).to.equal('Vertices: 4');
  });

  it('of an object that is deleted while one of them is dragged do not bring it back', async () => {
    const element = await withRing();
    await sendMouse({ type: 'move', position: inWindow(element, 200, 160) });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: inWindow(element, 210, 170) });
    element.undo();
    expect(element.contours.features).to.have.length(0);
    await sendMouse({ type: 'move', position: inWindow(element, 215, 175) });
    await sendMouse({ type: 'up' });
    await frame();
    expect(element.contours.features).to.have.length(0);
    element.redo();
    expect(ringOf(element)).to.deep.equal(square);
  });

  it('one that is dragged where the outline would touch itself stays behind the pointer, and the status line says why', async () => {
    const element = await withRing();
    const said = (): string => element.shadowRoot?.querySelector('.status .what')?.textContent ?? '';
    const refused = 'Not possible: the outline would touch itself or vanish.';
    const moveTo = async (x: number, y: number): Promise<void> => {
      await sendMouse({ type: 'move', position: inWindow(element, x, y) });
      await frame();
      await element.updateComplete;
    };
    await moveTo(200, 160);
    await sendMouse({ type: 'down' });
    await moveTo(190, 150);
    expect(said()).to.not.equal(refused);
    await moveTo(90, 120);
    await waitUntil(() => said() === refused, 'the reason is told');
    await moveTo(180, 140);
    await waitUntil(() => said() !== refused, 'the reason is gone');
    await moveTo(90, 120);
    await sendMouse({ type: 'up' });
    await waitUntil(() => said() === refused, 'the reason stays');
    const [x = 0, y = 0] = ringOf(element)[3] ?? [];
    expect(Math.hypot(x - 180, y - 140)).to.be.lessThan(2);
    element.undo();
    expect(ringOf(element)).to.deep.equal(square);
  });

  it('that are dragged go back by Escape: one, an added one and several, and nothing is pinned or kept', async () => {
    const element = await withRing();
    const [before] = element.contours.features;
    const givenUp = async ([x, y]: Position): Promise<void> => {
      await sendMouse({ type: 'move', position: inWindow(element, x, y) });
      await sendMouse({ type: 'down' });
      await sendMouse({ type: 'move', position: inWindow(element, x + 10, y + 10) });
      await sendKeys({ press: 'Escape' });
      await sendMouse({ type: 'move', position: inWindow(element, x + 15, y + 15) });
      await sendMouse({ type: 'up' });
      await frame();
    };
    await givenUp([200, 160]);
    expect(element.contours.features).to.deep.equal([before]);
    await givenUp([200, 120]);
    expect(element.contours.features).to.deep.equal([before]);
    await shiftDrag(element, [90, 70], [210, 95]);
    await givenUp([150, 80]);
    expect(element.contours.features).to.deep.equal([before]);
    await element.updateComplete;
    expect(button('remove')?.ariaLabel, 'they are still chosen').to.equal('Delete vertices: 3');
    await sendKeys({ press: 'Escape' });
    await element.updateComplete;
    expect(button('remove')?.ariaLabel).to.equal('Delete the selected vertices');
    await drag(element, [200, 160], [210, 170]);
    expect(ringOf(element)[3]).not.to.deep.equal(square[3]);
  });

  it('that are dragged go back by undo, which takes no object away', async () => {
    const element = await withRing();
    element.focus();
    const undo = async (): Promise<void> => {
      await sendKeys({ down: 'Control' });
      await sendKeys({ press: 'z' });
      await sendKeys({ up: 'Control' });
    };
    for (const from of [square[3]!, [100, 120] as const]) {
      await sendMouse({ type: 'move', position: inWindow(element, from[0], from[1]) });
      await sendMouse({ type: 'down' });
      await sendMouse({ type: 'move', position: inWindow(element, from[0] + 10, from[1] + 10) });
      await undo();
      await sendMouse({ type: 'move', position: inWindow(element, from[0] + 15, from[1] + 15) });
      await sendMouse({ type: 'up' });
      await frame();
      expect(ringOf(element)).to.deep.equal(square);
    }
    await undo();
    expect(element.contours.features).to.have.length(0);
  });

  it('in hand go by Delete, which ends the drag: one, several, a new one, or only the rectangle that chooses', async () => {
    const element = await withRing();
    element.focus();
    const without = (...gone: number[]): Position[] => square.filter((_, k) => !gone.includes(k));
    const dragged = async ([x, y]: Position, shift = false): Promise<readonly Position[]> => {
      if (shift) await sendKeys({ down: 'Shift' });
      await sendMouse({ type: 'move', position: inWindow(element, x, y) });
      await sendMouse({ type: 'down' });
      await sendMouse({ type: 'move', position: inWindow(element, x + 8, y + 8) });
      if (shift) await sendKeys({ up: 'Shift' });
      await sendKeys({ press: 'Delete' });
      await sendMouse({ type: 'move', position: inWindow(element, x + 15, y + 15) });
      await sendMouse({ type: 'up' });
      await frame();
      expect(element.contours.features, 'the object is there').to.have.length(1);
      return ringOf(element);
    };
    expect(await dragged(square[3]!), 'one').to.deep.equal(without(3));
    element.undo();
    expect(ringOf(element), 'in one step').to.deep.equal(square);
    expect(await dragged([100, 120]), 'a new one on an edge').to.deep.equal(square);
    await shiftDrag(element, [140, 70], [210, 95]);
    expect(await dragged(square[1]!), 'several').to.deep.equal(without(1, 2));
    element.undo();
    expect(await dragged([60, 60], true), 'a rectangle').to.deep.equal(square);
    expect(button('remove')?.ariaLabel).to.equal('Delete the selected vertices');
    await shiftDrag(element, [90, 70], [210, 95]);
    expect(await dragged(square[1]!), 'too few would be left').to.deep.equal(square);
  });

  it('that are moved take the last word from the status', async () => {
    const element = await withRing();
    const said = (): string => element.shadowRoot?.querySelector('.status')?.textContent ?? '';
    await drag(element, [150, 80], [150, 60]);
    element.undo();
    await element.updateComplete;
    expect(said()).to.contain('Undone');
    await drag(element, [150, 80], [150, 65]);
    await element.updateComplete;
    expect(said()).to.contain('Drag a vertex');
  });

  it('go one by one with Alt and a click, and the contour stays selected', async () => {
    const element = await withRing([...square.slice(0, 4), [150, 175], [100, 160]]);
    for (const [x, y] of [
      [150, 175],
      [150, 80],
    ] as const) {
      await sendKeys({ down: 'Alt' });
      await click(element, x, y);
      await sendKeys({ up: 'Alt' });
      expect(element.selected?.id).to.equal(element.contours.features[0]?.id);
    }
    expect(ringOf(element)).to.have.length(4);
  });

  it('stay where they were moved to when the contour is run again, until they are freed', async () => {
    const element = await withRing([
      [95, 75],
      [160, 62],
      [225, 75],
      [225, 165],
      [160, 178],
      [95, 165],
    ]);
    await drag(element, [160, 62], [160, 40]);
    const pinned = (): readonly (readonly [number, number])[] | undefined =>
      element.contours.features[0]?.properties.pinned;
    const [place] = pinned() ?? [];
    expect(ringOf(element)[1]).to.deep.equal(place);
    await element.executeCommand('snake.refine');
    expect(ringOf(element)).to.deep.include(place);
    expect(pinned()).to.deep.equal([place]);
    const there = ringOf(element).findIndex(([x, y]) => x === place?.[0] && y === place[1]);
    await click(element, place?.[0] ?? 0, place?.[1] ?? 0);
    await element.updateComplete;
    expect(there).to.be.greaterThan(-1);
    expect(pressed('pin')).to.equal(true);
    button('pin')?.click();
    await element.updateComplete;
    expect(pinned()).to.equal(undefined);
    expect(pressed('pin')).to.equal(false);
    element.undo();
    expect(pinned()).to.deep.equal([place]);
    element.redo();
    await element.executeCommand('snake.refine');
    expect(ringOf(element)).not.to.deep.include(place);
  });

  it('are refused where the outline would cross itself, and are as they were', async () => {
    const element = await withRing();
    await shiftDrag(element, [90, 70], [110, 95]);
    await drag(element, [100, 80], [180, 180]);
    expect(ringOf(element)).to.deep.equal(square);
    await element.updateComplete;
    expect(element.shadowRoot?.querySelector('.status .what')?.textContent).to.contain('Not possible');
  });

  it('are chosen, moved and deleted with a finger', async () => {
    const element = await withRing();
    button('several')?.click();
    await element.updateComplete;
    expect(pressed('several')).to.equal(true);
    const place = element.viewer!.viewport.getCenter(false);
    await touch(element, [
      [80, 55],
      [120, 80],
      [225, 105],
    ]);
    expect(element.viewer!.viewport.getCenter(false)).to.deep.equal(place);
    await element.updateComplete;
    expect(button('remove')?.ariaLabel).to.equal('Delete vertices: 3');
    await touch(element, [
      [150, 80],
      [150, 70],
      [150, 60],
    ]);
    expect(Math.abs((ringOf(element)[0]?.[1] ?? 0) - 60)).to.be.lessThan(2);
    await touch(element, [
      [80, 40],
      [100, 60],
      [125, 75],
    ]);
    await element.updateComplete;
    button('remove')?.click();
    expect(ringOf(element)).to.have.length(4);
  });

  it('are deleted one by one with a finger too: the one that was tapped', async () => {
    const element = await withRing();
    const count = ringOf(element).length;
    const remove = (): boolean =>
      button('remove') instanceof HTMLButtonElement && !button('remove')!.matches(':disabled');
    expect(remove(), 'none was tapped').to.equal(false);
    const [x, y] = ringOf(element)[1]!;
    await touch(element, [
      [x, y],
      [x, y],
    ]);
    await element.updateComplete;
    expect(remove()).to.equal(true);
    button('remove')?.click();
    await element.updateComplete;
    expect(ringOf(element)).to.have.length(count - 1);
    expect(ringOf(element).some(([left, top]) => left === x && top === y)).to.equal(false);
    expect(remove(), 'none is active any more').to.equal(false);
  });

  it('snap to the outline of another object, and to the edge of what the image shows', async () => {
    const element = await withRing();
    await element.import(
      polygon([
        [210, 60],
        [260, 60],
        [260, 180],
        [210, 180],
      ]),
    );
    await element.executeCommand('snake.vertices.snap');
    await drag(element, [200, 80], [206, 90]);
    expect(ringOf(element)[2]?.[0]).to.equal(210);
    // The ellipse ends at x = 100, y = 120; what is near is taken once the image was read there.
    element.clear();
    const other = await withRing([
      [60, 60],
      [240, 60],
      [240, 200],
      [60, 200],
      [80, 120],
    ]);
    const snapped = async (): Promise<boolean> => {
      await drag(other, [ringOf(other)[4]![0], ringOf(other)[4]![1]], [96, 120]);
      return Math.abs((ringOf(other)[4]?.[0] ?? 0) - 100) <= 1.5;
    };
    for (let tries = 0; tries < 20 && !(await snapped()); tries++) await frame();
    expect(Math.abs((ringOf(other)[4]?.[0] ?? 0) - 100)).to.be.lessThan(1.6);
  });

  it('of an outline of 20,000 move one at a time and by the thousand', async () => {
    const count = 20_000;
    const ring = Array.from({ length: count }, (_, k): Position => {
      const angle = (2 * Math.PI * k) / count;
      const radius = 80 + (k % 2);
      return [160 + radius * Math.cos(angle), 120 + radius * Math.sin(angle)];
    });
    const element = await withRing(ring);
    await drag(element, [240, 120], [250, 120]);
    expect(ringOf(element)).to.have.length(count);
    expect(Math.max(...ringOf(element).map(([x]) => x))).to.be.greaterThan(247);
    await shiftDrag(element, [60, 30], [110, 200]);
    await waitUntil(() => /\d/.test(button('remove')?.textContent ?? ''));
    expect(Number(button('remove')?.textContent?.match(/\d+/)?.[0])).to.be.greaterThan(5000);
  });
});
