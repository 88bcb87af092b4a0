/**
 * Runs benchmarks: `bench/<name>.ts` of each name given, else all that lie directly in `bench/`. Flags go to them;
 * what they measured is in `bench/RESULTS.md`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const flags = process.argv.slice(2).filter((argument) => argument.startsWith('-'));
const all = readdirSync('bench')
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.slice(0, -3))
  .sort();

for (const name of names.length > 0 ? names : all) {
  const file = `bench/${name}.ts`;
  if (!existsSync(file)) {
    console.error(`There is no benchmark "${name}"; there are: ${all.join(', ')}`);
    process.exit(1);
  }
  const loaders = ['--import', './scripts/loader.mjs', '--import', 'tsx'];
  const { status } = spawnSync(process.execPath, [...loaders, '--expose-gc', file, ...flags], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
