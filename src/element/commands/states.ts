/** The states that `when` conditions name. */

import { KEYED } from '../contours/classes.js';
import { isInPage } from '../in-page.js';
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
  objects,
  visibility,
  finding,
  searching,
  reshaping,
  seeing,
}: Workbench): States => ({
  enabled: !element.disabled,
  hasImage: stage.image !== undefined,
  hasImages: element.images.length > 0,
  hasSlices: stage.slices !== undefined,
  running: runs.busy,
  hasDropped: runs.dropped.length > 0,
  paused: runs.current?.paused ?? false,
  searching: searching.state !== undefined,
  searchPaused: searching.state?.paused ?? false,
  hasArea: finding.area !== undefined,
  drafting,
  reshaping: reshaping.state !== undefined,
  hasContours: collection.contours.length > 0,
  hasHidden: visibility.any || seeing.bare,
  hasExamples: finding.possible,
  hasFound: finding.open.length > 0,
  ...Object.fromEntries(objects.classes.slice(0, KEYED).map((_, k) => [`class.${k + 1}`, true])),
  hasSelection: collection.selected !== undefined,
  canUndo: collection.canUndo || drafting,
  canRedo: collection.canRedo,
  hasPicture,
  picture: hasPicture && pictureShown,
  panel: element.panel,
  table: element.table,
  navigator: element.navigator,
  magnifier: seeing.magnifier.open,
  bare: seeing.bare,
  comparing: seeing.comparing,
  filled: seeing.settings.fill > 0,
  dim: seeing.settings.dim,
  fullscreen: isInPage && element.ownerDocument.fullscreenElement === element,
  [`tool.${element.tool}`]: true,
});
