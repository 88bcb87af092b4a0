/** The work on an image in a file of its folder, for processes that receive the path of the folder only. */

import { readFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { BackendChoice } from '../../compute/backend.js';
import { outputFormats, readRecipe } from '../../contours/recipe/recipe.js';
import { badParameter, show } from '../../core/errors.js';
import { isRecord } from '../../core/record.js';
import { fileError } from '../../image/io/file-error.js';
import { parsed } from '../json.js';
import { writeWhole } from './whole-file.js';
import type { Output, Work } from './work.js';

/** Name of the file within the work's folder. */
export const WORK_FILE = 'work.json';

/** Rejects with `not-writable`. */
export const writeWork = (work: Work): Promise<void> =>
  writeWhole(join(work.folder, WORK_FILE), (file) => file.writeFile(`${JSON.stringify(work)}\n`));

/**
 * Rejects with `image-not-found` where the folder is missing, as on a machine without the shared disk, and with `bad-parameter` or
 * `bad-recipe` where the file is not the work of this folder.
 */
export const readWork = async (folder: string): Promise<Work> => {
  const path = join(folder, WORK_FILE);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw fileError(path, error);
  }
  return checkWork(text, folder);
};

/** Parses and validates the text that `writeWork` wrote for this folder. Throws `bad-parameter`, or `bad-recipe`. */
export const checkWork = (text: string, folder: string): Work => {
  const value = parsed(text);
  if (!isRecord(value) || !TEXTS.every((name) => typeof value[name] === 'string'))
    throw badParameter('folder', folder, `its ${WORK_FILE} must be as this package writes it`);
  if (value.folder !== folder)
    throw badParameter('folder', folder, `its ${WORK_FILE} is of the folder ${show(value.folder)}`);
  if (!isBackend(value.backend)) throw badParameter('backend', value.backend, `it must be ${BACKENDS.join(', ')}`);
  if (!Array.isArray(value.outputs) || !value.outputs.every(isOutput))
    throw badParameter('outputs', value.outputs, 'they must be a list of formats with absolute paths');
  const { key, image, name } = value as Readonly<Record<(typeof TEXTS)[number], string>>;
  const recipe = readRecipe(value.recipe, join(folder, WORK_FILE));
  return { key, image, name, folder, recipe, backend: value.backend, outputs: value.outputs };
};

const TEXTS = ['key', 'image', 'name', 'folder'] as const;
const BACKENDS: readonly BackendChoice[] = ['auto', 'cpu', 'webgpu'];

const isBackend = (value: unknown): value is BackendChoice => BACKENDS.some((each) => each === value);

const isOutput = (value: unknown): value is Output =>
  isRecord(value) &&
  outputFormats.some((format) => format === value.format) &&
  typeof value.path === 'string' &&
  isAbsolute(value.path);
