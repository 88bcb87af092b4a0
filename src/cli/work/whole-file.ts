/** Atomic writing: a file exists completely or not at all. */
import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isAbort, SegmenterError } from '../../core/errors.js';
import { systemCode } from '../../image/io/file-error.js';

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  EFBIG: 'the file would be larger than is allowed',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk is read-only',
  EISDIR: 'there is a folder of this name',
  ENOTDIR: 'a part of its path is no folder',
  ENOENT: 'its folder cannot be made',
  EEXIST: 'a part of its path is no folder',
  EIO: 'the disk does not answer',
};

/** Turns a system error into `not-writable` with its reason; returns any other error unchanged. */
export const writeError = (path: string, error: unknown): unknown => {
  const code = systemCode(error);
  if (code === undefined || error instanceof SegmenterError || isAbort(error)) return error;
  return new SegmenterError('not-writable', { name: path, reason: reasons[code] ?? code }, { cause: error });
};

/** Rejects with `not-writable`. */
export const makeFolder = async (path: string): Promise<void> => {
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    throw writeError(path, error);
  }
};

/**
 * Writes a temporary file in the same folder, flushes it to disk, and renames it, so that an interrupted process leaves the old
 * file unchanged. What is not a regular file, such as a pipe or a device, is written to directly. Rejects with `not-writable`, or
 * with what `write` rejects with.
 */
export const writeWhole = async <T>(path: string, write: (file: FileHandle) => Promise<T>): Promise<T> => {
  const direct = await isSpecial(path);
  const beside = direct ? path : `${path}.${randomBytes(6).toString('hex')}.part`;
  let file: FileHandle | undefined;
  try {
    await mkdir(dirname(path), { recursive: true });
    file = await open(beside, direct ? 'w' : 'wx');
    const result = await write(file);
    if (!direct) await file.sync();
    await file.close();
    file = undefined;
    if (!direct) await rename(beside, path);
    return result;
  } catch (error) {
    await file?.close().catch(() => {});
    if (!direct) await rm(beside, { force: true }).catch(() => {});
    throw writeError(path, error);
  }
};

/** Removes the temporary files of interrupted writers. A writer that is still running then fails. */
export const removeUnfinished = async (path: string): Promise<void> => {
  const [folder, name] = [dirname(path), basename(path)];
  const names = await readdir(folder).catch(() => []);
  const left = names.filter((each) => each.startsWith(`${name}.`) && UNFINISHED.test(each.slice(name.length)));
  await Promise.all(left.map((each) => rm(join(folder, each), { force: true })));
};

/** The suffix that `writeWhole` appends to the name of a temporary file. */
const UNFINISHED = /^\.[0-9a-f]{12}\.part$/;

const isSpecial = async (path: string): Promise<boolean> => {
  try {
    const found = await stat(path);
    return !found.isFile() && !found.isDirectory();
  } catch {
    return false;
  }
};
