/** The initial rings of a request at a level, the boxes that confine them, and the errors of impossible starts. */

import type { RunContext, Task } from '../algorithm/algorithm.js';
import { SegmenterError, show } from '../core/errors.js';
import { levelByIndex, levelRect } from '../core/geometry/levels.js';
import { type Box, boxOfBoth, type Rect } from '../core/geometry/rect.js';
import { because } from '../core/reasons.js';
import type { DrawnOutline } from './hints/drawn.js';
import type { Frame } from './hints/marks.js';
import { latticePins, pinnedStart, throughPins } from './hints/pins.js';
import { isSimple } from './kernels/shared/legality.js';
import type { SnakeParameters } from './schema.js';
import { boundsOf, boxStarts, finerRing, grownBox, latticeOf, type RingStart } from './starts.js';
import type { Snapshot } from './steps/optimiser.js';
import { latticeBox, type Workspace } from './workspace.js';

/** Minimum pixels of each region. */
const FEWEST_PIXELS = 8n;
/** Share of its size by which a contour that is refined may leave its own box. */
const POLYGON_MARGIN = 0.25;

/** A domain of full-resolution pixels at a level. */
export const frameAt = ({ image }: Pick<RunContext, 'image'>, domain: Rect, level: number): Frame => {
  const { scaleX, scaleY } = levelByIndex(image.levels, level);
  return { domain: levelRect(domain, levelByIndex(image.levels, level)), scaleX, scaleY };
};

/** The rings at the first level. @param outline of a start that is a polygon */
export const startsOf = (
  task: Task,
  parameters: SnakeParameters,
  workspace: Workspace,
  outline: DrawnOutline | undefined,
): readonly RingStart[] => {
  const { start } = task;
  const { domain } = workspace;
  const pins = latticePins(task.pinned, workspace);
  if (start.kind === 'polygon') {
    if (outline === undefined) throw tooSmall(task);
    const margins = grownBox(boundsOf(outline.ring, domain), POLYGON_MARGIN + parameters.grow, domain);
    // Pinned vertices lie on the outline, in its order.
    const ring = pins.length > 0 ? outline.ring : outline.inner();
    return [pinnedStart({ ring, box: parameters.confine ? margins : latticeOf(domain) }, pins, domain)];
  }
  if (start.kind !== 'box') throw tooSmall(task);
  const box = latticeBox(start.rect, workspace);
  if (box.x0 >= box.x1 || box.y0 >= box.y1) throw tooSmall(task);
  const starts = boxStarts(box, confineBox(task, parameters, workspace), parameters.starts);
  return starts.map((each) => pinnedStart(each, pins, domain));
};

/**
 * The ring of a contour at the next finer level; `undefined` where levels are not exact halves and rounding makes the ring, or its pinned
 * vertices, touch itself.
 */
export const finerStart = (
  task: Task,
  parameters: SnakeParameters,
  coarse: Frame,
  finer: Frame,
  { ring }: Snapshot,
): RingStart | undefined => {
  const fine = finerRing(ring, coarse.domain, finer.domain, coarse.scaleX / finer.scaleX, coarse.scaleY / finer.scaleY);
  if (!isSimple({ words: Uint32Array.from(fine), at: 0, vertices: fine.length / 2 })) return undefined;
  const pinned = latticePins(task.pinned, finer);
  const through = throughPins(fine, pinned);
  // Rounding may have moved a vertex a pixel outside the box.
  const box = through && boxOfBoth(confineBox(task, parameters, finer), boundsOf(through, finer.domain));
  return box && { ring: through, box, pinned };
};

/** Box that confines the vertices of a box's snake. */
export const confineBox = (task: Task, { confine, grow }: SnakeParameters, workspace: Frame): Box => {
  const { domain } = workspace;
  const rect = boxOf(task);
  if (!confine || rect === undefined) return latticeOf(domain);
  return grownBox(latticeBox(rect, workspace), grow, domain);
};

/** The drawn rectangle, where the start is one. */
export const boxOf = ({ start }: Task): Rect | undefined => (start.kind === 'box' ? start.rect : undefined);

/** Error of a start without any possible contour: a region is too small, or has the wrong polarity, which no move corrects. */
export const impossibleStart = (
  task: Task,
  { polarity }: SnakeParameters,
  { moments, domain }: Snapshot,
): SegmenterError => {
  const inside = moments[0]!;
  const large = inside >= FEWEST_PIXELS && domain[0]! - inside >= FEWEST_PIXELS;
  if (polarity === 'any' || !large) return tooSmall(task);
  const other = polarity === 'darker' ? 'brighter' : 'darker';
  const wanted = because(
    'polarity',
  )`the start holds nothing that is ${polarity} than what surrounds it in this channel; choose ${other} or any, or draw the start elsewhere`;
  return new SegmenterError('bad-parameter', { name: 'polarity', value: polarity, wanted });
};

const tooSmall = ({ init }: Task): SegmenterError =>
  new SegmenterError('bad-init', {
    init: show(init),
    reason: because(
      'few-pixels',
    )`at this level it leaves fewer than 8 pixels inside or outside; draw it larger, or choose a finer level`,
  });
