/** Recipes: the page's settings, saved to be applied to any number of images, and read again. */
import type { Parameters } from '../../../algorithm/algorithm.js';
import type { Imported } from '../../../contours/formats/features.js';
import { outputFormats, readRecipe, writeRecipe } from '../../../contours/recipe/recipe.js';
import { membersOf } from '../../../core/given.js';
import { isRecord } from '../../../core/record.js';
import { save, stem } from '../../parts/files.js';
import { applySettings, settingsOf } from '../../storage/settings.js';
import type { Workbench } from '../workbench.js';

/** The settings as a recipe that finds every object of an image; where something was learnt, every object like the examples. */
const recipeText = ({ element, learnt }: Pick<Workbench, 'element' | 'learnt'>): string => {
  const { algorithm, model, channel, parameters, format } = settingsOf(element);
  const output = outputFormats.find((each) => each === format) ?? 'geojson';
  const set = Object.entries({ ...parameters, model, channel }).filter(([, value]) => value !== undefined);
  return writeRecipe({
    request: {
      algorithm,
      init: 'auto',
      ...(learnt.model === undefined ? {} : { like: learnt.model }),
      parameters: Object.fromEntries(set),
    },
    outputs: [output],
  });
};

/** Writes the recipe into a file for the browser to download. */
export const saveRecipe = (bench: Workbench): void => {
  const { image } = bench.stage;
  const name = `${image ? stem(image.name) : 'image'}.recipe.json`;
  save(bench.voice, new Blob([recipeText(bench)], { type: 'application/json' }), name);
};

/** Members of a request that are not parameters. */
const reserved: ReadonlySet<string> = new Set([
  'algorithm',
  'init',
  'like',
  'unlike',
  'exclusive',
  'level',
  'domain',
  'within',
  'slice',
  'pixelBudget',
  'parameters',
  'model',
  'channel',
]);

/** Sets the page to do what a recipe says. Throws `bad-recipe`, or `bad-parameter` where its parameters are not an object; then nothing is set. */
export const openRecipe = (
  { element, voice, learnt }: Pick<Workbench, 'element' | 'voice' | 'learnt'>,
  text: string,
): Imported => {
  const { request, outputs } = readRecipe(text);
  const given = membersOf('parameters', request.parameters as Parameters | undefined);
  // Contours as examples belong to a particular image; a model is valid for any image.
  if (isRecord(request.like) && request.like.type === 'ObjectModel') learnt.model = request.like;
  const all = { ...Object.fromEntries(Object.entries(request).filter(([name]) => !reserved.has(name))), ...given };
  const { model = request.model, channel = request.channel, ...parameters } = all;
  const settings = { ...settingsOf(element), parameters, format: outputs?.[0]?.replace(/\.gz$/, '') };
  const { algorithm = element.algorithm } = request;
  applySettings(element, {
    ...settings,
    algorithm: String(algorithm),
    ...(typeof model === 'string' ? { model } : { model: undefined }),
    ...(typeof channel === 'string' ? { channel } : { channel: undefined }),
  });
  voice.say('recipeOpened');
  return { contours: [], skipped: [] };
};
