/** Files that options name, read whole. */
import { readFile } from 'node:fs/promises';
import { readContourFile } from '../../contours/formats/read-file.js';
import { type Recipe, readRecipe } from '../../contours/recipe/recipe.js';
import { badParameter, SegmenterError } from '../../core/errors.js';
import { systemCode } from '../../image/io/file-error.js';
import type { ContourFeature } from '../../worker/protocol.js';

/** Rejects with `bad-parameter` where there is no such file, or none that may be read. */
const bytesOf = async (option: string, path: string): Promise<Uint8Array<ArrayBuffer>> => {
  try {
    return new Uint8Array(await readFile(path));
  } catch (error) {
    throw badParameter(option, path, `a file is wanted that can be read (${systemCode(error) ?? String(error)})`);
  }
};

/** Rejects with `bad-recipe`. */
export const recipeFile = async (path: string): Promise<Recipe> =>
  readRecipe(new TextDecoder().decode(await bytesOf('recipe', path)), path);

/** The contours of a file in any format that is read here. Rejects with `bad-import`. */
export const contoursFile = async (option: string, path: string): Promise<readonly ContourFeature[]> => {
  const { contours } = await readContourFile(new Blob([await bytesOf(option, path)]));
  if (contours.length > 0) return contours;
  throw new SegmenterError('bad-import', { reason: `${path} holds no contour` });
};
