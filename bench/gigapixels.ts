/**
 * Objects larger than memory, to full resolution: a box round an ellipse of 1.2 gigapixels in a pyramid of 100,000 ×
 * 100,000 pixels that a local server draws from a formula, and round the epithelium in a crop of a slide enlarged to
 * 8192 × 8192. An unmeasured run in a process of its own goes before: the server has drawn its tiles, as one of stored tiles has. Time to the contour at each level, tiles fetched against tiles there are, peak memory, and the overlap
 * with the formula's ellipse. `npm run bench gigapixels`; `-- --webgpu` on a GPU, where `--picture=FILE` is the crop;
 * `--case=ellipse` or `slide` is one of them alone, `--side=N` a smaller pyramid, `--budget=N` the budget of pixels,
 * `--limit=N` the seconds after which a run is cancelled (a software adapter has memory to show, but takes hours);
 * `--threads=FILE` the built `dist/engine-thread.js`, for tiles to be decoded in threads, as the component decodes them in workers.
 */
import { fork } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { encode } from 'fast-png';
import type { Rect } from '../src/core/geometry/rect.js';
import { DECODER } from '../src/core/worker-names.js';
import { createEngine } from '../src/engine.js';
import { open } from '../src/image/open.js';
import { decodeBeside } from '../src/image/pool/decoded.js';
import { Thread } from '../src/node/thread.js';
import type { Engine } from '../src/worker/engine.js';
import { processorTime } from './support/clock.js';
import { ellipseIn, halfWidth, tileSide } from './support/images/drawn-pyramid.js';
import { backEndName, stamped, table, writeSection } from './support/results.js';
import { servesTiles, startTileServer } from './support/tile-server.js';

const flag = (name: string): string | undefined =>
  process.argv.find((each) => each === `--${name}` || each.startsWith(`--${name}=`))?.replace(/^--\w+=?/, '');

const side = Number(flag('side') ?? 100_000);
const budget = flag('budget');
const budgeted = budget === undefined ? {} : { pixelBudget: Number(budget) };
const ellipse = ellipseIn(side);

/** Area of the ellipse and of the rings in common, over that of either, on evenly spaced lines. */
const overlap = (rings: readonly (readonly (readonly number[])[])[]): number => {
  const lines = 20_000;
  let [both, either] = [0, 0];
  for (let k = 0; k < lines; k++) {
    const y = ellipse.y + 1.05 * ellipse.b * ((2 * k + 1) / lines - 1);
    const half = halfWidth(ellipse, y);
    const crossings: number[] = [];
    for (const ring of rings) {
      for (let j = 0; j + 1 < ring.length; j++) {
        const [[xa = 0, ya = 0], [xb = 0, yb = 0]] = [ring[j]!, ring[j + 1]!];
        if (ya <= y !== yb <= y) crossings.push(xa + ((y - ya) * (xb - xa)) / (yb - ya));
      }
    }
    crossings.sort((a, b) => a - b);
    for (let j = 0; j + 1 < crossings.length; j += 2) {
      const [from, to] = [crossings[j]!, crossings[j + 1]!];
      const shared = Math.max(0, Math.min(to, ellipse.x + half) - Math.max(from, ellipse.x - half));
      both += shared;
      either += to - from - shared;
    }
    either += 2 * half;
  }
  return both / either;
};

const tilesIn = ({ x, y, width, height }: Rect): number =>
  (Math.ceil((x + width) / tileSide) - Math.floor(x / tileSide)) *
  (Math.ceil((y + height) / tileSide) - Math.floor(y / tileSide));

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1);

const newEngine = async (): Promise<Engine> =>
  flag('webgpu') === undefined
    ? createEngine({ backend: 'cpu' })
    : createEngine({ backend: 'webgpu', gpu: (await import('webgpu')).create([]) });

/** Has the server draw the tiles that the contour asks for: in a process of its own, so that the engine's code is not compiled by it. */
const drawTiles = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = fork(process.argv[1]!, [...process.argv.slice(2), `--draw=${url}`]);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`drawing ended with ${code}`))));
  });

/** `size`: as of `startTileServer`. */
const measure = async (name: string, init: Rect, size: number, picture?: string): Promise<string[][]> => {
  const url = flag('draw');
  if (url !== undefined) {
    const engine = await newEngine();
    const image = await engine.open({ kind: 'url', url });
    await engine.segment(image, { algorithm: 'snake', init, ...budgeted }).result;
    process.exit(0);
  }
  const server = await startTileServer(size, picture);
  if (flag('limit') === undefined) await drawTiles(server.url);
  await server.fetched();
  const engine = await newEngine();
  const image = await engine.open({ kind: 'url', url: server.url });
  const start = performance.now();
  const worked = processorTime();
  const run = engine.segment(image, { algorithm: 'snake', init, ...budgeted });
  const reached = new Map<number, number>();
  let first: number | undefined;
  let part = 0;
  const limit = flag('limit');
  const timer = limit === undefined ? undefined : setTimeout(() => run.cancel(), 1000 * Number(limit));
  for await (const { level, done } of run) {
    part = done ?? part;
    first ??= performance.now() - start;
    if (!reached.has(level)) reached.set(level, performance.now() - start);
  }
  const { geometry, properties } = await run.result;
  clearTimeout(timer);
  const whole = performance.now() - start;
  const worker = processorTime() - worked;
  const { metadata } = properties;
  const began = Math.max(...reached.keys());
  const fetched = Object.entries(await server.fetched());
  const finest = Math.ceil(Math.log2(Math.max(image.width, image.height)));
  const fine = fetched.filter(([path]) => path.includes(`_files/${finest}/`)).length;
  const again = fetched.reduce((sum, [, times]) => sum + times - 1, 0);
  const rings = geometry.type === 'Polygon' ? geometry.coordinates : [];
  const { peakBytes } = engine.stats();
  engine.dispose();
  const second = await newEngine();
  const opened = await second.open({ kind: 'url', url: server.url });
  const secondBegan = performance.now();
  if (!metadata.cancelled) await second.segment(opened, { algorithm: 'snake', init, ...budgeted }).result;
  const next = performance.now() - secondBegan;
  second.dispose();
  server.stop();
  return [
    ['', name],
    ['first state', `${seconds(first ?? 0)} s`],
    ['contour of the first level', `${seconds(reached.get(began - 1) ?? whole)} s (1 : ${2 ** began})`],
    ['last level read whole', `1 : ${2 ** Number(metadata.statisticsLevel ?? metadata.level)}`],
    metadata.cancelled
      ? ['cancelled', `${seconds(whole)} s (level ${metadata.level}, ${Math.round(100 * part)} % of the finer levels)`]
      : ['contour at full resolution', `${seconds(whole)} s (level ${metadata.level})`],
    ['the same by a second engine, whose code is compiled', metadata.cancelled ? '' : `${seconds(next)} s`],
    ['of that this process, on the processor', `${seconds(worker)} s`],
    ['vertices', String(rings[0]!.length - 1)],
    ['overlap with the formula (IoU)', picture ? '' : overlap(rings).toFixed(5)],
    ['tiles fetched, all levels', `${fetched.length}, ${again} of them twice`],
    ['of full resolution, of those in the domain', `${fine} of ${tilesIn(JSON.parse(metadata.domain!))}`],
    ['peak memory, resident', `${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`],
    ['peak of buffers', `${(peakBytes / 2 ** 20).toFixed(1)} MiB`],
    ['back end', backEndName(metadata.adapter!)],
  ];
};

/** The crop as a PNG file. */
const cropFile = async (): Promise<string> => {
  const blob = new Blob([readFileSync('demo/images/CMU-1-Small-Region.svs')]);
  const slide = await open({ kind: 'blob', blob });
  const { width, height, data } = await slide.region({ x: 820, y: 1500, width: 1024, height: 1024 }, 0);
  const file = join(mkdtempSync(join(tmpdir(), 'crop-')), 'crop.png');
  writeFileSync(file, encode({ width, height, data: Uint8Array.from(data), channels: 3 }));
  return file;
};

const cases = {
  ellipse: () => {
    const percent = side / 100;
    const init = { x: 26.5 * percent, y: 28 * percent, width: 51 * percent, height: 38 * percent };
    return measure(`ellipse, ${side.toLocaleString('en')} × ${side.toLocaleString('en')}`, init, side);
  },
  slide: async () => {
    const epithelium = { x: 1880, y: 2000, width: 3000, height: 6160 };
    return measure('slide crop, 8192 × 8192 RGB', epithelium, 8, flag('picture') ?? (await cropFile()));
  },
} as const;

/** Each case in a process of its own, for its peak of memory. */
const inProcess = (name: string): Promise<string[][]> =>
  new Promise((resolve, reject) => {
    const child = fork(process.argv[1]!, [...process.argv.slice(2), `--case=${name}`]);
    child.once('message', (rows) => resolve(Array.isArray(rows) ? rows : []));
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)));
  });

const threads = flag('threads');
if (threads) {
  const script = pathToFileURL(resolve(threads));
  decodeBeside({ start: () => new Thread(DECODER, script), cores: availableParallelism() });
}

const only = flag('case');
if (only === 'ellipse' || only === 'slide') {
  const rows = await cases[only]();
  if (process.send) process.send(rows, () => process.exit(0));
  else console.log(table(rows));
} else if (!(await servesTiles())) {
  const drawn = await inProcess('ellipse');
  const slide = await inProcess('slide');
  const rows = drawn.map(([label, value], i) => [label!, value!, slide[i]![1]!]);
  const gpu = flag('webgpu') !== undefined;
  const text = `## Objects larger than memory, ${gpu ? 'on a GPU' : 'on the CPU'}
${table(rows)}`;
  if (process.argv.includes('--print')) console.log(stamped(text));
  else writeSection(gpu ? 'gigapixels gpu' : 'gigapixels', text);
}
