/** Commands that search the whole image, or a selected area of it, region by region. */
import type { MessageKey } from '../i18n/tables.js';
import type { Workbench } from '../workbench/workbench.js';
import { type CommandDeclaration, settled } from './declaration.js';

const begins = (
  id: string,
  title: MessageKey,
  needs: string,
  run: (bench: Workbench) => Promise<unknown>,
): CommandDeclaration => ({
  id: `snake.search.${id}`,
  title,
  when: `enabled && hasImage && !hasSlices && !searching${needs}`,
  run: (bench) => settled(run(bench)),
});

/** Searches begin, pause, go on and end. */
export const searchCommands: readonly CommandDeclaration[] = [
  begins('image', 'searchImage', '', ({ finding }) => finding.detectAll()),
  begins('image.like', 'searchImageLike', ' && hasExamples', ({ finding }) => finding.findAll()),
  begins('area', 'searchRegion', ' && hasArea', ({ finding }) => finding.detectAll(finding.area)),
  begins('area.like', 'searchRegionLike', ' && hasArea && hasExamples', ({ finding }) => finding.findAll(finding.area)),
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
