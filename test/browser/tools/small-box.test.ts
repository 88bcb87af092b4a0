/** A drag with the box tool that is too small for a box, and a click, by an object that is selected. */
import { expect } from '@open-wc/testing';
import { resetMouse, sendMouse } from '@web/test-runner-commands';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { frame, inWindow, sharedEllipse } from '../support.js';
import { waitUntil } from '../until.js';

describe('a box of a few pixels', () => {
  const shared = sharedEllipse({ lang: 'en', panel: false, tool: 'box' });

  afterEach(() => resetMouse());

  const square = [
    [100, 80],
    [200, 80],
    [200, 160],
    [100, 160],
    [100, 80],
  ];

  /** Drags so many CSS pixels from beside the object, which is selected; the number of runs that are asked for. */
  const startsOf = async (element: SnakeSegmenter, [dx, dy]: readonly [number, number]): Promise<number> => {
    let started = 0;
    const count = (event: Event): void => {
      event.preventDefault();
      started++;
    };
    element.addEventListener('contour-before-start', count);
    const [x, y] = inWindow(element, 30, 30);
    await sendMouse({ type: 'move', position: [x, y] });
    await sendMouse({ type: 'down' });
    await sendMouse({ type: 'move', position: [x + dx, y + dy] });
    await sendMouse({ type: 'up' });
    await frame();
    await element.updateComplete;
    element.removeEventListener('contour-before-start', count);
    return started;
  };

  it('is told to be too small, and the selection stays; a click beside the object ends it', async () => {
    const element = shared();
    const { contours } = await element.import({ type: 'Polygon', coordinates: [square] });
    const { id } = contours[0]!;
    const said = (): string => element.shadowRoot?.querySelector('.status .what')?.textContent ?? '';
    element.select(id);
    // The first of them is short enough for a viewer to take it for a click.
    for (const by of [
      [3, 3],
      [8, 8],
    ] as const) {
      element.select(id);
      await element.updateComplete;
      expect(await startsOf(element, by)).to.equal(0);
      expect(said()).to.contain('The box is too small');
      expect(element.selected?.id).to.equal(id);
    }
    expect(await startsOf(element, [9, 9])).to.equal(1);
    expect(element.selected?.id).to.equal(id);
    expect(await startsOf(element, [1, 1])).to.equal(0);
    await waitUntil(() => element.selected === undefined, 'it is selected no more');
  });
});
