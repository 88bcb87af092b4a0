/** The parts of a build of `cdn/`: what the tag loads, what the engine does, and what comes later. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

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

/** Bytes of scripts as they are and compressed, each by itself as a server sends it. */
export const bytesOf = (folder: string, names: readonly string[]): readonly [minified: number, compressed: number] => {
  const files = names.map((name) => readFileSync(join(folder, name)));
  const sum = (of: (file: Buffer) => number): number => files.reduce((total, file) => total + of(file), 0);
  return [sum(({ length }) => length), sum((file) => brotliCompressSync(file).length)];
};

/** Smaller scripts, in bytes, only load others. */
const LEAST = 1000;

/** Each part of a build by its name, with its scripts. */
export const partsOf = (folder: string): ReadonlyMap<string, readonly string[]> => {
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
