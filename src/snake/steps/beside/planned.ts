/** Tables of a small domain that are only made where its contours cannot evolve beside those of others. */
import type { RunContext } from '../../../algorithm/algorithm.js';
import { later } from '../../../core/later.js';
import type { ChannelRows } from '../../../image/channels/channels.js';
import { stripsOf } from '../../tables/chunks.js';
import type { Tables } from '../../tables/tables.js';
import type { SmallPlanes } from './small.js';

/** The batches of contours, once runs wait beside each other. */
export const batched = later(() => import('./batched.js'));

/** The planes of a small domain, and its tables once they are needed. */
export interface Planned {
  readonly planes: SmallPlanes;
  /** The tables, made once, of which the plan takes care. */
  whole(): Promise<Tables>;
  destroy(): void;
}

/** Pixels of a domain up to which one workgroup may do all of its contours' work. */
const MOST_PIXELS = 2 ** 18;

/** Whether tables are not made yet. */
export const isPlanned = (tables: Tables | Planned): tables is Planned => 'whole' in tables;

/** The tables themselves: those of a plan are made now. */
export const wholeTables = async (tables: Tables | Planned): Promise<Tables> =>
  isPlanned(tables) ? tables.whole() : tables;

/**
 * A plan where the run is one of many on a GPU and its domain is small; nothing else.
 * @param stride columns between two stored prefixes
 */
export const plannedTables = async (
  { many, executor, onDevice }: Pick<RunContext, 'many' | 'executor' | 'onDevice'>,
  channel: ChannelRows,
  stride: number,
  make: () => Promise<Tables>,
): Promise<Planned | undefined> => {
  if (!many || (executor.backend === 'cpu' && !onDevice) || channel.kind !== 'intensity') return undefined;
  if (channel.width * channel.height > MOST_PIXELS || stripsOf(channel).length > 1) return undefined;
  const { smallPlanes } = await batched.load();
  const planes = smallPlanes(await channel.rows(0, channel.height), stride);
  let made: Promise<Tables> | undefined;
  return {
    planes,
    whole: () => (made ??= make()),
    destroy: () =>
      void made?.then(
        (tables) => tables.destroy(),
        () => {},
      ),
  };
};
