/**
 * Bytes that a page loads from `cdn/`: with the tag, when the engine starts, and what comes when it is first needed; and in headless
 * Chromium those of a plain page until a box can be drawn on a picture, and with the first contour. Build first. `--before=FOLDER` puts another build's `cdn/` beside them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
// @ts-expect-error a build script, plain JavaScript
import { findChrome } from '../../scripts/machine/chrome.mjs';
import { bytesOf, partsOf } from '../support/bundle-parts.js';
import { bytesTogether, firstLoadOf, type LoadedScript } from '../support/first-load.js';
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

const executablePath = findChrome();
if (!executablePath) throw new Error('No Chromium was found: set CHROME_PATH.');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const { open, contour } = await firstLoadOf(browser, (path) => readFileSync(join('.', path)));
await browser.close();
const row = (what: string, scripts: readonly LoadedScript[]): readonly string[] => [
  what,
  String(scripts.length),
  ...bytesTogether(scripts).map((bytes) => (bytes / 1000).toFixed(0)),
];
const nameOf = ({ path }: LoadedScript): string => path.replace(/^\/cdn\//, '').replace(/-[\w-]{8}\.js$/, '.js');
const first = table([
  ['a plain page, a picture, the CPU', 'scripts', 'minified, kB', 'brotli, kB'],
  row('until a box can be drawn', open),
  row('with the first contour', [...open, ...contour]),
  ...open.map((script) => row(`of it ${nameOf(script)}`, [script])),
]);
const text = `## Bytes to load\n\n${first}\n\n${report}`;
console.log(text);
writeSection('bundle', text);
