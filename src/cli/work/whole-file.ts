/** Files that are there whole or not at all. */
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

/** `not-writable` with the reason in words; anything but a system error comes back as it is. */
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
 * Writes a file under another name beside it, has it on the disk, and gives it its name: whoever is ended on the way
 * leaves the file as it was. What is no regular file, a pipe or a device, is written to as it is. Rejects with
 * `not-writable`, or with what `write` rejects with.
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

/** Removes what writers of the file left beside it that were ended on the way. One that is still at work is refused its file. */
export const removeUnfinished = async (path: string): Promise<void> => {
  const [folder, name] = [dirname(path), basename(path)];
  const names = await readdir(folder).catch(() => []);
  const left = names.filter((each) => each.startsWith(`${name}.`) && UNFINISHED.test(each.slice(name.length)));
  await Promise.all(left.map((each) => rm(join(folder, each), { force: true })));
};

/** What `writeWhole` puts behind the name of a file until it is whole. */
const UNFINISHED = /^\.[0-9a-f]{12}\.part$/;

const isSpecial = async (path: string): Promise<boolean> => {
  try {
    const found = await stat(path);
    return !found.isFile() && !found.isDirectory();
  } catch {
    return false;
  }
};
