/** The view moves; a click selects the contour under it. */
import { contourAt } from '../hit.js';
import type { MakeTool } from './tool.js';

export const panTool: MakeTool = (host) => {
  let hovered: string | undefined;
  return {
    id: 'pan',
    cursor: 'grab',
    click({ at, reach }) {
      host.select(contourAt(host.contours, at, reach)?.id);
    },
    hover({ at, reach }) {
      const under = contourAt(host.contours, at, reach)?.id;
      if (under === hovered) return;
      hovered = under;
      host.draw(under === undefined ? {} : { hovered: under });
    },
    reset() {
      hovered = undefined;
      host.draw({});
      return false;
    },
  };
};
