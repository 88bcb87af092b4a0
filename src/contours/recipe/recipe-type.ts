/** What tells a recipe from other files. */

/** The member `type` of every recipe. */
export const RECIPE_TYPE = 'snake-segmenter-recipe';

/** Characters of a file that tell that it is a recipe: names and a schema's address may stand before the type. */
export const RECIPE_HEAD = 4096;

/** Tells by its beginning whether a text is a recipe. */
export const looksLikeRecipe = (head: string): boolean => /^\s*\{/.test(head) && head.includes(`"${RECIPE_TYPE}"`);
