/**
 * The same batch on one process, on four, and over a queue whose workers are killed and whose server is restarted: the
 * outputs, byte for byte, and counts. Runs the built command (`npm run build`) and needs `redis-server`.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CommandLine } from '../../test/support/cli/command-line.js';
import { digests } from '../../test/support/cli/outputs.js';
import { RedisServer } from '../../test/support/servers/redis.js';
import { dataFolder } from './images/dataset.js';
import { writeSlide } from './images/disc-slides.js';
import { table } from './results.js';

export interface EqualityOptions {
  /** Holds results and the queue's file. */
  readonly folder: string;
  /** Holds the slides, some 300 MB each of 20,000 pixels a side; those that are there are taken. */
  readonly slidesIn: string;
  readonly slides: number;
  /** Pixels on a side of a slide. */
  readonly side: number;
  /** Level of the slides' pyramids that is searched. */
  readonly level: number;
  /** Share of the slides that is searched, from their upper edge; outputs are of the whole slide. */
  readonly part: number;
  /** Most objects of a region of the real images. */
  readonly objects: number;
  /** Seconds between two kills. */
  readonly every: number;
}

const WORKERS = 3;
/** The kill after which Redis is restarted. */
const RESTART_AFTER = 3;
const FORMATS = ['geojson', 'flatgeobuf', 'csv.gz', 'labels'] as const;

interface Batch {
  readonly name: string;
  readonly images: string;
  readonly recipe: string;
}

interface Way {
  readonly name: string;
  readonly digests: Readonly<Record<string, string>>;
  readonly words: string;
}

/** Throws where any output differs. Returns a section's text. */
export const measureEquality = async (options: EqualityOptions): Promise<string> => {
  const { folder, slides, side, level, part, every } = options;
  const batches = await prepare(options);
  // Side by side: the bytes are asked for, and not the time.
  const ways = await Promise.all([
    onProcesses('one process', 1, batches, folder),
    onProcesses('four processes', 4, batches, folder),
    overQueue(batches, folder, every),
  ]);
  const [first] = ways;
  const wanted = JSON.stringify(first!.digests);
  for (const way of ways) if (JSON.stringify(way.digests) !== wanted) throw new Error(`${way.name}: other bytes`);
  const counts = countsOf(batches, folder, first!.name);
  const rows = ways.map(({ name, words, digests: its }) => [name, words, `${Object.keys(its).length}, the same bytes`]);
  return [
    `${slides} synthetic ${slides === 1 ? 'slide' : 'slides'} of ${side} × ${side}, ${part < 1 ? `of which the upper ${100 * part} % were searched` : 'searched'} at level ${level}, and ${counts.photographs} real images:`,
    `${counts.regions} regions, ${counts.contours} contours, ${counts.files} files of ${counts.megabytes} MB (${FORMATS.join(', ')}).\n\n${table([['', '', 'files'], ...rows])}`,
  ].join(' ');
};

const prepare = async ({
  folder,
  slidesIn,
  slides,
  side,
  level,
  part,
  objects,
}: EqualityOptions): Promise<readonly Batch[]> => {
  const at = (name: string): string => join(folder, name);
  for (const name of ['slides', 'images']) mkdirSync(at(name), { recursive: true });
  mkdirSync(slidesIn, { recursive: true });
  for (let k = 0; k < slides; k++) {
    const slide = join(slidesIn, `slide-${side}-${k}.tif`);
    if (!existsSync(slide)) {
      await writeSlide(`${slide}.part`, side, k + 1, { pitch: 512, radii: [24, 80] });
      renameSync(`${slide}.part`, slide);
    }
    linkTo(slide, at('slides'));
  }
  const data = dataFolder();
  for (const file of data === undefined ? [] : pictures(data)) linkTo(file, at('images'));
  const recipe = (name: string, what: object): string => {
    const path = at(`${name}.json`);
    const all = { type: 'snake-segmenter-recipe', version: 1, ...what, outputs: FORMATS };
    writeFileSync(path, JSON.stringify(all));
    return path;
  };
  const scale = 2 ** level;
  const largest = Math.ceil(192 / scale);
  const batches: Batch[] = [
    {
      name: 'slides',
      images: join(at('slides'), '*.tif'),
      recipe: recipe('slides', {
        request: { init: 'auto', polarity: 'brighter', level },
        regions: { size: 256, largest },
        ...(part < 1 ? { region: { x: 0, y: 0, width: side, height: Math.round(part * side) } } : {}),
      }),
    },
  ];
  if (data !== undefined)
    batches.push({
      name: 'images',
      images: join(at('images'), '*'),
      recipe: recipe('images', { request: { init: 'auto', objects }, regions: { size: 512, largest: 128 } }),
    });
  return batches;
};

const linkTo = (file: string, folder: string): void => {
  const path = join(folder, basename(file));
  if (!existsSync(path)) symlinkSync(file, path);
};

/** The images of the data folder; masks and volumes left out. */
const pictures = (folder: string): readonly string[] => {
  const { items }: { readonly items: readonly { readonly file: string }[] } = JSON.parse(
    readFileSync(join(folder, 'manifest.json'), 'utf8'),
  );
  const files = new Set([
    ...items.map(({ file }) => file),
    ...readdirSync(folder).filter((name) => /\.svs$/.test(name)),
  ]);
  return [...files].filter((name) => /\.(png|jpg|tif|svs)$/.test(name)).map((name) => resolve(folder, name));
};

const start = (...args: readonly string[]): CommandLine => new CommandLine(args, { script: 'dist/cli/main.js' });

const argsOf = ({ name, images, recipe }: Batch, out: string): readonly string[] => [
  'batch',
  images,
  '--recipe',
  recipe,
  '--backend',
  'cpu',
  '--out',
  join(out, name),
];

const outOf = (folder: string, way: string): string => join(folder, way.replaceAll(' ', '-'));

const onProcesses = async (
  name: string,
  processes: number,
  batches: readonly Batch[],
  folder: string,
): Promise<Way> => {
  const out = outOf(folder, name);
  const began = performance.now();
  for (const batch of batches) {
    const { code, err } = await start(...argsOf(batch, out), '--processes', String(processes)).ended;
    if (code !== 0) throw new Error(err);
  }
  const seconds = (performance.now() - began) / 1000;
  console.log(`${name}: ${Math.round(seconds)} s`);
  return { name, digests: digests(out), words: '' };
};

/** Resolves when a worker has done a region, a part or an image. */
const done = (worker: CommandLine): Promise<void> =>
  Promise.any([': region ', ': part ', ' contours'].map((words) => worker.said(words)));

const overQueue = async (batches: readonly Batch[], folder: string, every: number): Promise<Way> => {
  const name = 'three workers of a queue';
  const out = outOf(folder, name);
  mkdirSync(join(folder, 'redis'), { recursive: true });
  const redis = await RedisServer.start(join(folder, 'redis'));
  const worker = (): CommandLine => start('worker', '--queue', redis.url, '--processes', '1', '--patience', '2');
  const workers = Array.from({ length: WORKERS }, worker);
  let [killed, over] = [0, false];
  const began = performance.now();
  try {
    const commands = batches.map((batch) => start(...argsOf(batch, out), '--queue', redis.url));
    const ended = Promise.all(commands.map((command) => command.ended)).finally(() => {
      over = true;
    });
    while (!over) {
      await Promise.race([wait(1000 * every), ended]);
      if (over) break;
      const victim = killed % WORKERS;
      // It has done something since it began: on a busy machine the start alone may take as long.
      await Promise.race([done(workers[victim]!), ended]);
      if (over) break;
      killed++;
      workers[victim]!.child.kill('SIGKILL');
      await workers[victim]!.ended;
      // Before another begins: a worker that finds no Redis when it begins says so and ends.
      if (killed === RESTART_AFTER) await redis.restart();
      workers[victim] = worker();
      console.log(`${killed} killed after ${Math.round((performance.now() - began) / 1000)} s`);
    }
    for (const { code, err } of await ended) if (code !== 0) throw new Error(err);
    const restarts = killed >= RESTART_AFTER ? 1 : 0;
    const words = `${killed} workers ended by SIGKILL, one every ${every} s or, where that takes longer, as soon as it has done a region or a part; Redis restarted ${restarts === 1 ? 'once' : 'never'}`;
    return { name, digests: digests(out), words };
  } finally {
    for (const { child } of workers) child.kill('SIGKILL');
    await redis.stop();
  }
};

interface Counts {
  readonly photographs: number;
  readonly regions: number;
  readonly contours: number;
  readonly files: number;
  readonly megabytes: number;
}

const countsOf = (batches: readonly Batch[], folder: string, way: string): Counts => {
  const out = outOf(folder, way);
  let [photographs, regions, contours] = [0, 0, 0];
  for (const { name } of batches) {
    const summary: { readonly contours: number; readonly images: readonly { readonly pieces: number }[] } = JSON.parse(
      readFileSync(join(out, name, 'summary.json'), 'utf8'),
    );
    if (name === 'images') photographs = summary.images.length;
    contours += summary.contours;
    regions += summary.images.reduce((sum, { pieces }) => sum + pieces, 0);
  }
  const files = Object.keys(digests(out));
  const bytes = files.reduce((sum, file) => sum + statSync(join(out, file)).size, 0);
  return { photographs, regions, contours, files: files.length, megabytes: Math.round(bytes / 1e6) };
};
