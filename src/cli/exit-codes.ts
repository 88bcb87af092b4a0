/** Exit codes of the process. */
import { isAbort, SegmenterError } from '../core/errors.js';

/** The exit codes, by name. */
export const exitCodes = {
  done: 0,
  /** At least one image failed; the others are finished. */
  failed: 1,
  /** The command, the recipe or a parameter is invalid. */
  usage: 2,
  /** Results cannot be written: no permission, or no space. */
  notWritable: 3,
  folderInUse: 4,
  noQueue: 5,
  /** Interrupted by Ctrl+C; the code that shells use. */
  interrupted: 130,
} as const;

const codes: Readonly<Record<string, number>> = {
  'bad-parameter': exitCodes.usage,
  'bad-recipe': exitCodes.usage,
  'no-webgpu': exitCodes.usage,
  unsupported: exitCodes.usage,
  'not-writable': exitCodes.notWritable,
  'folder-in-use': exitCodes.folderInUse,
  'no-queue': exitCodes.noQueue,
};

/** The exit code of an error. */
export const exitCodeOf = (error: unknown): number => {
  if (isAbort(error)) return exitCodes.interrupted;
  return (error instanceof SegmenterError ? codes[error.code] : undefined) ?? exitCodes.failed;
};
