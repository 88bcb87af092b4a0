/** Turns the options of `segment` into a recipe. */
import type { OutputFormat, Recipe } from '../../contours/recipe/recipe.js';
import { metadataPlaces, RECIPE_VERSION } from '../../contours/recipe/recipe.js';
import { RECIPE_TYPE } from '../../contours/recipe/recipe-type.js';
import { badParameter } from '../../core/errors.js';
import { contoursFile, likeFile, recipeFile } from './files.js';
import { boxOf, countOf, oneOf, parametersOf } from './values.js';

/** Options that say what to find, as they were typed. */
export interface RequestOptions {
  readonly recipe?: string;
  readonly box?: string;
  readonly starts?: string;
  readonly detect?: boolean;
  readonly like?: string;
  readonly algorithm?: string;
  readonly set?: readonly string[];
  readonly region?: string;
  readonly level?: string;
  readonly regionSize?: string;
  readonly largest?: string;
  readonly metadata?: string;
}

/** Makes the recipe of a request: an option overrides the recipe's file. Rejects with `bad-parameter` or `bad-recipe`. */
export const recipeOf = async (options: RequestOptions, outputs?: readonly OutputFormat[]): Promise<Recipe> => {
  const base: Recipe = options.recipe
    ? await recipeFile(options.recipe)
    : { type: RECIPE_TYPE, version: RECIPE_VERSION, request: {} };
  const init = await initOf(options);
  if (init === undefined && base.request.init === undefined && !options.recipe)
    throw badParameter(
      'start',
      'nothing',
      'give --detect, --box x,y,width,height, --starts FILE, --like FILE or --recipe FILE',
    );
  const like = options.like === undefined ? undefined : await likeFile(options.like);
  const { algorithm, level, regionSize, largest, region, metadata } = options;
  const size = regionSize === undefined ? undefined : countOf('region-size', regionSize);
  const most = largest === undefined ? undefined : countOf('largest', largest);
  const regions = size === undefined && most === undefined ? base.regions : { ...base.regions, size, largest: most };
  return {
    ...base,
    request: {
      ...base.request,
      ...(algorithm === undefined ? {} : { algorithm }),
      ...(init === undefined ? {} : { init }),
      ...(like === undefined ? {} : { like }),
      // Objects found by a search must not overlap, as on the page.
      ...(init === 'auto' ? { exclusive: true } : {}),
      ...(level === undefined ? {} : { level: Number(level) }),
      ...parametersOf(options.set ?? []),
    },
    ...(regions === undefined ? {} : { regions }),
    ...(region === undefined ? {} : { region: boxOf('region', region) }),
    ...(metadata === undefined ? {} : { metadata: oneOf('metadata', metadata, metadataPlaces) }),
    ...(outputs === undefined ? {} : { outputs }),
  };
};

const initOf = async ({ box, starts, detect: all, like }: RequestOptions): Promise<unknown> => {
  const detect = all || like !== undefined;
  const given = [box, starts, detect || undefined].filter((each) => each !== undefined);
  if (given.length > 1)
    throw badParameter('start', given.join(' and '), 'give one of --detect, --box, --starts and --like');
  if (box !== undefined) return boxOf('box', box);
  if (starts !== undefined) return contoursFile('starts', starts);
  return detect ? 'auto' : undefined;
};
