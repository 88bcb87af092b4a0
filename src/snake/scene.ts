/** One level of one domain, ready to evolve in: its samples, what the model sees of them, and the tables. */
import type { Rect, Samples } from '../image/samples.js';
import type { RunContext } from '../worker/algorithm.js';
import { type Seen, see } from './problem.js';
import type { SnakeParameters } from './schema.js';
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
}

/** Columns between stored prefixes: measured, see bench/RESULTS.md. */
export const strides = { cpu: 8, webgpu: 32 } as const;

/** `rect` in full-resolution pixels. The caller destroys the tables. */
export async function openScene(
  context: RunContext,
  parameters: SnakeParameters,
  rect: Rect,
  level: number,
  record?: Readonly<Record<string, string>>,
): Promise<Scene> {
  const { samples, rect: domain } = await context.pixels(rect, level);
  const seen = await see(samples, parameters, context.signal, record);
  const stride = strides[context.executor.backend];
  const tables = await makeTables(context.executor, seen.channel, { stride }, context.signal);
  const { scaleX, scaleY } = context.image.levels[level]!;
  return { ...seen, level, domain, scaleX, scaleY, samples, tables };
}

/** A ring of the scene's lattice in full-resolution pixels. */
export const fullRing = ({ domain, scaleX, scaleY }: Scene, ring: readonly number[]): number[] =>
  ring.map((value, i) => (i % 2 === 0 ? (value + domain.x) * scaleX : (value + domain.y) * scaleY));
