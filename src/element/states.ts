/** The states that `when` conditions name. */

import type { States } from './when.js';
import type { Workbench } from './workbench.js';

export const statesOf = (
  element: { readonly disabled: boolean; readonly panel: boolean; readonly tool: string },
  { runs, stage, collection, drafting, hasPicture, pictureShown }: Workbench,
): States => ({
  enabled: !element.disabled,
  hasImage: stage.image !== undefined,
  hasSlices: stage.slices !== undefined,
  running: runs.busy,
  paused: runs.current?.paused ?? false,
  drafting,
  hasContours: collection.contours.length > 0,
  hasSelection: collection.selected !== undefined,
  canUndo: collection.canUndo,
  canRedo: collection.canRedo,
  hasPicture,
  picture: hasPicture && pictureShown,
  panel: element.panel,
  [`tool.${element.tool}`]: true,
});
