/** The work on an image in a file of its folder, for those who are told the folder alone. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../../contours/formats/features.js';
import { SegmenterError } from '../../core/errors.js';
import { fileError } from '../../image/io/file-error.js';
import { writeWhole } from './whole-file.js';
import type { Work } from './work.js';

const NAME = 'work.json';

/** Rejects with `not-writable`. */
export const writeWork = (work: Work): Promise<void> =>
  writeWhole(join(work.folder, NAME), (file) => file.writeFile(`${JSON.stringify(work)}\n`));

/** Rejects with `image-not-found` where the folder is not there, as on a machine that lacks the disk. */
export const readWork = async (folder: string): Promise<Work> => {
  const path = join(folder, NAME);
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw fileError(path, error);
  }
  if (isWork(value)) return value;
  throw new SegmenterError('internal', { reason: `${path} says no work` });
};

/** Tells whether a value is what `writeWork` wrote. */
const isWork = (value: unknown): value is Work =>
  isRecord(value) && ['key', 'image', 'name', 'folder', 'backend'].every((name) => typeof value[name] === 'string');
