/** Commands that search the whole image, or a selected area of it, region by region. */

import type { ContourFeature } from '../../worker/protocol.js';
import type { MessageKey } from '../i18n/tables.js';
import type { Finder } from '../workbench/search/finder.js';
import { type CommandDeclaration, settled } from './declaration.js';

const begins = (
  id: string,
  title: MessageKey,
  needs: string,
  search: (finder: Finder, area: ContourFeature | undefined) => Promise<ContourFeature>,
): CommandDeclaration => ({
  id: `snake.search.${id}`,
  title,
  when: `enabled && hasImage && !hasSlices && !searching${needs}`,
  run: ({ finding }) => settled(finding.search((finder) => search(finder, finding.area))),
});

/** Commands to start, pause, continue and end searches. */
export const searchCommands: readonly CommandDeclaration[] = [
  begins('image', 'searchImage', '', (finder) => finder.detectAll()),
  begins('image.like', 'searchImageLike', ' && hasExamples', (finder) => finder.findAll()),
  begins('area', 'searchRegion', ' && hasArea', (finder, area) => finder.detectAll(area)),
  begins('area.like', 'searchRegionLike', ' && hasArea && hasExamples', (finder, area) => finder.findAll(area)),
  {
    id: 'snake.search.pause',
    title: 'searchPause',
    when: 'searching',
    checked: 'searchPaused',
    run: ({ searching }) => {
      if (searching.state?.paused) searching.resume();
      else searching.pause();
    },
  },
  {
    id: 'snake.search.cancel',
    title: 'searchCancel',
    when: 'searching',
    run: ({ searching }) => searching.cancel(),
  },
];
