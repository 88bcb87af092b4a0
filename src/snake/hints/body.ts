/**
 * The body in a user's box as evidence of a correction: beside the outline and the colours it weighs as much as in a second look
 * (ALGORITHMS D.14), as long as no mark contradicts it. An object that a mark shows to be no such body is not drawn to one.
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

/**
 * The body in the box that a task starts from; `undefined` for other starts, and where the box has no prior.
 * @param ring of the contour that is corrected, on the lattice of the frame's domain
 * @param boxPrior weight of the box's prior in force, in nats a pixel
 */
export const bodyOf = async (
  { start }: Task,
  context: Pick<RunContext, 'image'>,
  level: number,
  frame: Frame,
  channel: ChannelRows,
  ring: Ring,
  grid: CellGrid,
  boxPrior: number,
): Promise<Body | undefined> => {
  if (start.kind !== 'box' || boxPrior <= 0 || channel.kind !== 'intensity') return undefined;
  const { domain } = frame;
  const [box, border] = boxIn(context, level, domain, movedBox(latticeBox(start.rect, frame), domain.x, domain.y));
  const tilt = await tiltIn(channel, box, border);
  const values = await bodyIn({ box, border, its: boundsOf(ring, domain) }, tilt, grid);
  return { values, weight: Math.min(boxPrior / CORRELATED.boxPrior, 1) };
};

/** Whether all marks lie on the side on which the body has them. */
export const isAgreed = (
  { values }: Pick<Body, 'values'>,
  corrections: readonly Pick<Correction, 'cells' | 'inside'>[],
): boolean => corrections.every(({ cells, inside }) => cells.every((cell) => values[cell]! >= 0.5 === inside));
