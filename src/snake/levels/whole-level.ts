/** Passes the contour of a level that was read whole on to the finer levels, and converts their result. */
import type { Outcome, RunContext, Task } from '../../algorithm/algorithm.js';
import { levelByIndex } from '../../core/geometry/levels.js';
import { type Box, movedBox, type Rect } from '../../core/geometry/rect.js';
import { closedPositionsOf, type Ring } from '../../core/geometry/ring.js';
import type { Frame } from '../hints/marks.js';
import { withPinned } from '../hints/pins.js';
import type { Snapshot } from '../steps/optimiser.js';
import { boxOf, confineBox, frameAt } from '../task-starts.js';
import { latticeBox, type Workspace } from '../workspace.js';
import type { Terms } from './fine-level.js';
import { meansOf } from './level-means.js';
import type { Refined } from './refine-along.js';

/** The last level that was read whole. */
interface LastWhole {
  readonly workspace: Workspace;
  readonly best: Snapshot;
  /** Edges longer than this are split. */
  readonly minimumLength: number;
}

/** The contour of the level, and the terms for its refinement at finer levels. @param domain in full-resolution pixels */
export const handedOn = (
  task: Task,
  context: RunContext,
  domain: Rect,
  { workspace, best, minimumLength }: LastWhole,
): { readonly refined: Refined; readonly terms: Terms } => {
  const { level, domain: own, samples } = workspace;
  const ring = best.ring.map((value, i) => value + (i % 2 === 0 ? own.x : own.y));
  return {
    refined: { coarse: { level, ring, means: meansOf(best) }, samples },
    terms: termsOf(task, workspace, context, domain, minimumLength),
  };
};

const termsOf = (task: Task, workspace: Workspace, context: RunContext, domain: Rect, minimumLength: number): Terms => {
  const { model, order, channel, settled } = workspace;
  const box = boxOf(task);
  const at = <T>(level: number, of: (frame: Frame) => T): T => of(frameAt(context, domain, level));
  const onLevel = (box: Box, { domain: { x, y } }: Frame): Box => movedBox(box, x, y);
  return {
    parameters: settled,
    model,
    order,
    record: channel.record,
    tilt: workspace.tilt,
    guide: workspace.guide,
    pinned: task.pinned,
    codes: channel.kind === 'codes',
    planes: { kind: channel.kind, bits: channel.bits, codes: channel.codes, count: channel.count },
    highest: model === 'bernoulli' ? 1 : 2 ** channel.bits - 1,
    domain,
    coarsest: workspace.level,
    minimumLength,
    confine: (level) => at(level, (frame) => onLevel(confineBox(task, settled, frame), frame)),
    box: (level) => box && at(level, (frame) => onLevel(latticeBox(box, frame), frame)),
  };
};

/**
 * The contour with a ring of a finer level, in whole pixels of it. Measurements of the samples remain those of the
 * level that was read whole, which the metadata name.
 */
export const finerContour = (
  { contours }: Outcome,
  ring: Ring,
  level: number,
  { image }: Pick<RunContext, 'image'>,
  pins: Task['pinned'],
): Outcome['contours'][number] => {
  const [coarse] = contours as [Outcome['contours'][number]];
  const scale = levelByIndex(image.levels, level);
  const whole = ring.map((at, i) => at * (i % 2 === 0 ? scale.scaleX : scale.scaleY));
  const { ring: full, pinned } = withPinned(whole, pins, scale);
  return {
    geometry: { type: 'Polygon', coordinates: [closedPositionsOf(full)] },
    pinned,
    measurements: { ...coarse.measurements, Nodes: ring.length / 2 },
    metadata: { ...coarse.metadata, level: String(level), statisticsLevel: coarse.metadata.level! },
  };
};
