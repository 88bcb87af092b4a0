/** Starts that a person gives while a run is under way. */
import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { drag, once, sharedEllipse } from '../support.js';
import { waitUntil } from '../until.js';

describe('starts that wait', () => {
  const shared = sharedEllipse({ lang: 'en', panel: false });

  const said = (element: SnakeSegmenter): string =>
    element.shadowRoot?.querySelector('.status .what')?.textContent?.trim() ?? '';
  const offer = (element: SnakeSegmenter): HTMLButtonElement | undefined | null =>
    element.shadowRoot?.querySelector<HTMLButtonElement>('.status button.link');

  /** Pauses a run, and draws two boxes behind it. */
  const behind = async (element: SnakeSegmenter): Promise<void> => {
    const begun = once(element, 'contour-start');
    element.segment({ x: 90, y: 70, width: 140, height: 100 }, { paused: true }).catch(() => {});
    await begun;
    for (const x of [80, 85]) {
      element.tool = 'box';
      await element.updateComplete;
      await drag(element, [x, 65], [x + 150, 175]);
    }
    await element.updateComplete;
    expect(said(element)).to.contain('2 waiting');
  };

  it('are dropped by Escape, which says so, and run after all where the person wants it', async () => {
    const element = shared();
    await behind(element);
    element.focus();
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => said(element) === 'Stopped. Waiting starts dropped: 2', 'told');
    const { length } = element.contours.features;
    expect(offer(element)?.textContent).to.equal('Run the dropped starts');
    offer(element)?.click();
    await waitUntil(() => element.contours.features.length === length + 2, 'both ran');
    expect(offer(element)?.textContent).not.to.equal('Run the dropped starts');
    expect(element.commands.find(({ id }) => id === 'snake.run.dropped')?.enabled).to.equal(false);
  });

  it('that were dropped are forgotten once another run begins', async () => {
    const element = shared();
    await behind(element);
    element.cancel();
    await waitUntil(() => said(element) === 'Stopped. Waiting starts dropped: 2', 'told');
    await element.segment({ x: 90, y: 70, width: 140, height: 100 });
    await element.updateComplete;
    expect(said(element)).not.to.contain('dropped');
    expect(element.commands.find(({ id }) => id === 'snake.run.dropped')?.enabled).to.equal(false);
  });
});
