/** Updates the list of objects once it is in the document: its pictures, and the selected row in sight. */

import type { RgbaPicture } from '../../../image/display.js';
import type { ContourFeature } from '../../../worker/protocol.js';
import type { ListState } from './list-state.js';
import { ROW } from './object-list.js';
import type { RowState } from './row-state.js';
import { paintThumbnail } from './thumbnails.js';

/** Pictures of contours, each once it is there. */
export interface ListPictures {
  of(contour: ContourFeature): RgbaPicture | undefined;
}

/** The contour that each canvas shows. */
const shown = new WeakMap<
  HTMLCanvasElement,
  { readonly contour: ContourFeature; readonly picture: RgbaPicture | undefined }
>();

/** Paints the pictures of the rows in sight; `plain` is the colour of contours without a class. */
export const paintRows = (root: ParentNode, { seen }: ListState, pictures: ListPictures, plain: string): void => {
  const byId = new Map(seen.map((object) => [object.id, object]));
  for (const row of root.querySelectorAll<HTMLElement>('.row[data-object]')) {
    const canvas = row.querySelector('canvas');
    const contour = byId.get(row.dataset.object ?? '')?.contours[0];
    if (!canvas || !contour) continue;
    const picture = pictures.of(contour);
    const before = shown.get(canvas);
    if (before?.contour === contour && before.picture === picture) continue;
    shown.set(canvas, { contour, picture });
    const { classification } = contour.properties;
    paintThumbnail(canvas, contour, picture, classification ? `rgb(${classification.color.join(' ')})` : plain);
  }
};

/** Scrolls to the row of what was selected elsewhere, and keeps the focus on the active row. `height`: of a row, in pixels; `head`: of what covers the first. */
export const followSelection = (
  list: HTMLElement | null,
  state: RowState,
  selected: string | undefined,
  height = ROW,
  head = 0,
): void => {
  if (!list) return;
  // A list that is shown again begins at its top.
  if (Math.abs(list.scrollTop - state.scrolled) >= height) state.scroll(list.scrollTop);
  if (state.followed !== selected) {
    state.followed = selected;
    const at = state.placeOf(selected);
    if (at >= 0) {
      state.active = selected;
      const [top, room] = [at * height, list.clientHeight - head];
      if (top < list.scrollTop) list.scrollTop = top;
      else if (top + height > list.scrollTop + room) list.scrollTop = top + height - room;
    }
  }
  const focused = list.querySelector<HTMLElement>('.row:focus');
  if ((focused || state.refocus) && state.active !== undefined && focused?.dataset.object !== state.active) {
    for (const row of list.querySelectorAll<HTMLElement>('.row')) {
      if (row.dataset.object === state.active) row.focus({ preventScroll: true });
    }
  }
  state.refocus = false;
};
