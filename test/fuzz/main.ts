/**
 * Runs the fuzzers: `--seconds=N` for each (10), or `--runs=N` inputs of each, `--seed=N`, and names of those wanted. Prints a row
 * for each: inputs, seed, and the smallest input that breaks something. Ends with 1 where one does.
 */
import fc from 'fast-check';
import { descriptors } from './descriptors.js';
import { papers } from './documents.js';
import type { Fuzzer } from './fuzzer.js';
import { hinted } from './hinted.js';
import { images } from './images.js';
import { imports, roundTrips } from './imports.js';
import { lists, searches } from './lists.js';
import { misuse } from './misuse.js';
import { models } from './models.js';
import { parameters } from './parameters.js';
import { remotes } from './remotes.js';
import { requests } from './requests.js';
import { servers } from './servers.js';

const all: readonly Fuzzer[] = [
  images,
  imports,
  roundTrips,
  descriptors,
  papers,
  servers,
  remotes,
  requests,
  parameters,
  hinted,
  lists,
  searches,
  models,
  misuse,
];

const flag = (name: string): number | undefined => {
  const text = process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1];
  return text === undefined ? undefined : Number(text);
};
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const unknown = wanted.find((name) => !all.some((each) => each.name === name));
if (unknown !== undefined)
  throw new Error(`there is no fuzzer ${unknown}; there are: ${all.map(({ name }) => name).join(', ')}`);

const seed = flag('seed') ?? Date.now() | 0;
const runs = flag('runs');
const seconds = flag('seconds') ?? 10;
let broken = 0;
console.log('| fuzzer | inputs | seed | processor | broke |\n|---|---:|---:|---:|---|');
for (const { name, property, stop } of all.filter((each) => wanted.length === 0 || wanted.includes(each.name))) {
  const before = process.cpuUsage();
  const limits =
    runs === undefined ? { numRuns: 2 ** 31 - 1, interruptAfterTimeLimit: seconds * 1000 } : { numRuns: runs };
  const details = await fc.check(property, { seed, ...limits, maxSkipsPerRun: 2 ** 20 });
  await stop?.();
  const { user, system } = process.cpuUsage(before);
  const failed = details.failed && details.counterexample !== null;
  const inputs = failed ? details.numRuns : details.numRuns;
  const found = failed ? `${fc.stringify(details.counterexample)}: ${String(details.errorInstance)}` : 'nothing';
  console.log(
    `| ${name} | ${inputs} | ${seed} | ${Math.round((user + system) / 1e6)} s | ${found.replaceAll('\n', ' ')} |`,
  );
  if (failed) broken++;
}
console.log(`\nmost memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`);
process.exit(broken > 0 ? 1 : 0);
