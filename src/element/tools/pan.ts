/** The view moves; a click selects the contour under it. */
import { contourAt } from '../overlay/hit.js';
import type { Workbench } from '../workbench/workbench.js';
import type { Tool } from './tool.js';

export const panTool = (bench: Workbench): Tool => {
  let hovered: string | undefined;
  return {
    id: 'pan',
    cursor: 'grab',
    click({ at, reach }) {
      bench.collection.select(contourAt(bench.shown, at, reach)?.id);
    },
    hover({ at, reach }) {
      const under = contourAt(bench.shown, at, reach)?.id;
      if (under === hovered) return;
      hovered = under;
      bench.mark(under === undefined ? {} : { hovered: under });
    },
    reset() {
      hovered = undefined;
      bench.mark({});
      return false;
    },
  };
};
