/** Tables of large domains stay on the device for the next contour there. */
import type { Executor } from '../../compute/executor.js';
import { type Keepable, keptIn } from '../../compute/kept.js';
import type { Tables } from './tables.js';

/** Smaller tables are made sooner than anybody comes back to them. */
const LEAST_BYTES = 2 ** 22;

const isTables = (thing: Keepable): thing is Tables => 'chunks' in thing;

/**
 * Tables that were kept, or new ones; to be destroyed by the caller, which keeps them where they are large.
 * @param owner of which each open image has its own
 * @param key all that the tables depend on
 * @param bytes that new ones take, about
 */
export const tablesFor = async (
  executor: Executor,
  owner: object,
  key: string,
  bytes: number,
  make: () => Promise<Tables>,
): Promise<Tables> => {
  const kept = keptIn(executor);
  const found = kept.take(owner, key);
  if (found !== undefined && isTables(found)) return lent(found, () => kept.give(owner, key, found));
  kept.makeRoom(bytes);
  const made = await make();
  return made.bytes < LEAST_BYTES ? made : lent(made, () => kept.give(owner, key, made));
};

const lent = (tables: Tables, destroy: () => void): Tables => ({ ...tables, destroy });
