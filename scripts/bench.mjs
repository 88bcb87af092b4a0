/** Runs benchmarks: those of the names given, else all of them. Flags go to them; what they measured is in `bench/RESULTS.md`. */
import { spawnSync } from 'node:child_process';
import { benches, benchFile } from './benches.mjs';

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const flags = process.argv.slice(2).filter((argument) => argument.startsWith('-'));

for (const file of (names.length > 0 ? names : [...benches.keys()].sort()).map(benchFile)) {
  const loaders = ['--import', './scripts/modules/loader.mjs', '--import', 'tsx'];
  const { status } = spawnSync(process.execPath, [...loaders, '--expose-gc', file, ...flags], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
