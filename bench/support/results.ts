/** Sections of `bench/RESULTS.md`, each between two markers that its benchmark alone rewrites. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { basename } from 'node:path';

const file = 'bench/RESULTS.md';
const title =
  '# Results\n\nTables that the benchmarks write, each with its machine, date, commit and command: `npm run bench -- NAME`. What the figures mean, and what was tried, is in [notes/](notes/README.md).\n';

const begin = (name: string): string => `<!-- begin ${name} -->`;
const end = (name: string): string => `<!-- end ${name} -->`;

/** The commit that is measured; `COMMIT` names it where there is no repository. */
const commit = (): string => {
  if (process.env.COMMIT) return process.env.COMMIT;
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return 'unknown commit';
  }
};

/** Machine, adapter or browser where given, date, commit and command of this process. */
export const stamp = (adapter?: string): string => {
  const name = basename(process.argv[1] ?? '').replace(/\.[a-z]+$/, '');
  const command = ['npm run bench --', name, ...process.argv.slice(2)].join(' ');
  const processor = `${cpus()[0]?.model.trim() ?? 'unknown processor'} × ${cpus().length}, load ${loadavg()[0]!.toFixed(1)}`;
  const machine = [processor, `Node ${process.version}`, ...(adapter === undefined ? [] : [adapter])].join(', ');
  return `${machine} · ${new Date().toISOString().slice(0, 10)} · ${commit()} · \`${command}\``;
};

/** Puts a stamp under the heading of a section. */
export const stamped = (markdown: string, adapter?: string): string => {
  const [heading, ...rest] = markdown.trim().split('\n');
  return [heading, '', stamp(adapter), ...rest].join('\n');
};

/** Replaces the section, stamped, or adds it at the end. `adapter` names the GPU or the browser that was measured. */
export const writeSection = (name: string, markdown: string, adapter?: string): void =>
  replaceSection(name, stamped(markdown, adapter));

/** Replaces a section, or adds it at the end, for who says by itself where and when it was measured. */
export const replaceSection = (name: string, markdown: string): void => {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : title;
  const section = `${begin(name)}\n${markdown}\n${end(name)}`;
  const from = text.indexOf(begin(name));
  const to = text.indexOf(end(name));
  const next =
    from >= 0 && to > from
      ? text.slice(0, from) + section + text.slice(to + end(name).length)
      : `${text.trimEnd()}\n\n${section}\n`;
  writeFileSync(file, next);
};

/** A Markdown table; the first row is the head. */
export const table = (rows: readonly (readonly string[])[]): string =>
  rows.map((row, i) => `| ${row.join(' | ')} |${i === 0 ? `\n|${row.map(() => '--').join('|')}|` : ''}`).join('\n');

/** A back end's name in a table: `CPU`, or the device as its driver calls it (`nvidia, nvidia-h200, …` is NVIDIA H200). */
export const backEndName = (adapter: string): string => {
  const [vendor = '', device = vendor] = adapter.split(', ');
  return device.replaceAll('-', ' ').toUpperCase();
};

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
