/** A lock between processes of this machine, which holds even where one of them is killed. */
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Milliseconds between two looks at a lock that another process has. */
const PAUSE = 100;

/** Whether a process with this id runs; one of another user does too. */
const runs = (id) => {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** The process that a lock names; undefined where the lock is gone. */
const holderOf = (path) => {
  try {
    return Number(readFileSync(path, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
};

/** Removes what processes that were killed while they waited have left: their own names beside the lock. */
const tidy = (path) => {
  const folder = dirname(path);
  for (const file of readdirSync(folder).filter((name) => name.startsWith(`${basename(path)}-`))) {
    const id = Number(/-(\d+)(-stale)?$/.exec(file)?.[1]);
    if (id > 0 && !runs(id)) rmSync(join(folder, file), { force: true });
  }
};

/** Takes the lock away from a holder that runs no more; one that another process has taken since stays that process's. */
const release = (path, holder) => {
  const aside = `${path}-${process.pid}-stale`;
  try {
    renameSync(path, aside);
    if (holderOf(aside) !== holder) linkSync(aside, path);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  }
  rmSync(aside, { force: true });
};

/**
 * Waits until no other process has the lock, and takes it until this process ends. Blocks the thread.
 * @param path of a file that names the holder; its folder is made
 */
export const takeLock = (path) => {
  mkdirSync(dirname(path), { recursive: true });
  tidy(path);
  // A lock appears with its holder's name in it.
  const own = `${path}-${process.pid}`;
  writeFileSync(own, String(process.pid));
  for (;;) {
    try {
      linkSync(own, path);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = holderOf(path);
    if (holder !== undefined && !runs(holder)) release(path, holder);
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
  }
  rmSync(own);
  process.once('exit', () => {
    if (holderOf(path) === process.pid) rmSync(path, { force: true });
  });
};
