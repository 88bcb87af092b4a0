/** A lock file: one batch at a time works in a folder. */
import { randomBytes } from 'node:crypto';
import { link, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { SegmenterError } from '../../core/errors.js';
import { isRecord } from '../../core/record.js';
import { systemCode } from '../../image/io/file-error.js';
import { makeFolder, writeError } from '../work/whole-file.js';
import { WORK_FOLDER } from '../work/work.js';

/** One of several shares of a batch; each works on different images. */
export interface Shard {
  /** Number of the share, from 1. */
  readonly index: number;
  readonly count: number;
}

/** The suffix of the names of files of which each share of a batch has its own. */
export const shardSuffix = (shard: Shard | undefined): string =>
  shard === undefined ? '' : `.${shard.index}-of-${shard.count}`;

const LOCK = 'lock';

/**
 * Locks the folder, or a share of its batch; the returned function releases the lock. A stale lock, whose process ran on this
 * machine and no longer exists, is taken over. Rejects with `folder-in-use` or `not-writable`.
 */
export const lockFolder = async (folder: string, shard?: Shard): Promise<() => Promise<void>> => {
  const within = join(folder, WORK_FOLDER);
  await makeFolder(within);
  const path = join(within, `${LOCK}${shardSuffix(shard)}`);
  const own = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(own, JSON.stringify({ pid: process.pid, host: hostname(), since: new Date().toISOString() }));
  } catch (error) {
    throw writeError(own, error);
  }
  try {
    while (!(await linked(own, path))) await refuseLiving(folder, path);
  } finally {
    await rm(own, { force: true });
  }
  const release = (): Promise<void> => rm(path, { force: true });
  try {
    // A whole batch and a share of one exclude each other; shares do not.
    const names = await readdir(within);
    const others = names.filter((name) => (shard === undefined ? /^lock\.\d+-of-\d+$/.test(name) : name === LOCK));
    for (const name of others) await refuseLiving(folder, join(within, name));
  } catch (error) {
    await release();
    throw error;
  }
  return release;
};

/** Creates the file together with its content; `false` where it exists already. */
const linked = async (from: string, path: string): Promise<boolean> => {
  try {
    await link(from, path);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw writeError(path, error);
  }
};

/** Rejects if the process that holds the lock may be alive; otherwise removes the lock. */
const refuseLiving = async (folder: string, path: string): Promise<void> => {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    return;
  }
  const holder = holderIn(text);
  if (holder === undefined || holder.host !== hostname() || isAlive(holder.pid)) {
    const { pid, host, since } = holder ?? { pid: 0, host: 'another machine', since: 'some time' };
    const who = `process ${pid} on ${host} since ${since} (if that is over, delete ${path})`;
    throw new SegmenterError('folder-in-use', { folder, who });
  }
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  // Another process may have taken the lock in between: then this restores its file.
  if ((await readFile(aside, 'utf8')) !== text) await linked(aside, path);
  await rm(aside, { force: true });
};

const holderIn = (
  text: string,
): { readonly pid: number; readonly host: string; readonly since: string } | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value)) return undefined;
    const { pid, host, since } = value;
    return typeof pid === 'number' && typeof host === 'string' ? { pid, host, since: String(since) } : undefined;
  } catch {
    return undefined;
  }
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
};
