/** The work on one image as plain data, which is sent to other processes and through the queue. */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackendChoice } from '../../compute/backend.js';
import type { Recipe } from '../../contours/recipe/recipe.js';
import { version } from '../../core/version.js';
import { isAddress } from './image-file.js';

/** The work on one image. */
export interface Work {
  /** A digest of the recipe, the image and this package's version: the same work has the same key everywhere. */
  readonly key: string;
  /** Absolute path or address. */
  readonly image: string;
  /** Name of the outputs before their extensions: the image's path within the batch. */
  readonly name: string;
  /** Folder of unfinished work; an absolute path. */
  readonly folder: string;
  readonly recipe: Recipe;
  readonly backend: BackendChoice;
  /** Finished files, each with an absolute path. */
  readonly outputs: readonly Output[];
}

/** A file to write. */
export interface Output {
  readonly format: OutputName;
  readonly path: string;
}

type OutputName = NonNullable<Recipe['outputs']>[number];

/** Hidden folder within the folder of a batch, with unfinished work and lock files. */
export const WORK_FOLDER = '.snake-segmenter';

/** Image, recipe and outputs that work is made of. */
export interface WorkRequest {
  readonly image: string;
  readonly name: string;
  readonly recipe: Recipe;
  readonly backend: BackendChoice;
  /** The folder that holds a folder for each image's unfinished work. */
  readonly within: string;
  readonly outputs: readonly Output[];
}

/** The work on an image in its present state: a changed size or date gives a different key. */
export const workOn = async ({ within, ...request }: WorkRequest): Promise<Work> => {
  const { recipe, image, name } = request;
  const { name: _label, outputs: _outputs, metadata: _metadata, ...does } = recipe;
  const key = createHash('sha256')
    .update(JSON.stringify([version, sorted(does), name, await stateOf(image)]))
    .digest('hex')
    .slice(0, 24);
  return { ...request, key, folder: join(within, WORK_FOLDER, key) };
};

/** Size and date of a local file. Errors are left to the code that opens it. */
const stateOf = async (image: string): Promise<readonly number[]> => {
  if (isAddress(image)) return [];
  try {
    const { size, mtimeMs } = await stat(image);
    return [size, mtimeMs];
  } catch {
    return [];
  }
};

/** The same value with the members of every object sorted by name. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
};
