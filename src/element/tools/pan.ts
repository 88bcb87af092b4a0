/** The view moves; a click selects the object under it. With Shift, or Control, it joins the selection; dragging selects all in a box. */
import { boundsOf, type Point, rectOf } from '../../contours/geometry.js';
import type { Rect } from '../../core/rect.js';
import { contourAt } from '../overlay/hit.js';
import type { Workbench } from '../workbench/workbench.js';
import type { Tool } from './tool.js';

/** A drag shorter than this is a click, in CSS pixels. */
const LEAST = 4;

/** Makes the tool that pans and selects. */
export const panTool = (bench: Workbench): Tool => {
  let hovered: string | undefined;
  let from: Point | undefined;
  let box: Rect | undefined;
  const show = (): void =>
    bench.mark({
      ...(hovered === undefined ? {} : { hovered }),
      ...(box ? { draft: { kind: 'box', rect: box, grips: false } } : {}),
    });
  return {
    id: 'pan',
    cursor: 'grab',
    press({ at, shift }) {
      from = shift ? at : undefined;
      return shift;
    },
    drag({ at, travel }) {
      if (!from || travel < LEAST) return;
      box = rectOf(from, at);
      show();
    },
    release() {
      const chosen = box;
      from = undefined;
      box = undefined;
      if (!chosen) return;
      show();
      bench.objects.selectContours(bench.shown.filter(({ geometry }) => meets(boundsOf(geometry), chosen)));
    },
    click({ at, reach, shift, mod }) {
      const under = contourAt(bench.shown, at, reach);
      if ((shift || mod) && under) bench.objects.toggle(under);
      else if (!shift && !mod) bench.collection.select(under?.id);
    },
    hover({ at, reach }) {
      const under = contourAt(bench.shown, at, reach)?.id;
      if (under === hovered) return;
      hovered = under;
      show();
    },
    reset() {
      const begun = box !== undefined;
      hovered = undefined;
      from = undefined;
      box = undefined;
      bench.mark({});
      return begun;
    },
  };
};

/** The box of a contour lies wholly in the rectangle. */
const meets = ({ x0, y0, x1, y1 }: ReturnType<typeof boundsOf>, { x, y, width, height }: Rect): boolean =>
  x0 >= x && y0 >= y && x1 <= x + width && y1 <= y + height;
