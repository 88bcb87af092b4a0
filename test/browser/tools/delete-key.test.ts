/** The key Delete while something is drawn: the drawing goes, and the selected object stays until the key is pressed again. */
import { expect } from '@open-wc/testing';
import { resetMouse, sendKeys, sendMouse } from '@web/test-runner-commands';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import type { ToolId } from '../../../src/element/tools/tool-id.js';
import { click, frame, inWindow, oblong, sharedEllipse } from '../support.js';

describe('Delete', () => {
  const shared = sharedEllipse({ lang: 'en', panel: false });

  afterEach(() => resetMouse());

  const take = async (tool: ToolId): Promise<SnakeSegmenter> => {
    const element = shared();
    const { contours } = await element.import(oblong);
    element.select(contours[0]!.id);
    element.tool = tool;
    await element.updateComplete;
    element.focus();
    return element;
  };

  for (const [tool, key] of [
    ['box'],
    ['polygon'],
    ['point', 'Alt'],
    ['rectangle'],
    ['ellipse'],
    ['freehand'],
    ['brush'],
    ['eraser'],
    ['cut'],
    ['retrace'],
    ['pan', 'Shift'],
  ] as const satisfies readonly (readonly [ToolId, ('Alt' | 'Shift')?])[])
    it(`gives up a drag of ${tool}, and leaves the selected object`, async () => {
      const element = await take(tool);
      const before = element.contours;
      const begun: unknown[] = [];
      const note = (event: Event): unknown => begun.push(event);
      element.addEventListener('contour-before-start', note);
      if (key) await sendKeys({ down: key });
      await sendMouse({ type: 'move', position: inWindow(element, 90, 120) });
      await sendMouse({ type: 'down' });
      for (const x of [110, 130, 150]) await sendMouse({ type: 'move', position: inWindow(element, x, 130) });
      if (key) await sendKeys({ up: key });
      await sendKeys({ press: 'Delete' });
      await sendMouse({ type: 'move', position: inWindow(element, 170, 140) });
      await sendMouse({ type: 'up' });
      await frame();
      element.removeEventListener('contour-before-start', note);
      expect(element.contours.features).to.deep.equal(before.features);
      expect([element.selected?.id, begun.length]).to.deep.equal([before.features[0]?.id, 0]);
      await sendKeys({ press: 'Delete' });
      expect(element.contours.features, 'once nothing is drawn').to.deep.equal([]);
    });

  it('takes back the corners of a polygon, one after the other, without an object too', async () => {
    const element = await take('polygon');
    element.select(undefined);
    for (const [x, y] of [
      [20, 20],
      [60, 25],
    ] as const)
      await click(element, x, y);
    const remove = element.commands.find(({ id }) => id === 'snake.remove');
    expect(remove?.enabled).to.equal(true);
    await sendKeys({ press: 'Delete' });
    await sendKeys({ press: 'Delete' });
    await element.updateComplete;
    expect(element.commands.find(({ id }) => id === 'snake.remove')?.enabled).to.equal(false);
    expect(element.contours.features).to.have.length(1);
  });
});
