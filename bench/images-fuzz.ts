/**
 * Damages every file of `test/data/images` in many ways, DZI and IIIF descriptors and tiles among them, and reads what
 * is left. Each must open or be refused with a code, soon, and leave no memory behind.
 * `npm run bench images-fuzz -- --copies=200` sets how many of each.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { patience } from '../src/image/io/patience.js';
import { fileBytes, fixtures, imageFolder } from '../test/support/images/image-files.js';
import { damaged, type Fate, fateOf } from '../test/support/images/image-fuzz.js';
import { ImageServer } from '../test/support/servers/image-server.js';

const copies = Number(
  /^--copies=(\d+)$/.exec(process.argv.find((flag) => flag.startsWith('--copies=')) ?? '')?.[1] ?? 100,
);
const first = 1000;
Object.assign(patience, { pause: 1, tries: 2, silence: 3000 });

const counts: Record<Fate | 'uncoded', number> = { opened: 0, refused: 0, uncoded: 0 };
let slowest = { milliseconds: 0, what: '' };

const attempt = async (what: string, run: () => Promise<Fate>): Promise<void> => {
  const start = performance.now();
  try {
    counts[await run()]++;
  } catch (error) {
    counts.uncoded++;
    console.log(`${what}: ${error instanceof Error ? error.stack : String(error)}`);
  }
  const milliseconds = performance.now() - start;
  if (milliseconds > slowest.milliseconds) slowest = { milliseconds, what };
};

/** Memory that is still held, and memory that the process has taken from the system, in MiB. */
const memory = async (): Promise<string> => {
  await new Promise((resolve) => setTimeout(resolve, 100));
  globalThis.gc?.();
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  return `${((heapUsed + arrayBuffers) / 2 ** 20).toFixed(0)} MiB held, ${(rss / 2 ** 20).toFixed(0)} MiB resident`;
};

const files = [...new Set(fixtures.map(({ file }) => file))].filter((file) => !file.endsWith('.dzi'));
for (const file of files)
  await attempt(file, () => fateOf({ kind: 'blob', blob: new Blob([fileBytes(file)]), name: file }));
const before = await memory();

for (const file of files) {
  const bytes = fileBytes(file);
  for (let seed = first; seed < first + copies; seed++)
    await attempt(`${file} ${seed}`, () =>
      fateOf({ kind: 'blob', blob: new Blob([damaged(bytes, seed)]), name: file }),
    );
}

const info = new TextEncoder().encode(
  JSON.stringify({
    '@context': 'http://iiif.io/api/image/3/context.json',
    type: 'ImageService3',
    profile: 'level2',
    width: 67,
    height: 53,
    tiles: [{ width: 128, scaleFactors: [1] }],
  }),
);
const tiles = new Map(
  readdirSync(imageFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /dzi|rgb\.png/.test(entry.name + entry.parentPath))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice(imageFolder.length + 1), new Uint8Array(readFileSync(path))] as const),
);
let seed = 0;
const server = await ImageServer.start((path) => {
  const bytes = path === 'iiif/info.json' ? info : path.startsWith('iiif/') ? tiles.get('rgb.png') : tiles.get(path);
  const descriptor = /\.(dzi|json)$/.test(path);
  return bytes && descriptor === (seed % 2 === 0) ? damaged(bytes, seed * 31 + path.length) : bytes;
});
for (const path of ['dzi-png.dzi', 'dzi-jpeg.dzi', 'iiif/info.json'])
  for (seed = first; seed < first + copies; seed++)
    await attempt(`${path} ${seed}`, () => fateOf({ kind: 'url', url: server.url(path) }));
await server.stop();

const total = counts.opened + counts.refused + counts.uncoded;
console.log(
  `${total} damaged images: ${counts.opened} opened, ${counts.refused} refused with a code, ${counts.uncoded} without`,
);
console.log(`slowest ${slowest.milliseconds.toFixed(0)} ms (${slowest.what})`);
console.log(`memory before: ${before}; after: ${await memory()}`);
process.exit(counts.uncoded === 0 ? 0 : 1);
