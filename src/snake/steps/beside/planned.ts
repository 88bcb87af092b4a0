/** Tables of a small domain, made only where its contours cannot evolve in a batch with others. */
import type { RunContext } from '../../../algorithm/algorithm.js';
import { later } from '../../../core/later.js';
import type { ChannelRows } from '../../../image/channels/channels.js';
import { stripsOf } from '../../tables/chunks.js';
import type { Tables } from '../../tables/tables.js';
import type { SmallPlanes } from './small.js';

/** The code for batches, loaded when runs are concurrent. */
export const batched = later(() => import('./batched.js'));

/** The planes of a small domain, and its tables once they are needed. */
export interface Planned {
  readonly planes: SmallPlanes;
  /** The tables, made once; the plan destroys them. */
  whole(): Promise<Tables>;
  destroy(): void;
}

/** Maximum pixels of a domain whose contours one workgroup may evolve alone. */
const MOST_PIXELS = 2 ** 18;

/** Whether tables are only planned. */
export const isPlanned = (tables: Tables | Planned): tables is Planned => 'whole' in tables;

/** The tables themselves; planned ones are made now. */
export const wholeTables = async (tables: Tables | Planned): Promise<Tables> =>
  isPlanned(tables) ? tables.whole() : tables;

/**
 * A plan where the run is one of many on a GPU and its domain is small; else `undefined`.
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
