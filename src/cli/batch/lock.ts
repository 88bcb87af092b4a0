/** One batch at a time in a folder: a file says who works there. */
import { randomBytes } from 'node:crypto';
import { link, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { SegmenterError } from '../../core/errors.js';
import { isRecord } from '../../core/record.js';
import { systemCode } from '../../image/io/file-error.js';
import { makeFolder, writeError } from '../work/whole-file.js';
import { WORK_FOLDER } from '../work/work.js';

/** One of so many shares of a batch, each of which works on other images. */
export interface Shard {
  /** Number of the share, from 1. */
  readonly index: number;
  readonly count: number;
}

/** The end of the names of files that each share of a batch has for itself. */
export const shardSuffix = (shard: Shard | undefined): string =>
  shard === undefined ? '' : `.${shard.index}-of-${shard.count}`;

const LOCK = 'lock';

/**
 * Takes the folder, or the share of it; the function returned gives it back. What a process of this machine left behind
 * that is no more there is taken over. Rejects with `folder-in-use` or `not-writable`.
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

/** The file appears with its content, or not at all where there is one. */
const linked = async (from: string, path: string): Promise<boolean> => {
  try {
    await link(from, path);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw writeError(path, error);
  }
};

/** Rejects where the lock's holder may be alive; else the lock is gone afterwards. */
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
  // Someone may have been faster, and have the folder already.
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
