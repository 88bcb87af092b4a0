/** Distinguishes recipes from other files. */

/** The member `type` of every recipe. */
export const RECIPE_TYPE = 'snake-segmenter-recipe';

/** Number of characters in which the type is searched: names and a schema's URL may precede it. */
export const RECIPE_HEAD = 4096;

/** Whether a text begins like a recipe. */
export const looksLikeRecipe = (head: string): boolean => /^\s*\{/.test(head) && head.includes(`"${RECIPE_TYPE}"`);
