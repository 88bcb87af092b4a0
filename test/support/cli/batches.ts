/** Images, a recipe, and what a batch of them is called with. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lattice, writeDiscs } from '../images/discs.js';
import { scratch } from './command-line.js';

interface Summary {
  readonly finished: number;
  readonly failed: number;
  readonly interrupted: number;
  readonly contours: number;
  readonly images: readonly { readonly name: string; readonly status: string; readonly pieces?: number }[];
}

/** Three images in a folder that is gone when the tests are over. */
export const threeImages = (after: (work: () => void) => void) => {
  const folder = scratch(after);
  const slides = join(folder, 'slides');
  mkdirSync(join(slides, 'more'), { recursive: true });
  const small = lattice(120, 80, 40, 9);
  const large = lattice(160, 160, 50, 9);
  writeDiscs(join(slides, 'a.tif'), { width: 120, height: 80, discs: small });
  writeDiscs(join(slides, 'more', 'a.tif'), { width: 120, height: 80, discs: small.slice(0, 2), seed: 7 });
  writeDiscs(join(slides, 'large.tif'), { width: 160, height: 160, discs: large });
  const pattern = join(slides, '**/*.tif');

  const recipe = {
    type: 'snake-segmenter-recipe',
    version: 1,
    request: { init: 'auto', polarity: 'brighter' },
    regions: { size: 90, largest: 30 },
    outputs: ['geojson', 'flatgeobuf', 'csv.gz', 'labels'],
  };
  const recipeFile = join(folder, 'recipe.json');
  writeFileSync(recipeFile, JSON.stringify(recipe));
  const base = ['--recipe', recipeFile, '--backend', 'cpu'];
  const out = (name: string): string => join(folder, name);
  const args = (name: string, processes = 2, images = pattern): readonly string[] => [
    'batch',
    images,
    ...base,
    '--out',
    out(name),
    '--processes',
    String(processes),
  ];

  const summaryIn = (name: string): Summary => JSON.parse(readFileSync(join(out(name), 'summary.json'), 'utf8'));
  return { folder, slides, small, large, pattern, recipe, recipeFile, out, args, summaryIn };
};
