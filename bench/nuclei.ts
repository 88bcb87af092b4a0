/**
 * Many nuclei at once: a list of boxes on synthetic stained tissue, one nucleus in each 50 × 50 pixels, on one core and on a GPU: from the RGB samples to
 * finished contours with measurements, and the evolution alone. `npm run bench -- nuclei [--gpu] [--count=2000] [--cpu=500] [--workers=0,16] [--auto] [--slide=FILE] [--large]`.
 * With `--gpu` both are run and every contour is compared, in turn on a GPU with each number of `--workers` beside it (as many as there are processors where
 * none is given; 0: the engine's thread alone); `--auto` adds four megapixels in which nobody drew a box, `--slide` an image in a file in which nobody drew
 * one either, `--large` nuclei of more vertices than
 * the first class of sizes has.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { create } from 'webgpu';
import type { Init, InitList } from '../src/algorithm/start.js';
import type { ContourFeature, Engine, ImageSource, SegmentRequest } from '../src/engine.js';
import { createEngine } from '../src/engine.js';
import { Beside } from '../src/snake/steps/beside/beside.js';
import type { SmallProblem } from '../src/snake/steps/beside/small.js';
import { contoursOf } from '../src/snake/steps/beside/small.js';
import { processorTime } from './support/clock.js';
import { octagonsIn, tissue } from './support/images/tissue.js';
import { table, writeSection } from './support/results.js';
import { threads } from './support/threads.js';

const value = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1];
const wanted = (name: string): boolean => process.argv.includes(`--${name}`);

const count = Number(value('count') ?? 2000);
const onCpu = Number(value('cpu') ?? Math.min(count, 500));
const made = tissue(count, 50);

const hash = ({ geometry, properties }: ContourFeature): string =>
  createHash('sha1')
    .update(JSON.stringify([geometry, properties.measurements]))
    .digest('hex');

interface Timed {
  readonly contours: readonly ContourFeature[];
  readonly wall: number;
  readonly processor: number;
}

const segment = async (
  engine: Engine,
  image: ImageSource,
  init: InitList | Init,
  also: Partial<SegmentRequest> = {},
): Promise<Timed> => {
  const start = performance.now();
  const used = processorTime();
  const { contours } = await engine.segment(image, { init, objects: 65536, ...also }).outcome;
  return { contours, wall: (performance.now() - start) / 1000, processor: (processorTime() - used) / 1000 };
};

const rows = [['what', 'where', 'nuclei', 'wall, s', 'processor, s', 'nuclei a second']];
const note = (what: string, where: string, { contours, wall, processor }: Timed): void => {
  const rate = (contours.length / (where === 'CPU' ? processor : wall)).toFixed(0);
  rows.push([what, where, `${contours.length}`, wall.toFixed(2), processor.toFixed(2), rate]);
  console.log(rows.at(-1)!.join(' | '));
};

const cpu = await createEngine({ backend: 'cpu' });
const image = await cpu.load(made);
await segment(cpu, image, made.boxes.slice(0, 50));
const alone = await segment(cpu, image, made.boxes.slice(0, onCpu));
note('RGB to features', 'CPU', alone);

let adapter: string | undefined;
if (wanted('gpu')) {
  const gpu = create(['disable-dawn-features=timestamp_quantization']);
  const numbers = (value('workers') ?? `${availableParallelism()}`).split(',').map(Number);
  const engines = await Promise.all(
    numbers.map(async (workers) => {
      const engine = await createEngine({ backend: 'webgpu', gpu, ...(workers > 1 && { evolvers: threads(workers) }) });
      return { where: `GPU, ${workers} workers at most`, engine };
    }),
  );
  const [{ engine }] = engines as [(typeof engines)[number]];
  adapter = engine.backend.adapter;
  console.log(JSON.stringify(engine.backend));
  let from = performance.now();
  for (const { engine } of engines) await engine.prepare();
  console.log(`compiled in ${((performance.now() - from) / 1000).toFixed(1)} s`);
  // The executor comes to light with the first batch; its problems are kept to be evolved alone.
  const problems: SmallProblem[] = [];
  let beside: Beside | undefined;
  const { evolve } = Beside.prototype;
  Beside.prototype.evolve = function (problem) {
    beside = this;
    problems.push(problem);
    return evolve.call(this, problem);
  };
  for (const { engine } of engines) {
    await segment(engine, await engine.load(made), made.boxes.slice(0, Math.min(count, 64)));
    from = performance.now();
    console.log(
      `batches compiled: ${await beside?.prepare()} after ${((performance.now() - from) / 1000).toFixed(1)} s more`,
    );
  }
  for (let turn = 0; turn < 3; turn++) {
    for (const { where, engine } of engines) {
      problems.length = 0;
      const whole = await segment(engine, await engine.load(made), made.boxes);
      note('RGB to features', where, whole);
      const same = alone.contours.filter((contour, i) => hash(contour) === hash(whole.contours[i]!)).length;
      console.log(`${same} of ${alone.contours.length} as on the CPU`);
      if (same < alone.contours.length) process.exitCode = 1;
    }
  }
  for (const { where, engine } of engines) {
    const { parts, evolving } = engine.stats();
    console.log(where, JSON.stringify([parts, evolving]));
  }
  Beside.prototype.evolve = evolve;
  const given = problems.slice();
  for (let turn = 0; turn < 3; turn++) {
    from = performance.now();
    const ended = await Promise.all(given.map((problem) => beside!.evolve(problem)));
    const wall = (performance.now() - from) / 1000;
    const starts = given.reduce((sum, problem) => sum + contoursOf(problem), 0);
    const left = ended.filter((each) => each === undefined).length;
    rows.push(['evolution alone', 'GPU', `${count}`, wall.toFixed(2), '', (count / wall).toFixed(0)]);
    console.log(`${rows.at(-1)!.join(' | ')}; ${given.length} problems of ${starts} starts, ${left} not in batches`);
  }
  const compare = (one: Timed, other: Timed): void => {
    const same = one.contours.filter((contour, i) => hash(contour) === hash(other.contours[i]!)).length;
    console.log(`${same} of ${one.contours.length} as on the CPU, of ${other.contours.length} on the GPU`);
    if (same < one.contours.length || one.contours.length !== other.contours.length) process.exitCode = 1;
  };
  /** Searches an image on the CPU, then by each engine three times, each time as one that was just opened. */
  const search = async (
    what: string,
    open: (engine: Engine) => Promise<ImageSource>,
    also: Partial<SegmentRequest> = {},
  ): Promise<void> => {
    const one = await segment(cpu, await open(cpu), 'auto', also);
    note(what, 'CPU', one);
    for (let turn = 0; turn < 3; turn++) {
      for (const { where, engine } of engines) {
        const there = await open(engine);
        const before: Readonly<Record<string, number>> = engine.stats().parts;
        const other = await segment(engine, there, 'auto', also);
        note(what, where, other);
        compare(one, other);
        const parts: Readonly<Record<string, number>> = engine.stats().parts;
        console.log(
          Object.entries(parts)
            .map(([name, ms]) => `${name} ${(ms - (before[name] ?? 0)).toFixed(0)}`)
            .join(', '),
        );
      }
    }
  };
  if (wanted('auto')) {
    const four = tissue(1600, 50);
    const open = (engine: Engine): Promise<ImageSource> => engine.load(four);
    await search('4 Mpx, nothing drawn', open);
    await search('4 Mpx, five examples', open, { like: octagonsIn(four.boxes.slice(0, 5)) });
  }
  const slide = value('slide');
  if (slide !== undefined) {
    const blob = new Blob([await readFile(slide)]);
    await search(basename(slide), (engine) => engine.open({ kind: 'blob', blob, name: basename(slide) }));
  }
  if (wanted('large')) {
    let most = 0;
    Beside.prototype.evolve = async function (problem) {
      const ended = await evolve.call(this, problem);
      // The rings of a class have room for twice as many words as it has vertices.
      for (const { length } of ended?.rings ?? []) most = Math.max(most, length / 2);
      return ended;
    };
    const large = tissue(36, 500);
    const [plain, there] = [await cpu.load(large), await engine.load(large)];
    const one = await segment(cpu, plain, large.boxes);
    note('nuclei of 80 to 110 pixels in radius', 'CPU', one);
    // The first list has the class of 256 vertices compiled.
    for (let turn = 0; turn < 3; turn++) {
      most = 0;
      const other = await segment(engine, there, large.boxes);
      note('nuclei of 80 to 110 pixels in radius', 'GPU', other);
      console.log(`evolved in the class of ${most} vertices`);
      compare(one, other);
      if (turn === 0) await new Promise((resolve) => setTimeout(resolve, 12000));
    }
    Beside.prototype.evolve = evolve;
    const held = (): string => `${engine.stats().bytes} bytes in buffers`;
    console.log(held());
    await new Promise((resolve) => setTimeout(resolve, 3000));
    console.log(`after three seconds of rest: ${held()}`);
  }
  for (const { engine } of engines) engine.dispose();
}
cpu.dispose();
const head = `## Many nuclei at once\n\nSynthetic stained tissue of ${made.width} × ${made.height} pixels with a nucleus in each 50 × 50, and a box round each. A CPU's rate is by processor time, a GPU's by wall time.\n\n`;
if (value('out') === 'no') console.log(table(rows));
else writeSection(adapter === undefined ? 'nuclei' : 'nuclei-gpu', head + table(rows), adapter);
