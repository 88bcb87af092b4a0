/** Keeps tables of large domains on the device for the next contour there. */
import type { Executor } from '../../compute/executor.js';
import { type Keepable, keptIn } from '../../compute/kept.js';
import type { Tables } from './tables.js';

/** Minimum bytes of tables that are kept: smaller ones are quick to make. */
const LEAST_BYTES = 2 ** 22;

const isTables = (thing: Keepable): thing is Tables => 'chunks' in thing;

/**
 * Kept tables, or new ones. The caller destroys them, which keeps them where they are large.
 * @param owner a separate one for each open image
 * @param key of everything that the tables depend on
 * @param bytes approximate size of new ones
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
