/** What was tried with the calls of a device, as a table and, by `--json=FILE`, as data for `section.ts`. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { type Plan, type Row, together } from './matrix.js';

/** What one command tried. */
export interface Told {
  readonly on: string;
  readonly machine: string;
  readonly date: string;
  readonly command: string;
  readonly seconds: number;
  readonly rows: readonly Row[];
  /** MiB of the GPU's memory in use: before, after each tenth of the faults, and after the end. */
  readonly memory?: readonly number[];
}

export type Message = { readonly row: Row } | { readonly said: string } | { readonly adapter: string };
export type Hear = (message: Message) => void;

export const flag = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);

/** The plan of the command line, of one process or worker. */
export const planOf = (part: number): Plan => {
  const number = (name: string, otherwise: number): number => Number(flag(name) ?? otherwise);
  const each = flag('each');
  return {
    tasks: process.argv.slice(2).filter((argument) => !argument.startsWith('--')),
    each: each === undefined ? undefined : Number(each),
    part,
    of: number('processes', 1),
    patience: number('patience', 20_000),
    atOnce: number('at-once', 1),
  };
};

/** MiB of GPU memory in use; nothing where no driver tells. */
const memoryNow = (): number | undefined => {
  try {
    const told = execFileSync('nvidia-smi', ['--query-gpu=memory.used', '--format=csv,noheader,nounits'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return Number(told.split('\n')[0]);
  } catch {
    return undefined;
  }
};

const tableOf = (of: readonly Row[]): string =>
  [
    '| run | calls of a run | faults tried | not come to | the same contour | coded error | broke |',
    '|---|---:|---:|---:|---:|---:|---|',
    ...of.map(
      ({ task, calls, tried: all, missed, same, coded, broke }) =>
        `| ${task} | ${calls} | ${all} | ${missed} | ${same} | ${coded} | ${broke.length || 'nothing'} |`,
    ),
  ].join('\n');

const commitNow = (): string => {
  if (process.env.COMMIT) return process.env.COMMIT;
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
};

/** The first, that after each tenth, and the last. */
const tenths = (of: readonly (readonly [number, number])[]): number[] =>
  Array.from({ length: 11 }, (_, k) => of[Math.round((k * (of.length - 1)) / 10)]![1]);

/** Carries the work out, prints what came of it, and sets the exit code. */
export const report = async (work: (hear: Hear) => Promise<void>): Promise<void> => {
  const rows: Row[] = [];
  const memory: [tried: number, mebibytes: number][] = [];
  let [adapter, tried] = ['', 0];
  const remember = (): void => {
    const mebibytes = memoryNow();
    if (mebibytes !== undefined) memory.push([tried, mebibytes]);
  };
  const begun = performance.now();
  remember();
  await work((message) => {
    if ('adapter' in message) adapter = message.adapter;
    else if ('row' in message) rows.push(message.row);
    else if (++tried % 50 === 0) {
      console.error(`${tried}: ${message.said}`);
      remember();
    }
  });
  const seconds = Math.round((performance.now() - begun) / 1000);
  remember();
  const all = together(rows);
  console.log(tableOf(all));
  for (const { broke } of all) for (const what of broke) console.log(what);
  const words = process.argv.slice(2).filter((word) => !/^--(json|worker)/.test(word));
  const told: Told = {
    on: adapter,
    machine: `${cpus()[0]?.model.trim() ?? 'unknown processor'} × ${cpus().length}, load ${loadavg()[0]!.toFixed(1)}`,
    date: `${new Date().toISOString().slice(0, 10)} · ${commitNow()}`,
    command: ['npm run fuzz -- --devices', ...words].join(' '),
    seconds,
    rows: all,
    ...(memory.length > 0 && { memory: tenths(memory) }),
  };
  const file = flag('json');
  if (file !== undefined) writeFileSync(file, JSON.stringify(told));
  process.exitCode = all.some(({ broke }) => broke.length > 0) ? 1 : 0;
};
