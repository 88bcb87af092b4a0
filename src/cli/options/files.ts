/** Files that options name, read whole. */

import { readFile } from 'node:fs/promises';
import { readContourFile } from '../../contours/formats/read-file.js';
import { type Recipe, readRecipe } from '../../contours/recipe/recipe.js';
import { RECIPE_TYPE } from '../../contours/recipe/recipe-type.js';
import { badParameter, SegmenterError } from '../../core/errors.js';
import { isRecord } from '../../core/record.js';
import { systemCode } from '../../image/io/file-error.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { parsed } from '../json.js';

/** Rejects with `bad-parameter` where the file is missing or not readable. */
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

/**
 * Reads examples from a file: the model of a session or a recipe, a model alone, or contours, which lie on the image that
 * is processed. Rejects with `bad-parameter` or `bad-import`.
 */
export const likeFile = async (path: string): Promise<unknown> => {
  const text = new TextDecoder().decode(await bytesOf('like', path));
  const data = parsed(text);
  if (!isRecord(data) || !FILES.has(String(data.type))) return contoursFile('like', path);
  const model = data.type === 'ObjectModel' ? data : isRecord(data.request) ? data.request.like : data.model;
  if (model !== undefined) return model;
  const wanted = 'it has no model; let the page find all objects like the examples once, then save it again';
  throw badParameter('like', path, wanted);
};

/** Types of files that may contain a model. */
const FILES: ReadonlySet<string> = new Set(['ObjectModel', RECIPE_TYPE, 'snake-segmenter-session']);

/** The contours of a file in any supported format. Rejects with `bad-import`. */
export const contoursFile = async (option: string, path: string): Promise<readonly ContourFeature[]> => {
  const { contours } = await readContourFile(new Blob([await bytesOf(option, path)]));
  if (contours.length > 0) return contours;
  throw new SegmenterError('bad-import', { reason: `${path} holds no contour` });
};
