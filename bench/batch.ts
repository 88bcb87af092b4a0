/**
 * The command line: rate against the engine alone, memory over many regions, a million contours into a file and what is in
 * view of them out of it, and the same bytes on one process, on four and over a queue. Writes its sections of
 * `bench/RESULTS.md`. `--only=rate`, `memory`, `million`, `view` or `equal` does one part. `--side=` of a slide in pixels,
 * `--regions=` for the memory; `--slides=`, `--level=`, `--part=` of each slide that is searched, `--objects=` of a region of
 * the real images and `--every=`, seconds between two kills, for the equality, which runs the built command; `SLIDES` names a folder where its slides stay,
 * `WORK` one where all else stays: what is there is not done again.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { carryOut } from '../src/cli/batch/carry-out.js';
import { Pool } from '../src/cli/pool/pool.js';
import { Desk } from '../src/cli/work/desk.js';
import { writeOutput } from '../src/cli/work/outputs.js';
import { type Work, workOn } from '../src/cli/work/work.js';
import { FlatGeobufFile } from '../src/contours/formats/flatgeobuf/read.js';
import { RECIPE_VERSION, type RegionSettings } from '../src/contours/recipe/recipe.js';
import { RECIPE_TYPE } from '../src/contours/recipe/recipe-type.js';
import type { Bytes } from '../src/image/io/bytes.js';
import { FileBytes } from '../src/image/io/file-bytes.js';
import { measureEquality } from './support/batch-equality.js';
import { childTimes } from './support/child-times.js';
import { writeSlide } from './support/images/disc-slides.js';
import { gatherMillion } from './support/million-contours.js';
import { median, table, writeSection } from './support/results.js';

const flag = (name: string): string | undefined =>
  process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);
const only = flag('only');
const side = Number(flag('side') ?? (only === 'equal' ? 20_000 : 6144));
const regions = Number(flag('regions') ?? 1000);
const repeats = 3;

const kept = process.env.WORK;
const folder = kept ?? (await mkdtemp(join(tmpdir(), 'snake-segmenter-bench-')));
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

/** The same slide as work of its own each time, so that nothing is found done. */
let asked = 0;
const workFor = (image: string, settings: RegionSettings): Promise<Work> => {
  const name = `slide ${asked++}`;
  const recipe = {
    type: RECIPE_TYPE,
    version: RECIPE_VERSION,
    request: { init: 'auto', polarity: 'brighter' },
    regions: settings,
  } as const;
  const outputs = [{ format: 'flatgeobuf', path: join(folder, `${name}.fgb`) }] as const;
  return workOn({ image, name, recipe, backend: 'cpu', within: folder, outputs });
};

interface Went {
  readonly contours: number;
  readonly milliseconds: number;
  /** Milliseconds of the processor that the busiest process took: what the work takes where every process has a core of its own. */
  readonly busiest: number;
}

/** The engine alone: each region asked for, nothing written. */
const engineAlone = async (image: string): Promise<Went> => {
  const desk = new Desk();
  const { plan, image: source } = await desk.open(await workFor(image, {}));
  const engine = await desk.engine('cpu');
  await engine.prepare();
  let contours = 0;
  const [began, used] = [performance.now(), process.cpuUsage()];
  for (const piece of plan.pieces) {
    if (piece.kind !== 'region') throw new Error('regions are wanted');
    const request = {
      init: 'auto',
      polarity: 'brighter',
      level: 0,
      objects: 1024,
      domain: piece.region.outer,
    } as const;
    contours += (await engine.segment(source, request).outcome).contours.length;
  }
  const milliseconds = performance.now() - began;
  const { user, system } = process.cpuUsage(used);
  await desk.clear();
  return { contours, milliseconds, busiest: (user + system) / 1000 };
};

/** With Linux's `taskset`: without it the engine's threads for memory, compilation and decoding take a share of a second core. */
const onOneCore = async (way: () => Promise<Went>): Promise<Went> => {
  const pin = (cores: string): void => void execFileSync('taskset', ['-apc', cores, String(process.pid)]);
  pin('0');
  try {
    return await way();
  } finally {
    pin(`0-${cpus().length - 1}`);
  }
};

const inPool = async (image: string, processes: number): Promise<Went> => {
  const pool = new Pool(processes);
  try {
    await Promise.all(Array.from({ length: processes }, () => pool.run('backend', 'cpu')));
    const [began, used] = [performance.now(), childTimes()];
    const [outcome] = await carryOut([await workFor(image, {})], pool, { signal: new AbortController().signal });
    const milliseconds = performance.now() - began;
    if (outcome?.status !== 'finished') throw new Error(`it ${outcome?.status}`);
    const busiest = Math.max(...[...childTimes()].map(([child, time]) => time - (used.get(child) ?? 0)));
    return { contours: outcome.finished.contours, milliseconds, busiest };
  } finally {
    await pool.close();
  }
};

const measureRate = async (): Promise<string> => {
  const image = join(folder, 'slide.tif');
  await writeSlide(image, side, 1);
  const ways = {
    'engine alone': () => engineAlone(image),
    ...(process.platform === 'linux'
      ? { 'engine alone, all its threads on one core': () => onOneCore(() => engineAlone(image)) }
      : {}),
    'one process': () => inPool(image, 1),
    'two processes': () => inPool(image, 2),
  };
  const all = new Map<string, Went[]>();
  // In turn, so that what else the machine does falls on all alike.
  for (let k = 0; k < repeats; k++) {
    for (const [name, way] of Object.entries(ways)) {
      const went = await way();
      console.log(`${name}: ${went.contours} contours in ${seconds(went.milliseconds)}, ${seconds(went.busiest)} busy`);
      all.set(name, [...(all.get(name) ?? []), went]);
    }
  }
  const middle = (name: string, of: 'milliseconds' | 'busiest'): number =>
    median((all.get(name) ?? []).map((went) => went[of]));
  const times = (name: string, of: 'milliseconds' | 'busiest'): string =>
    `${(middle('engine alone', of) / middle(name, of)).toFixed(2)} ×`;
  const rows = [...all].map(([name, [first]]) => [
    name,
    seconds(middle(name, 'milliseconds')),
    times(name, 'milliseconds'),
    seconds(middle(name, 'busiest')),
    times(name, 'busiest'),
    `${((side * side) / 1000 / middle(name, 'busiest')).toFixed(3)} Mpx/s`,
    String(first?.contours),
  ]);
  const head = [
    '',
    'time',
    'of the engine alone',
    'processor, busiest process',
    'of the engine alone',
    'rate',
    'contours',
  ];
  return `A slide of ${side} × ${side}, ${Math.ceil(side / 1024) ** 2} regions, median of ${repeats}; of the processes with seams merged and the file written. The processor time of the busiest process is what the work takes where each process has a core to itself; the rate is by it.\n\n${table([head, ...rows])}`;
};

const measureMemory = async (): Promise<string> => {
  const image = join(folder, 'many.tif');
  const size = 160;
  await writeSlide(image, Math.ceil(Math.sqrt(regions)) * size, 2);
  const pool = new Pool(1);
  const marks = [regions / 10, regions / 2, regions].map(Math.floor);
  const rows: string[][] = [];
  let done = 0;
  const watcher = {
    piece: (): void => {
      if (marks.includes(++done)) rows.push([String(done), megabytes(pool.mostMemory)]);
    },
  };
  try {
    const work = await workFor(image, { size, largest: 48 });
    await carryOut([work], pool, { signal: new AbortController().signal, watcher });
  } finally {
    await pool.close();
  }
  return `One process.\n\n${table([['regions done', 'most memory so far'], ...rows])}`;
};

const measureMillion = async (): Promise<string> => {
  const { file, spool, frame, milliseconds } = await gatherMillion(folder);
  const rows: string[][] = [
    ['gathered on the disk', seconds(milliseconds), '', megabytes((await file.stat()).size), ''],
  ];
  for (const format of ['flatgeobuf', 'geojsonl.gz', 'csv'] as const) {
    const path = join(folder, `million.${format}`);
    const [began, used] = [performance.now(), process.cpuUsage()];
    await writeOutput({ format, path }, spool, frame, { metadata: undefined });
    const taken = performance.now() - began;
    const { user, system } = process.cpuUsage(used);
    const processor = seconds((user + system) / 1000);
    const held = megabytes(process.memoryUsage.rss());
    rows.push([format, seconds(taken), processor, megabytes((await stat(path)).size), held]);
    console.log(`${format}: ${seconds(taken)}, ${processor} of the processor`);
  }
  await file.close();
  return `1,000,000 contours of 16 vertices with three measurements each, from the disk to the disk.\n\n${table([['', 'time', 'of the processor', 'file', 'memory'], ...rows])}`;
};

/** The same file read by ranges, as a page reads what is in view. */
const measureView = async (): Promise<string> => {
  const { file, spool, frame } = await gatherMillion(folder);
  const path = join(folder, 'view.fgb');
  await writeOutput({ format: 'flatgeobuf', path }, spool, frame, { metadata: undefined });
  await file.close();
  const bytes = await FileBytes.open(path);
  const asked = { reads: 0, bytes: 0 };
  const counted: Bytes = {
    name: bytes.name,
    size: bytes.size,
    read: async (...given) => {
      const piece = await bytes.read(...given);
      asked.reads++;
      asked.bytes += piece.length;
      return piece;
    },
    whole: (limit, signal) => bytes.whole(limit, signal),
  };
  const rows: string[][] = [];
  for (const side of [500, 1000, 2000, 4000]) {
    const times: number[] = [];
    let contours = 0;
    for (let k = 0; k < 7; k++) {
      [asked.reads, asked.bytes, contours] = [0, 0, 0];
      const began = performance.now();
      const source = await FlatGeobufFile.open(counted);
      const [x0, y0] = [3000 + 1500 * k, 9000];
      for await (const items of source.items({ x0, y0, x1: x0 + side, y1: y0 + side }))
        for await (const piece of source.contours(items)) contours += piece.length;
      times.push(performance.now() - began);
    }
    const read = `${(asked.bytes / 1e6).toFixed(1)} MB in ${asked.reads} ranges`;
    rows.push([`${side} × ${side}`, String(contours), `${Math.round(median(times))} ms`, read]);
  }
  await bytes.close();
  return `The file opened and the contours of a view read by ranges, median of 7 views, no cache of this package between them.\n\n${table([['view in pixels', 'contours', 'time', 'read'], ...rows])}`;
};

const parts = {
  rate: measureRate,
  memory: measureMemory,
  million: measureMillion,
  view: measureView,
  equal: () =>
    measureEquality({
      folder,
      slidesIn: process.env.SLIDES ?? join(folder, 'written'),
      slides: Number(flag('slides') ?? 10),
      side,
      level: Number(flag('level') ?? 3),
      part: Number(flag('part') ?? 1),
      objects: Number(flag('objects') ?? 1024),
      every: Number(flag('every') ?? 5),
    }),
} as const;
const titles = {
  rate: 'rate against the engine alone',
  memory: 'memory over many regions',
  million: 'a million contours into a file',
  view: 'what is in view of a million contours',
  equal: 'the same bytes, whoever works',
} as const;
try {
  for (const name of ['rate', 'memory', 'million', 'view', 'equal'] as const) {
    if (only !== undefined && only !== name) continue;
    const text = await parts[name]();
    console.log(text);
    writeSection(`batch-${name}`, `## Command line: ${titles[name]}\n\n${text}`);
  }
} finally {
  if (kept === undefined) await rm(folder, { recursive: true, force: true });
}
