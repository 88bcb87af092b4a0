/** Whole objects moved by the grip, by keys and with a finger; copied, cut, pasted and duplicated. */
import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { boundsOf } from '../../../src/contours/geometry.js';
import type { Box } from '../../../src/core/geometry/rect.js';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import {
  click,
  drag,
  ellipsePicture,
  frame,
  inWindow,
  mount,
  once,
  sharedEllipse,
  squareFeature,
  unmountAll,
} from '../support.js';
import { waitUntil } from '../until.js';

const tumour = { classification: { name: 'Tumour', color: [200, 0, 0] } };

const boxes = (element: SnakeSegmenter): Box[] =>
  element.contours.features.map(({ geometry }) => {
    const { x0, y0, x1, y1 } = boundsOf(geometry);
    return { x0, y0, x1, y1 };
  });

const boxAt = (x0: number, y0: number, size: number): Box => ({ x0, y0, x1: x0 + size, y1: y0 + size });

const status = (element: SnakeSegmenter): string => element.shadowRoot?.querySelector('.status')?.textContent ?? '';

/** The middle of the grip for a box whose upper left corner is here, in the window. */
const gripOf = (element: SnakeSegmenter, x: number, y: number): [number, number] => {
  const [left, top] = inWindow(element, x, y);
  return [left - 16, top - 16];
};

const pressed = async (chord: string): Promise<void> => {
  const [key = '', ...held] = chord.split('+').reverse();
  for (const each of held.reverse()) await sendKeys({ down: each });
  await sendKeys({ press: key });
  for (const each of held) await sendKeys({ up: each });
};

describe('whole objects', function () {
  this.timeout(240_000);
  const shared = sharedEllipse({ lang: 'en' });

  const filled = async (...objects: readonly object[]): Promise<SnakeSegmenter> => {
    const element = shared();
    element.tool = 'pan';
    await element.import(objects);
    element.select(element.contours.features.map(({ id }) => id));
    await element.updateComplete;
    await frame();
    await frame();
    element.viewer!.canvas.focus();
    await sendMouse({ type: 'move', position: [2, 2] });
    return element;
  };

  describe('are moved', () => {
    it('as they were taken by the grip, whatever is selected meanwhile', async () => {
      const element = await filled(squareFeature(100, 80, 20), squareFeature(200, 160, 20));
      const [first, second] = element.contours.features.map(({ id }) => id);
      element.select(first!);
      await frame();
      const [x, y] = gripOf(element, 100, 80);
      await sendMouse({ type: 'move', position: [x, y] });
      await waitUntil(() => element.viewer!.canvas.style.cursor === 'move');
      await sendMouse({ type: 'down' });
      await sendMouse({ type: 'move', position: [x + 30, y] });
      // As a run does that ends meanwhile.
      element.select(second!);
      await sendMouse({ type: 'move', position: [x + 60, y] });
      await sendMouse({ type: 'up' });
      await frame();
      expect(boxes(element)[0]!.x0).to.be.greaterThan(110);
      expect(boxes(element)[1]).to.deep.equal(boxAt(200, 160, 20));
      // And what is deleted meanwhile stays deleted.
      element.select(second!);
      await frame();
      const [left, top] = gripOf(element, 200, 160);
      await sendMouse({ type: 'move', position: [left, top] });
      await waitUntil(() => element.viewer!.canvas.style.cursor === 'move');
      await sendMouse({ type: 'down' });
      await sendMouse({ type: 'move', position: [left - 30, top] });
      element.remove(second!);
      await sendMouse({ type: 'up' });
      await frame();
      expect(element.contours.features.map(({ id }) => id)).to.deep.equal([first]);
    });

    it('by the grip beside them, in one step, and measured anew', async () => {
      const element = await filled(squareFeature(100, 80, 20), squareFeature(130, 90, 20));
      const measured = (async () => {
        for (let left = 2; left > 0; ) if ((await once(element, 'contour-change')).reason === 'measure') left--;
      })();
      const [x, y] = gripOf(element, 100, 80);
      const [a, b] = [inWindow(element, 0, 0), inWindow(element, 40, 20)];
      await sendMouse({ type: 'move', position: [x, y] });
      await waitUntil(() => element.viewer!.canvas.style.cursor === 'move');
      await sendMouse({ type: 'down' });
      await sendMouse({ type: 'move', position: [x + 30, y + 10] });
      await sendMouse({ type: 'move', position: [x + b[0] - a[0], y + b[1] - a[1]] });
      await sendMouse({ type: 'up' });
      const [first, second] = boxes(element);
      expect(Math.abs(first!.x0 - 140) + Math.abs(first!.y0 - 100)).to.be.lessThan(2);
      expect([second!.x0 - first!.x0, second!.y0 - first!.y0].map(Math.round)).to.deep.equal([30, 10]);
      await measured;
      const { measurements } = element.contours.features[0]!.properties;
      expect(measurements['Area px^2']).to.be.closeTo(400, 1e-6);
      expect(measurements['Inside mean band 1']).to.be.greaterThan(150);
      expect(element.selection).to.have.length(2);
      element.undo();
      expect(boxes(element)).to.deep.equal([boxAt(100, 80, 20), boxAt(130, 90, 20)]);
    });

    it('and not by a drag elsewhere, which moves the view', async () => {
      const element = await filled(squareFeature(100, 80, 60));
      element.viewer!.viewport.zoomTo(element.viewer!.viewport.getHomeZoom() * 2, undefined, true);
      await frame();
      const before = element.viewer!.viewport.getCenter();
      await drag(element, [130, 110], [150, 120]);
      expect(boxes(element)).to.deep.equal([boxAt(100, 80, 60)]);
      expect(element.viewer!.viewport.getCenter().x).to.be.lessThan(before.x);
    });

    it('by arrow keys, a pixel or ten; keys one after another are one step', async () => {
      const element = await filled(squareFeature(100, 80, 20));
      const before = element.contours;
      await sendKeys({ press: 'ArrowRight' });
      await sendKeys({ press: 'ArrowRight' });
      await pressed('Shift+ArrowDown');
      expect(boxes(element)).to.deep.equal([boxAt(102, 90, 20)]);
      await element.updateComplete;
      expect(status(element)).to.contain('Moved by 2, 10 px');
      element.undo();
      expect(element.contours.features).to.deep.equal(before.features);
    });

    it('with the view turned: keys go as the screen does', async () => {
      const element = await filled(squareFeature(100, 80, 20));
      element.viewer!.viewport.setRotation(90, true);
      await frame();
      await frame();
      await sendKeys({ press: 'ArrowRight' });
      expect(boxes(element)).to.deep.equal([boxAt(100, 79, 20)]);
    });

    it('as far as the image goes, and no locked one', async () => {
      const element = await filled(squareFeature(4, 80, 20), squareFeature(60, 60, 20, { isLocked: true }));
      await pressed('Shift+ArrowLeft');
      expect(boxes(element)).to.deep.equal([boxAt(0, 80, 20), boxAt(60, 60, 20)]);
      await element.updateComplete;
      await pressed('Shift+ArrowUp');
      expect(boxes(element)[0]).to.deep.equal(boxAt(0, 70, 20));
      element.undo();
      expect(boxes(element)[0]).to.deep.equal(boxAt(4, 80, 20));
    });

    it('not by Escape in the middle of a drag', async () => {
      const element = await filled(squareFeature(100, 80, 20));
      const [x, y] = gripOf(element, 100, 80);
      await sendMouse({ type: 'move', position: [x, y] });
      await sendMouse({ type: 'down' });
      await sendMouse({ type: 'move', position: [x + 40, y + 40] });
      await sendKeys({ press: 'Escape' });
      await sendMouse({ type: 'up' });
      expect(boxes(element)).to.deep.equal([boxAt(100, 80, 20)]);
    });

    it('with a finger, and the view stays', async () => {
      const element = await filled(squareFeature(100, 80, 20));
      const { canvas, viewport } = element.viewer!;
      const before = viewport.getCenter();
      const [x, y] = gripOf(element, 100, 80);
      const touch = (type: string, by: number): void => {
        const [clientX, clientY] = [x + by, y];
        const how = { clientX, clientY, pointerId: 31, pointerType: 'touch', isPrimary: true, button: 0 };
        const buttons = type === 'pointerup' ? 0 : 1;
        canvas.dispatchEvent(
          new PointerEvent(type, { ...how, buttons, bubbles: true, cancelable: true, composed: true }),
        );
      };
      touch('pointerdown', 0);
      for (const by of [10, 30, 60]) touch('pointermove', by);
      touch('pointerup', 60);
      await waitUntil(() => boxes(element)[0]!.x0 > 101);
      expect(boxes(element)[0]!.y0).to.be.closeTo(80, 1);
      expect(viewport.getCenter()).to.deep.equal(before);
    });
  });

  describe('are copied', () => {
    it('and pasted at the pointer, with ids of their own, class and name', async () => {
      const element = await filled(squareFeature(20, 20, 20, { ...tumour, name: 'Gland' }), squareFeature(50, 20, 20));
      await pressed('Control+c');
      await waitUntil(() => status(element).includes('Objects copied: 2'));
      await sendMouse({ type: 'move', position: inWindow(element, 200, 150) });
      await pressed('Control+v');
      await waitUntil(() => element.contours.features.length === 4);
      const [, , third, fourth] = boxes(element);
      // The middle of both is where the pointer is.
      expect(Math.abs((third!.x0 + fourth!.x1) / 2 - 200)).to.be.lessThan(2);
      expect(Math.abs((third!.y0 + third!.y1) / 2 - 150)).to.be.lessThan(2);
      expect(fourth!.x0 - third!.x0).to.equal(30);
      const { features } = element.contours;
      expect(new Set(features.map(({ id }) => id)).size).to.equal(4);
      expect(features[2]!.properties).to.deep.include({ name: 'Gland' });
      expect(features[2]!.properties.classification?.name).to.equal('Tumour');
      expect(element.selection.map(({ id }) => id)).to.deep.equal(features.slice(2).map(({ id }) => id));
      element.undo();
      expect(element.contours.features).to.have.length(2);
    });

    it('at the same coordinates, onto another image', async () => {
      const element = await filled(squareFeature(20, 20, 20));
      await pressed('Control+c');
      element.src = await ellipsePicture(300, 200);
      await element.ready;
      element.viewer!.canvas.focus();
      expect(element.contours.features).to.have.length(0);
      await pressed('Control+Shift+V');
      await waitUntil(() => element.contours.features.length === 1);
      expect(boxes(element)).to.deep.equal([boxAt(20, 20, 20)]);
    });

    it('are cut, and beside themselves duplicated; a locked one stays', async () => {
      const element = await filled(squareFeature(20, 20, 20), squareFeature(60, 20, 20, { isLocked: true }));
      await pressed('Control+d');
      await waitUntil(() => element.contours.features.length === 4);
      expect(status(element)).to.contain('Objects duplicated: 2');
      const [first, , third] = boxes(element);
      expect(third!.x0).to.be.greaterThan(first!.x0);
      expect(element.contours.features[3]!.properties.isLocked).to.equal(undefined);
      element.undo();
      element.select(element.contours.features.map(({ id }) => id));
      await pressed('Control+x');
      await waitUntil(() => element.contours.features.length === 1);
      expect(element.contours.features[0]!.properties.isLocked).to.equal(true);
      await pressed('Control+v');
      await waitUntil(() => element.contours.features.length === 2);
      expect(boxes(element)[1]).to.deep.equal(boxAt(20, 20, 20));
    });

    it('as text that others read, and text of others is pasted; other text is told', async () => {
      const element = await filled(squareFeature(20, 20, 20));
      const said: Record<string, string> = {};
      const clipboard = (type: 'copy' | 'paste', text?: string): DataTransfer => {
        const clipboardData = new DataTransfer();
        if (text !== undefined) clipboardData.setData('text/plain', text);
        // Firefox gives an event that a script makes other data than it was given.
        const event = new ClipboardEvent(type, { bubbles: true, cancelable: true });
        Object.defineProperty(event, 'clipboardData', { value: clipboardData });
        const key = type === 'copy' ? 'c' : 'v';
        element.viewer!.canvas.dispatchEvent(
          new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true, cancelable: true, composed: true }),
        );
        document.body.dispatchEvent(event);
        said[type] = String(event.defaultPrevented);
        return clipboardData;
      };
      const copied = clipboard('copy');
      expect(said.copy).to.equal('true');
      const { type, features } = JSON.parse(copied.getData('text/plain'));
      expect([type, features.length]).to.deep.equal(['FeatureCollection', 1]);
      expect(copied.getData('application/geo+json')).to.equal(copied.getData('text/plain'));
      clipboard('paste', 'POLYGON ((5 5, 25 5, 25 25, 5 25, 5 5))');
      await waitUntil(() => element.contours.features.length === 2);
      for (const junk of ['', 'a shopping list', '{"type":"FeatureCollection","features":[]}', '{"a":', '\u0000']) {
        element.select(undefined);
        element.executeCommand('snake.select.none');
        clipboard('paste', junk);
        await waitUntil(() => status(element).includes('The clipboard holds no objects'));
        expect(element.shadowRoot?.querySelector('.banner')).to.equal(null);
      }
      expect(element.contours.features).to.have.length(2);
    });

    it('beyond the image, or in part, are told', async () => {
      const element = await filled(squareFeature(20, 20, 20));
      const paste = async (text: string): Promise<string> => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        await element.executeCommand('snake.paste.inPlace', clipboardData);
        await element.updateComplete;
        return status(element);
      };
      expect(await paste(JSON.stringify(squareFeature(900, 20, 20)))).to.contain(
        'Objects pasted: 1. Outside of the image: 1',
      );
      const broken = { ...squareFeature(40, 20, 20), geometry: { type: 'Polygon', coordinates: [[[1, 2]]] } };
      const features = [squareFeature(60, 20, 20), broken];
      expect(await paste(JSON.stringify({ type: 'FeatureCollection', features }))).to.contain(
        'Objects pasted: 1; skipped: 1',
      );
      expect(element.contours.features).to.have.length(3);
    });

    it('by the menu without permission, within the page', async () => {
      const element = await filled(squareFeature(20, 20, 20));
      const { clipboard } = navigator;
      const denied = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: denied, readText: denied },
        configurable: true,
      });
      try {
        await element.executeCommand('snake.copy');
        await element.executeCommand('snake.paste');
      } finally {
        Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
      }
      expect(element.contours.features).to.have.length(2);
    });

    it('leave text that is typed, and files, to the page', async () => {
      const element = await filled(squareFeature(20, 20, 20));
      const field = document.createElement('input');
      element.append(field);
      field.slot = 'status';
      field.value = 'words';
      field.focus();
      field.select();
      await pressed('Control+x');
      expect(field.value).to.equal('');
      expect(element.contours.features).to.have.length(1);
      await pressed('Control+v');
      expect(field.value).to.equal('words');
      field.remove();
    });
  });
});

describe('whole objects of a volume', () => {
  after(unmountAll);

  it('keep together on their slices', async () => {
    const { niftiFile } = await import('../../support/images/volume-files.js');
    const element = await mount({ backend: 'cpu', tool: 'pan', src: await niftiFile() });
    await element.ready;
    const ball = (z: number, size: number) => {
      const { geometry } = squareFeature(4, 4, size);
      return {
        ...squareFeature(4, 4, size, { metadata: { object: 'ball' } }),
        geometry: { ...geometry, plane: { c: -1, z, t: 0 } },
      };
    };
    await element.import([ball(2, 4), ball(3, 8)]);
    element.slice = 3;
    element.executeCommand('snake.select.all');
    await element.executeCommand('snake.duplicate');
    const { features } = element.contours;
    expect(features.map(({ geometry }) => geometry.plane?.z)).to.deep.equal([2, 3, 2, 3]);
    const [, , third, fourth] = features;
    expect(third!.properties.metadata.object).to.equal(third!.id);
    expect(fourth!.properties.metadata.object).to.equal(third!.id);
    element.viewer!.canvas.focus();
    await sendKeys({ press: 'ArrowDown' });
    expect(boxes(element).map(({ y0 }) => y0 - boxes(element)[0]!.y0)).to.deep.equal([
      0,
      0,
      boxes(element)[2]!.y0 - 4,
      boxes(element)[2]!.y0 - 4,
    ]);
    await click(element, 1, 1);

    const clipboardData = new DataTransfer();
    clipboardData.setData(
      'text/plain',
      JSON.stringify({ type: 'FeatureCollection', features: [ball(40, 4), ball(41, 4)] }),
    );
    await element.executeCommand('snake.paste', clipboardData);
    await element.updateComplete;
    expect(element.contours.features, 'slices that this volume does not have').to.have.length(4);
    expect(status(element)).to.contain('Objects pasted: 0. Outside of the image: 1');
  });
});
