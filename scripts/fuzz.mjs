/**
 * `npm run fuzz -- --seconds=60 --seed=1 images`: the fuzzers of `test/fuzz/`. `npm run fuzz -- --bugs` puts each bug of
 * `test/fuzz/bugs.mjs` back, in memory, and tells whether its fuzzer finds it.
 */
import { spawnSync } from 'node:child_process';
import { bugs } from '../test/fuzz/bugs.mjs';

const flags = process.argv.slice(2).filter((flag) => flag !== '--bugs');
const loaders = ['./test/fuzz/plant.mjs', './scripts/modules/loader.mjs', 'tsx'].flatMap((loader) => [
  '--import',
  loader,
]);
const run = (args, options) =>
  spawnSync(process.execPath, [...loaders, 'test/fuzz/main.ts', ...args], { encoding: 'utf8', ...options });

if (!process.argv.includes('--bugs')) process.exit(run(flags, { stdio: 'inherit' }).status ?? 1);

let missed = 0;
const limits = flags.length > 0 ? flags : ['--seconds=60', '--seed=1'];
console.log('| bug that was put back | fuzzer | found after |\n|---|---|---|');
for (const { name, fuzzer } of bugs) {
  const { status, stdout, stderr } = run([...limits, fuzzer], { env: { ...process.env, PLANT: name } });
  const row = stdout.split('\n').find((line) => line.startsWith(`| ${fuzzer} |`));
  const found = status === 1 && row !== undefined && !row.endsWith('| nothing |');
  if (!found) missed++;
  if (row === undefined) console.error(stderr);
  console.log(`| ${name} | ${fuzzer} | ${found ? `${row.split('|')[2].trim()} inputs` : 'not found'} |`);
}
process.exit(missed > 0 ? 1 : 0);
