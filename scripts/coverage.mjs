/**
 * Tells the branches that tests have taken of the folders that read what strangers made, and ends with 1 where they are fewer than
 * `least` percent. The counts are V8's, which `NODE_V8_COVERAGE` has left in `.build/coverage`.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Half a percent below what is taken: a few branches depend on which of two answers comes first. */
const least = { 'src/image': 94.8, 'src/contours/formats': 95.5 };
const FOLDERS = Object.keys(least);
const COUNTS = '.build/coverage';
const REPORT = '.build/coverage-report';

const include = FOLDERS.flatMap((folder) => ['--include', `${folder}/**`]);
const flags = ['--temp-directory', COUNTS, '--exclude-after-remap', '--reporter', 'json', '--reports-dir', REPORT];
const { status, stderr } = spawnSync(process.execPath, ['node_modules/c8/bin/c8.js', 'report', ...flags, ...include], {
  encoding: 'utf8',
});
if (status !== 0) {
  console.error(stderr);
  process.exit(1);
}

/** V8 takes for a branch that an awaited import fails: punctuation behind it, for which there is nothing in the source. */
const isWritten = (text) => /\w/.test(text);

const counted = new Map(FOLDERS.map((folder) => [folder, { taken: 0, all: 0 }]));
const missed = [];
for (const [path, { branchMap, b }] of Object.entries(
  JSON.parse(readFileSync(`${REPORT}/coverage-final.json`, 'utf8')),
)) {
  const file = relative('.', path);
  const lines = readFileSync(path, 'utf8').split('\n');
  const count = counted.get(FOLDERS.find((folder) => file.startsWith(`${folder}/`)));
  for (const [key, { loc }] of Object.entries(branchMap)) {
    const { start, end } = loc;
    const line = lines[start.line - 1];
    const text = line.slice(start.column, start.line === end.line ? end.column : undefined);
    const [taken] = b[key];
    if (taken === 0 && !isWritten(text) && start.line === end.line) continue;
    count.all++;
    if (taken > 0) count.taken++;
    else missed.push(`${file}:${start.line}: ${line.trim()}`);
  }
}

let failed = false;
for (const [folder, { taken, all }] of counted) {
  const share = (100 * taken) / all;
  console.log(`${folder}: ${taken} of ${all} branches, ${share.toFixed(1)} %`);
  if (!(share >= least[folder])) failed = true;
}
if (process.argv.includes('--missed')) console.log(missed.join('\n'));
if (failed)
  console.error(
    `Fewer branches are taken than must be (${JSON.stringify(least)}); \`node scripts/coverage.mjs --missed\` tells which.`,
  );
process.exit(failed ? 1 : 0);
