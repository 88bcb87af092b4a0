/** `PLANT=name node --import ./test/fuzz/plant.mjs …`: the bug or fault of that name is there. Comes before the loaders that compile. */
import { readFileSync } from 'node:fs';
import { register } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { bugs } from './bugs.mjs';
import { faults } from './faults.mjs';

const planted = [...bugs, ...faults].find(({ name }) => name === process.env.PLANT);
const edits = planted === undefined ? [] : (planted.edits ?? [planted]);

/** The text of a file, a path from the root of the repository, with what was put back there. */
export const withPlant = (path, text) => {
  let changed = text;
  for (const { file, from, to } of edits.filter((edit) => edit.file === path)) {
    if (changed.split(from).length !== 2) throw new Error(`${file} does not hold once: ${from}`);
    changed = changed.replace(from, () => to);
  }
  return changed;
};

const targets = new Map(edits.map(({ file }) => [pathToFileURL(resolve(file)).href, file]));

export const load = async (url, context, next) => {
  const file = targets.get(url.split('?')[0]);
  if (file === undefined) return next(url, context);
  const source = withPlant(file, readFileSync(fileURLToPath(new URL(url.split('?')[0])), 'utf8'));
  return { format: 'module', shortCircuit: true, source };
};

if (isMainThread) {
  if (process.env.PLANT !== undefined && planted === undefined) throw new Error(`there is no bug ${process.env.PLANT}`);
  register(import.meta.url);
}
