/** Searches of the whole image in another order, and by examples: region by region they come to the same. */
import { expect } from '@open-wc/testing';
import type { SegmenterEventMap, SnakeSegmenter } from '../../../src/index.js';
import { waitUntil } from '../until.js';
import {
  all,
  type Contour,
  discOf,
  discs,
  example,
  onDiscs,
  rectangle,
  regions,
  sharedDiscs,
} from './searched-discs.js';

describe('a search of the whole image, in other ways', function () {
  this.timeout(240_000);
  const shared = sharedDiscs();
  let element: SnakeSegmenter;
  beforeEach(() => {
    element = shared();
  });
  const search = () => element.segment('auto', { regions });

  it('from another place outwards takes the regions in another order, and gives the contours in the same', async () => {
    await search();
    const before = element.contours.features.map(({ geometry }) => geometry);
    // From another place of the image outwards the regions come in another order, and the contours in the same.
    element.undo();
    element.viewer?.viewport.zoomTo(6, undefined, true).panTo(element.item!.imageToViewportCoordinates(300, 220), true);
    await search();
    expect(element.contours.features.map(({ geometry }) => geometry)).to.deep.equal(before);
    element.viewer?.viewport.goHome(true);
  });

  it('finds all like examples of two classes, in a selected area, which is no example itself', async () => {
    const area = { type: 'Feature', geometry: rectangle(1, 1, 160, 239), properties: {} };
    await element.import([example(0, 'Cell'), area]);
    const [, { id }] = element.contours.features as [Contour, Contour];
    element.select(id);
    await element.updateComplete;
    await element.executeCommand('snake.search.area.like');
    const found = element.contours.features.slice(2);
    // Those of the left half, but for the example.
    expect(found.map(discOf).sort((a, b) => a - b)).to.deep.equal([1, 4, 5, 8, 9]);
    for (const { properties } of found) {
      expect(properties.classification?.name).to.equal('Cell');
      expect(properties.probability).to.be.within(0.5, 1);
    }
    // Again, now everywhere: found ones that nobody kept make room, and each object is there once.
    element.remove(id);
    await element.executeCommand('snake.search.image.like');
    expect(onDiscs(element)).to.deep.equal(all);
    element.undo();
    expect(onDiscs(element)).to.deep.equal([0, 1, 4, 5, 8, 9]);
  });

  it('shows what is like examples while later regions are still to be searched', async () => {
    await element.import([example(5, 'Cell')]);
    // Whoever looks at the middle, where the search begins, sees the objects there first.
    const done = new Promise<number | undefined>((resolve) => {
      const hold = ({ detail }: SegmenterEventMap['contour-progress']): void => {
        if (!detail.regions?.contours) return;
        element.removeEventListener('contour-progress', hold);
        element.pause();
        resolve(detail.regions.done);
      };
      element.addEventListener('contour-progress', hold);
    });
    const found = element.segment('auto', { regions, like: [example(5, 'Cell')] });
    const first = await done;
    await waitUntil(() => element.contours.features.length > 1, 'the first objects are shown');
    expect(first).to.be.below(12);
    expect(element.contours.features.length).to.be.below(discs.length);
    element.resume();
    await found;
    expect(onDiscs(element)).to.include.members(all);
  });
});
