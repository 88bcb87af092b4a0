/** Checks that a folder of `src` stays one idea: at most so many scripts, and those no longer than so many lines. */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { globSync } from '../glob.mjs';

const MOST_SCRIPTS = 30;
const MOST_LINES = 400;
/** What `scripts/assembly.mjs` writes is as long as the module that it holds. */
const COMPILED = /[\\/]kernels[\\/]simd[\\/]module\.ts$/;

const wrong = [];
const scripts = new Map();
for (const path of globSync('src', (each) => each.endsWith('.ts'))) {
  scripts.set(dirname(path), (scripts.get(dirname(path)) ?? 0) + 1);
  const lines = readFileSync(path, 'utf8').split('\n').length - 1;
  if (lines > MOST_LINES && !COMPILED.test(path))
    wrong.push(`${path}: ${lines} lines; part it, ${MOST_LINES} are the most`);
}
for (const [folder, count] of scripts)
  if (count > MOST_SCRIPTS) wrong.push(`${folder}: ${count} scripts; part it, ${MOST_SCRIPTS} are the most`);

for (const line of wrong) console.error(line);
process.exit(wrong.length > 0 ? 1 : 0);
