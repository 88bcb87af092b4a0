/** `PLANT=name node --import ./test/fuzz/plant.mjs …`: the bug of that name is there. Comes before the loaders that compile. */
import { readFileSync } from 'node:fs';
import { register } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { bugs } from './bugs.mjs';

const bug = bugs.find(({ name }) => name === process.env.PLANT);
const target = bug && pathToFileURL(resolve(bug.file)).href;

export const load = async (url, context, next) => {
  if (target === undefined || url.split('?')[0] !== target) return next(url, context);
  const source = readFileSync(fileURLToPath(target), 'utf8');
  if (source.split(bug.from).length !== 2) throw new Error(`${bug.file} does not hold once: ${bug.from}`);
  return { format: 'module', shortCircuit: true, source: source.replace(bug.from, bug.to) };
};

if (isMainThread) {
  if (process.env.PLANT !== undefined && bug === undefined) throw new Error(`there is no bug ${process.env.PLANT}`);
  register(import.meta.url);
}
