/** Sections of `bench/RESULTS.md`, each between two markers that its benchmark alone rewrites. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const file = 'bench/RESULTS.md';
const title = '# Results\n\nEach section is written by its benchmark (`npm run bench -- NAME`).\n';

const begin = (name: string): string => `<!-- begin ${name} -->`;
const end = (name: string): string => `<!-- end ${name} -->`;

/** Replaces the section, or adds it at the end. */
export function writeSection(name: string, markdown: string): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : title;
  const section = `${begin(name)}\n${markdown.trim()}\n${end(name)}`;
  const from = text.indexOf(begin(name));
  const to = text.indexOf(end(name));
  const next =
    from >= 0 && to > from
      ? text.slice(0, from) + section + text.slice(to + end(name).length)
      : `${text.trimEnd()}\n\n${section}\n`;
  writeFileSync(file, next);
}

/** A Markdown table; the first row is the head. */
export const table = (rows: readonly (readonly string[])[]): string =>
  rows.map((row, i) => `| ${row.join(' | ')} |${i === 0 ? `\n|${row.map(() => '--').join('|')}|` : ''}`).join('\n');

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
