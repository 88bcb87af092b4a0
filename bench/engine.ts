/**
 * Waiting times of a caller of the engine in Node, from the call to the result, with the parts named: the snake in its default
 * settings and in the paper's (Perrot et al. 2011) on images in memory, lines, and a volume. Each case twice on one image:
 * the first contour and the best of the next. Writes the section of `bench/RESULTS.md`. `--gpu` runs on WebGPU, with the CPU
 * beside it and a digest of the contours; `--only=nucleus,2048,15,100,150,lines,10000,volume`; `--volume=FILE` is a NIfTI file.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { partNames } from '../src/core/parts.js';
import { createEngine, type Engine } from '../src/engine.js';
import { backEndName, stamped, table, writeSection } from './support/results.js';
import { type Case, casesOf } from './support/waits.js';

const flag = (name: string): string | undefined =>
  process.argv.find((each) => each === `--${name}` || each.startsWith(`--${name}=`))?.replace(/^--\w+=?/, '');

const gpu = flag('gpu') === undefined ? undefined : (await import('webgpu')).create([]);
const engines: Engine[] = [await createEngine({ backend: 'cpu' })];
if (gpu) engines.push(await createEngine({ backend: 'webgpu', gpu }));
const volume = flag('volume');
const cases = casesOf(flag('only')?.split(','), volume === undefined ? undefined : new Blob([readFileSync(volume)]));

/** Of one case on one engine: the row, and a digest of the contours. */
const measure = async (
  engine: Engine,
  name: string,
  { spec, request, repeats, next }: Case,
): Promise<[string[], string]> => {
  const image = await engine.open(spec);
  const times: number[] = [];
  let parts = engine.stats().parts;
  let last: Record<string, number> = {};
  let digest = '';
  for (let i = 0; i <= repeats; i++) {
    const begun = performance.now();
    const run = engine.segment(image, i > 0 && next ? next(i) : request);
    const { contours } = await run.outcome;
    times.push(performance.now() - begun);
    const now = engine.stats().parts;
    const before = parts;
    if (times.at(-1)! <= Math.min(...times.slice(1), Infinity)) {
      last = Object.fromEntries(partNames.map((part) => [part, now[part] - before[part]]));
    }
    parts = now;
    digest = createHash('sha1')
      .update(JSON.stringify(contours.map(({ geometry }) => geometry)))
      .digest('hex')
      .slice(0, 8);
  }
  engine.close(image);
  const best = Math.min(...times.slice(1));
  const shown = (ms: number): string => (ms < 20 ? ms.toFixed(1) : ms.toFixed(0));
  const row = [
    name,
    backEndName(engine.backend.adapter),
    shown(times[0]!),
    shown(best),
    ...partNames.map((part) => shown(last[part]!)),
  ];
  console.error(row.join('  '), digest);
  return [row, digest];
};

if (gpu) {
  for (const algorithm of ['snake', 'level-set', 'linear-features']) {
    const begun = performance.now();
    await engines[1]!.prepare(algorithm);
    console.error(`${algorithm}: ready after ${(performance.now() - begun).toFixed(0)} ms`);
  }
}
const rows = [
  ['what', 'back end', 'first, ms', 'next, ms', ...partNames.map((part) => `${part}, ms`), 'same contours'],
];
for (const [name, make] of cases) {
  const it = make();
  const digests: string[] = [];
  for (const engine of engines) {
    const [row, digest] = await measure(engine, name, it);
    digests.push(digest);
    rows.push([...row, digests.every((each) => each === digests[0]) ? 'yes' : 'NO']);
  }
}
const text = `## What the engine’s caller waits for, ${gpu ? 'on a GPU' : 'on the CPU'}\n\n${table(rows)}`;
if (process.argv.includes('--print')) console.log(stamped(text, engines.at(-1)!.backend.adapter));
else writeSection(gpu ? 'engine gpu' : 'engine', text, engines.at(-1)!.backend.adapter);
process.exit(0);
