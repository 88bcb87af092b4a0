/** One level of one domain, ready to evolve in: its samples, what the model sees of them, and the tables. */
import type { Rect, Samples } from '../image/samples.js';
import type { RunContext } from '../worker/algorithm.js';
import { boxPrior } from './box_prior.js';
import { refuseConstant, type Seen, see } from './problem.js';
import type { SnakeParameters } from './schema.js';
import type { Box } from './starts.js';
import { makeTables, type Tables } from './tables.js';

export interface Scene extends Seen {
  readonly level: number;
  /** In pixels of the level. */
  readonly domain: Rect;
  /** Full-resolution pixels per pixel of the level. */
  readonly scaleX: number;
  readonly scaleY: number;
  readonly samples: Samples;
  readonly tables: Tables;
  /** The last plane is the box prior. */
  readonly prior: boolean;
}

/** Columns between stored prefixes: measured, see bench/RESULTS.md. */
export const strides = { cpu: 8, webgpu: 32 } as const;

/**
 * `rect` and the user's `box`, whose prior is wanted, in full-resolution pixels. The caller destroys the tables.
 */
export async function openScene(
  context: RunContext,
  parameters: SnakeParameters,
  rect: Rect,
  level: number,
  record?: Readonly<Record<string, string>>,
  box?: Rect,
): Promise<Scene> {
  const { samples, rect: domain } = await context.pixels(rect, level);
  const seen = await see(samples, parameters, context.signal, record);
  const { scaleX, scaleY, width, height } = context.image.levels[level]!;
  const place = { level, domain, scaleX, scaleY, samples };
  const prior = box !== undefined && parameters.boxPrior > 0 && seen.channel.kind === 'intensity';
  refuseConstant(seen.channel);
  let { channel } = seen;
  if (prior) {
    const border = {
      left: domain.x === 0,
      top: domain.y === 0,
      right: domain.x + domain.width === width,
      bottom: domain.y + domain.height === height,
    };
    const plane = await boxPrior(domain, latticeBox(box, place), border, channel.bits);
    channel = { ...channel, planes: [...channel.planes, plane] };
  }
  const stride = strides[context.executor.backend];
  const tables = await makeTables(context.executor, channel, { stride }, context.signal);
  return { ...seen, ...place, tables, prior };
}

/** A rectangle of full-resolution pixels on the corner lattice of a level's domain. */
export function latticeBox(
  { x, y, width, height }: Rect,
  { domain, scaleX, scaleY }: Pick<Scene, 'domain' | 'scaleX' | 'scaleY'>,
): Box {
  const across = (at: number): number => Math.min(Math.max(Math.round(at / scaleX) - domain.x, 0), domain.width);
  const down = (at: number): number => Math.min(Math.max(Math.round(at / scaleY) - domain.y, 0), domain.height);
  return [across(x), down(y), across(x + width), down(y + height)];
}

/** A ring of the scene's lattice in full-resolution pixels. */
export const fullRing = ({ domain, scaleX, scaleY }: Scene, ring: readonly number[]): number[] =>
  ring.map((value, i) => (i % 2 === 0 ? (value + domain.x) * scaleX : (value + domain.y) * scaleY));
