/**
 * The body in the user's box as evidence for a correction, in addition to the outline and the colours. It has the same weight as in a second look
 * (ALGORITHMS D.14), unless a mark contradicts it: an object that does not have the form of the body is not drawn towards it.
 */

import type { RunContext, Task } from '../../algorithm/algorithm.js';
import { tiltIn } from '../../algorithm/evidence/tilted-box.js';
import { movedBox } from '../../core/geometry/rect.js';
import type { Ring } from '../../core/geometry/ring.js';
import type { ChannelRows } from '../../image/channels/channels.js';
import { boundsOf } from '../starts.js';
import { bodyIn } from '../weighing/body.js';
import { CORRELATED } from '../weighing/weights.js';
import { boxIn, latticeBox } from '../workspace.js';
import type { CellGrid } from './cells.js';
import type { Body, Correction } from './evidence.js';
import type { Frame } from './marks.js';

/** The contour that is corrected, at a level. */
interface CorrectedContour {
  readonly level: number;
  readonly frame: Frame;
  readonly channel: ChannelRows;
  /** On the lattice of the frame's domain. */
  readonly ring: Ring;
  readonly grid: CellGrid;
}

/**
 * The body in the box that a task starts from; `undefined` for other starts, and where the box has no prior.
 * @param boxPrior weight of the box's prior in force, in nats per pixel
 */
export const bodyOf = async (
  { start }: Task,
  context: Pick<RunContext, 'image'>,
  { level, frame, channel, ring, grid }: CorrectedContour,
  boxPrior: number,
): Promise<Body | undefined> => {
  if (start.kind !== 'box' || boxPrior <= 0 || channel.kind !== 'intensity') return undefined;
  const { domain } = frame;
  const [box, border] = boxIn(context, level, domain, movedBox(latticeBox(start.rect, frame), domain.x, domain.y));
  const tilt = await tiltIn(channel, box, border);
  const values = await bodyIn({ box, border, its: boundsOf(ring, domain) }, tilt, grid);
  return { values, weight: Math.min(boxPrior / CORRELATED.boxPrior, 1) };
};

/** Whether all marks lie on the same side of the body as of the object. */
export const isAgreed = (
  { values }: Pick<Body, 'values'>,
  corrections: readonly Pick<Correction, 'cells' | 'inside'>[],
): boolean => corrections.every(({ cells, inside }) => cells.every((cell) => values[cell]! >= 0.5 === inside));
