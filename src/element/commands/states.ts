/** The states that `when` conditions name. */

import type { Workbench } from '../workbench/workbench.js';
import type { States } from './when.js';

/** The states as they are now. */
export const statesOf = ({
  element,
  runs,
  stage,
  collection,
  drafting,
  hasPicture,
  pictureShown,
}: Workbench): States => ({
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
