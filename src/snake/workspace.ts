/** One level of one domain, ready for evolution: its samples, the planes that the model uses, and the tables. */

import type { RunContext } from '../algorithm/algorithm.js';
import { type Border, boxPriorRows } from '../algorithm/evidence/box-prior.js';
import { tiltedPriorRows, tiltIn } from '../algorithm/evidence/tilted-box.js';
import { levelByIndex, levelRect } from '../core/geometry/levels.js';
import { type Box, movedBox, type Rect } from '../core/geometry/rect.js';
import { later } from '../core/later.js';
import type { ChannelRows } from '../image/channels/channels.js';
import type { Samples } from '../image/samples.js';
import type { Guide } from './hints/guide.js';
import type { Seen } from './problem.js';
import type { SnakeParameters } from './schema.js';
import { sightOf } from './sight.js';
import { type Planned, plannedTables } from './steps/beside/planned.js';
import { tablesFor } from './tables/kept-tables.js';
import { makeTables, type Tables, tableOptions } from './tables/tables.js';
import { CORRELATED, INDEPENDENT, type Settled, settle, supposed, type Weights } from './weighing/weights.js';

// A box alone has no guide.
const guiding = later(() => import('./hints/guide.js'));

/** One level of one domain: samples, planes, noise model and tables. */
export interface Workspace extends Seen {
  readonly level: number;
  /** Domain in pixels of the level. */
  readonly domain: Rect;
  /** Full-resolution pixels per pixel of the level. */
  readonly scaleX: number;
  readonly scaleY: number;
  readonly samples: Samples;
  readonly tables: Tables | Planned;
  /** Whether the last plane is the box prior. */
  readonly prior: boolean;
  /** Tilt of the body in the box; 0 where it is upright. */
  readonly tilt: number;
  /** Replaces the box's prior: the prior of the user's marks or of a drawn outline. */
  readonly guide?: Guide | undefined;
  readonly weights: Weights;
  /** The parameters with `auto` replaced by the chosen values. */
  readonly settled: Settled;
}

/** Facts about a workspace that are known before it is opened. */
export interface Known {
  /** Record of the channel, whose transform is reused, not fitted. */
  readonly record?: Readonly<Record<string, string>> | undefined;
  readonly weights?: Weights | undefined;
  /** The domain's samples at the level, where they were read already or are being read. */
  readonly samples?: Samples | Promise<Samples | undefined> | undefined;
  /** Tilt of the body in the box, where it was found already. */
  readonly tilt?: number | undefined;
  /** A prior plane that replaces the box's. */
  readonly guide?: Guide | undefined;
}

/** The place of a workspace, in full-resolution pixels. */
export interface WorkspacePlace {
  readonly rect: Rect;
  readonly level: number;
  /** The user's box, which gives the prior. */
  readonly box?: Rect | undefined;
}

/** Opens a workspace; the caller destroys its tables. Rejects as `sightOf` and `makeTables`. */
export const openWorkspace = async (
  context: RunContext,
  parameters: SnakeParameters,
  { rect, level, box }: WorkspacePlace,
  known: Known = {},
): Promise<Workspace> => {
  const { parts } = context;
  const { scaleX, scaleY } = levelByIndex(context.image.levels, level);
  const domain = levelRect(rect, levelByIndex(context.image.levels, level));
  const read = async (): Promise<Samples> => (await known.samples) ?? (await context.pixels(rect, level)).samples;
  const wanted = known.weights === undefined ? parameters : settle(parameters, known.weights);
  const { samples, seen, growth } = await sightOf(context, wanted, { domain, level }, known.record, read);
  const place = { level, domain, scaleX, scaleY, samples };
  const onLevel = box && movedBox(latticeBox(box, place), domain.x, domain.y);
  const weights = known.weights ?? (await parts.time('channel', () => supposed(parameters, growth)));
  const automatic = settle(parameters, weights);
  // A drawn outline is weighted like a box.
  const guide = known.guide?.prior === undefined && automatic.boxPrior === 0 ? undefined : known.guide;
  const settled = guide?.prior === undefined ? automatic : { ...automatic, boxPrior: guide.prior };
  const tilted = onLevel !== undefined && guide === undefined && weighsBox(settled, seen.channel);
  const tilt = !tilted
    ? 0
    : (known.tilt ??
      (await parts.time('channel', () => tiltIn(seen.channel, ...boxIn(context, level, domain, onLevel)))));
  const { channel, prior } = guide
    ? (await guiding.load()).withGuide(seen.channel, place, guide)
    : withPrior(context, settled, seen.channel, { level, region: domain, box: onLevel, tilt });
  // The user's marks and outlines hardly ever recur.
  const kept = guide ? undefined : [level, domain, prior && onLevel, tilt];
  const tables = await parts.time('tables', () => tablesIn(context, channel, parameters.tables, kept));
  return { ...seen, ...modelIn(settled, seen, weights), ...place, tables, prior, tilt, guide, weights, settled };
};

/**
 * The tables of a channel, planned where the run's contours evolve elsewhere.
 * @param kept what they depend on beside the channel; tables without it are not kept for another run
 */
const tablesIn = async (
  context: RunContext,
  channel: ChannelRows,
  form: SnakeParameters['tables'],
  kept: readonly unknown[] | undefined,
): Promise<Tables | Planned> => {
  const { executor, image, signal, view } = context;
  const options = tableOptions(executor.backend, form);
  const { stride } = context.onDevice ? tableOptions('webgpu', form) : options;
  const make = (): Promise<Tables> => makeTables(executor, channel, options, signal);
  const planned = await plannedTables(context, channel, stride, make);
  if (planned || kept === undefined) return planned ?? make();
  const { record, bits, codes, count, width, height } = channel;
  const key = JSON.stringify([view, image.slice, record, bits, codes, count, options, kept]);
  // Prefixes take about as much memory as the planes.
  const bytes = (count * bits * width * height) / 4;
  return tablesFor(executor, image.levels, key, bytes, make);
};

/** The noise model chosen for `auto`. */
const modelIn = (
  { model }: Settled,
  { channel }: Seen,
  { independent }: Weights,
): Partial<Pick<Seen, 'model' | 'noiseModel'>> => {
  if (model !== 'auto' || channel.kind === 'codes') return {};
  const noiseModel = (independent ? INDEPENDENT : CORRELATED).model;
  return { model: noiseModel, noiseModel };
};

/** Where a box's prior is wanted. */
interface PriorPlace {
  readonly level: number;
  /** Region of the channel, and the user's box, both in pixels of the level. */
  readonly region: Rect;
  readonly box: Box | undefined;
  /** Tilt of the body in the box. */
  readonly tilt: number;
}

/** The planes from which the tables are made: those of the channel, and the box's prior where there is one. */
export const withPrior = (
  context: Pick<RunContext, 'image'>,
  parameters: Pick<Settled, 'boxPrior'>,
  channel: ChannelRows,
  { level, region, box, tilt }: PriorPlace,
): { readonly channel: ChannelRows; readonly prior: boolean } => {
  if (box === undefined || !weighsBox(parameters, channel)) return { channel, prior: false };
  const [within, border] = boxIn(context, level, region, box);
  const priorOf =
    tilt === 0
      ? boxPriorRows(region, within, border, channel.bits)
      : tiltedPriorRows(region, within, border, channel.bits, tilt);
  const rows: ChannelRows['rows'] = async (first, count, spent) => {
    const part = await channel.rows(first, count, spent);
    return { ...part, planes: [...part.planes, await priorOf(first, count, spent?.planes.at(-1))] };
  };
  return { channel: { ...channel, count: channel.count + 1, rows }, prior: true };
};

/** Whether a box has a prior: codes have none. */
const weighsBox = ({ boxPrior }: Pick<Settled, 'boxPrior'>, { kind }: Pick<ChannelRows, 'kind'>): boolean =>
  boxPrior !== 0 && kind === 'intensity';

/** A box of a level in pixels of a region of it, and which of its sides are the image's. */
export const boxIn = ({ image }: Pick<RunContext, 'image'>, level: number, region: Rect, box: Box): [Box, Border] => {
  const { width, height } = levelByIndex(image.levels, level);
  const border = { left: box.x0 === 0, top: box.y0 === 0, right: box.x1 === width, bottom: box.y1 === height };
  return [movedBox(box, -region.x, -region.y), border];
};

/** A rectangle of full-resolution pixels on the corner lattice of a level's domain. */
export const latticeBox = (
  { x, y, width, height }: Rect,
  { domain, scaleX, scaleY }: Pick<Workspace, 'domain' | 'scaleX' | 'scaleY'>,
): Box => {
  const across = (at: number): number => Math.min(Math.max(Math.round(at / scaleX) - domain.x, 0), domain.width);
  const down = (at: number): number => Math.min(Math.max(Math.round(at / scaleY) - domain.y, 0), domain.height);
  return { x0: across(x), y0: down(y), x1: across(x + width), y1: down(y + height) };
};

/** A ring of the workspace's lattice in full-resolution pixels. */
export const fullRing = ({ domain, scaleX, scaleY }: Workspace, ring: readonly number[]): number[] =>
  ring.map((value, i) => (i % 2 === 0 ? (value + domain.x) * scaleX : (value + domain.y) * scaleY));
