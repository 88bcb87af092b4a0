/**
 * Bytes that a page loads from `cdn/`: with the tag, when the engine starts, and what comes when it is first needed. Build
 * first. `--before=FOLDER` puts another build's `cdn/` beside them.
 */
import { bytesOf, partsOf } from '../support/bundle-parts.js';
import { table, writeSection } from '../support/results.js';

const folderOf = (flag: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${flag}=`))?.split('=')[1];

const sizes = (folder: string, names: readonly string[]): readonly string[] =>
  bytesOf(folder, names).map((bytes) => (bytes / 1000).toFixed(0));

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
