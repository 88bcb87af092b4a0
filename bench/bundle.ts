/**
 * Bytes that a page loads from `cdn/`: with the tag, when the engine starts, and what comes when it is first needed. Build
 * first. `--before=FOLDER` puts another build's `cdn/` beside them.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { table, writeSection } from './support/results.js';

const folderOf = (flag: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${flag}=`))?.split('=')[1];

/** The scripts of a folder that `first` imports statically, itself among them. */
const loadedBy = (folder: string, first: string): readonly string[] => {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    const text = readFileSync(join(folder, name), 'utf8');
    for (const [, next] of text.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+)["']/g)) visit(next!);
  };
  visit(first);
  return [...found];
};

const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(0);

const sizes = (folder: string, names: readonly string[]): readonly [string, string] => {
  const files = names.map((name) => readFileSync(join(folder, name)));
  const compressed = files.reduce((sum, file) => sum + brotliCompressSync(file).length, 0);
  return [kilobytes(files.reduce((sum, file) => sum + file.length, 0)), kilobytes(compressed)];
};

/** Smaller scripts, in bytes, only load others. */
const LEAST = 1000;

/** Each part of a build by its name, with its scripts. */
const partsOf = (folder: string): ReadonlyMap<string, readonly string[]> => {
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.js') && statSync(join(folder, name)).isFile(),
  );
  const worker = scripts.find((name) => /(^|\/)(worker|engine)[^/]*\.js$/.test(name));
  const page = loadedBy(folder, 'snake-segmenter.js');
  const engine = worker === undefined ? [] : loadedBy(folder, worker);
  const parts = new Map([
    ['the tag', page],
    ['the engine', engine],
  ]);
  for (const name of scripts) {
    if (page.includes(name) || engine.includes(name) || statSync(join(folder, name)).size < LEAST) continue;
    const part = `later: ${name.replace(/-[\w-]{6,}\.js$/, '.js')}`;
    parts.set(part, [...(parts.get(part) ?? []), name]);
  }
  return parts;
};

const before = folderOf('before');
const now = partsOf('cdn');
const then = before === undefined ? undefined : partsOf(before);
const rows = [...now].map(([part, names]) => {
  const earlier = then?.get(part);
  const own = [part, ...sizes('cdn', names)];
  return then === undefined ? own : [...own, ...(earlier ? sizes(before ?? '', earlier) : ['–', '–'])];
});
const head = ['loaded', 'minified, kB', 'brotli, kB'];
const heading = then === undefined ? head : [...head, 'before, minified', 'before, brotli'];
const report = table([heading, ...rows]);
console.log(report);
writeSection('bundle', `## Bytes to load\n\n${report}`);
