/** Writes what `--json` wrote into the section of `bench/RESULTS.md`: `npm run fuzz -- --devices --write A.json B.json`. */
import { readFileSync } from 'node:fs';
import { replaceSection, table } from '../../../bench/support/results.js';
import type { Told } from './report.js';

const all = process.argv
  .slice(2)
  .filter((word) => word.endsWith('.json'))
  .map((file): Told => JSON.parse(readFileSync(file, 'utf8')));

const rows = all.flatMap(({ rows }, k) =>
  rows.map(({ task, calls, tried, missed, same, coded, broke }) => [
    `${k + 1}`,
    task,
    `${calls}`,
    `${tried}`,
    `${missed}`,
    `${same}`,
    `${coded}`,
    broke.length === 0 ? 'nothing' : `${broke.length}`,
  ]),
);
const told = all.map(({ on, machine, date, command, seconds, memory }, k) => {
  const used =
    memory === undefined ? '' : `; MiB of the GPU in use before, after each tenth, after the end: ${memory.join(' ')}`;
  return `${k + 1}. ${on}, ${machine} · ${date} · \`${command}\`, ${seconds} s${used}`;
});
const tried = all.reduce((sum, each) => sum + each.rows.reduce((total, row) => total + row.tried, 0), 0);
const broke = all.reduce((sum, each) => sum + each.rows.reduce((total, row) => total + row.broke.length, 0), 0);
const heading = [
  'on',
  'run',
  'calls of a run',
  'faults tried',
  'not come to',
  'the same contour',
  'coded error',
  'broke',
];

replaceSection(
  'device-faults',
  `### Calls of a device that fail

Each call of a run fails in each way that it can: out of memory, refused, thrown, not mapped, never ended, lost. What comes must be the contour that
would have come, or a coded error that blames the device, with no buffer left. ${tried.toLocaleString('en')} faults, of which ${broke} broke something. The number of calls follows
the pace of the machine, so some runs do not come to the call that was to fail. With \`--each=N\` each fault of each kind of call was tried N times.

${told.join('\n')}

${table([heading, ...rows])}`,
);
