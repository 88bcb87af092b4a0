/** Describes the operating system's errors for files. */
import { SegmenterError } from '../../core/errors.js';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is no folder',
  EACCES: 'it may not be read by this user',
  EPERM: 'it may not be read by this user',
  EISDIR: 'it is a folder',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
};

/** The code of a system error, such as `ENOENT`; `undefined` of any other error. */
export const systemCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** `image-not-found` with the reason in words; any other error is returned unchanged. */
export const fileError = (path: string, error: unknown): unknown => {
  const code = systemCode(error);
  if (code === undefined || error instanceof SegmenterError) return error;
  return new SegmenterError('image-not-found', { url: path, reason: reasons[code] ?? code }, { cause: error });
};
