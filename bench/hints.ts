/**
 * A person's corrections: the public objects from their boxes and from one click in their middle, and then up to ten clicks by a
 * person who clicks into the middle of the largest error. Writes the section of `bench/RESULTS.md`.
 */
import { createEngine, type Engine } from '../src/engine.js';
import { deepest, nextClick } from './support/clicking.js';
import { dataFolder, kinds, readTargets, type Target } from './support/images/dataset.js';
import { type Mask, maskOfRings, overlap } from './support/images/masks.js';
import { mean, table, writeSection } from './support/results.js';

const CLICKS = 10;
const SHOWN = [0, 1, 2, 3, 5, 10] as const;

interface Course {
  readonly kind: string;
  /** After 0, 1, … clicks. */
  readonly overlaps: readonly number[];
  /** Processor time of each correction. */
  readonly milliseconds: readonly number[];
}

const correct = async (engine: Engine, target: Target, from: 'box' | 'click'): Promise<Course> => {
  const { image, box, truth, ignore, kind } = target;
  const whole = { x: 0, y: 0, width: image.width, height: image.height };
  const { at } = deepest(truth.data, truth.width);
  const point = { x: (at % truth.width) + 0.5, y: Math.floor(at / truth.width) + 0.5 };
  const init = from === 'box' ? box : point;
  const inside: (readonly [number, number])[] = [];
  const outside: (readonly [number, number])[] = [];
  const [overlaps, milliseconds]: [number[], number[]] = [[], []];
  let found: Mask = { ...truth, data: new Uint8Array(truth.data.length) };
  for (let clicks = 0; clicks <= CLICKS; clicks++) {
    const begun = process.cpuUsage();
    try {
      const { geometry } = await engine.segment(image, { init, hints: { inside, outside } }).result;
      const rings = geometry.type === 'Polygon' ? geometry.coordinates : [];
      found = maskOfRings(rings, image.width, image.height);
    } catch {
      // Nothing was found: the next click is a mark all the same.
    }
    const { user, system } = process.cpuUsage(begun);
    if (clicks > 0) milliseconds.push((user + system) / 1000);
    overlaps.push(overlap(found, truth, whole, ignore));
    const click = nextClick(found, truth, ignore);
    if (!click) break;
    (click.inside ? inside : outside).push([click.x, click.y]);
  }
  while (overlaps.length <= CLICKS) overlaps.push(overlaps.at(-1)!);
  return { kind, overlaps, milliseconds };
};

const until = ({ overlaps }: Course, wanted: number): number => {
  const clicks = overlaps.findIndex((each) => each >= wanted);
  return clicks < 0 ? CLICKS : clicks;
};

const heading = [
  'objects',
  ...SHOWN.map((clicks) => `after ${clicks}`),
  'clicks to .85',
  'clicks to .90',
  'first correction, ms of processor time',
  'later ones',
];

const rowOf = (name: string, courses: readonly Course[]): string[] => [
  `${name} (${courses.length})`,
  ...SHOWN.map((clicks) => mean(courses.map(({ overlaps }) => overlaps[clicks]!)).toFixed(3)),
  ...[0.85, 0.9].map((wanted) => mean(courses.map((course) => until(course, wanted))).toFixed(2)),
  mean(courses.flatMap(({ milliseconds }) => milliseconds.slice(0, 1))).toFixed(0),
  mean(courses.flatMap(({ milliseconds }) => milliseconds.slice(1))).toFixed(0),
];

const folder = dataFolder();
if (folder === undefined) {
  console.log('No data folder: DATA names one.');
  process.exit(0);
}
const engine = await createEngine({ backend: 'cpu' });
const targets = await readTargets(folder);
const sections: string[] = [];
for (const from of ['box', 'click'] as const) {
  const courses: Course[] = [];
  for (const target of targets) courses.push(await correct(engine, target, from));
  const rows = kinds.map((kind) =>
    rowOf(
      kind,
      courses.filter((course) => course.kind === kind),
    ),
  );
  sections.push(`From a ${from}:\n\n${table([heading, ...rows, rowOf('all', courses)])}`);
}
engine.dispose();
writeSection('hints', `## A person's corrections\n\n${sections.join('\n\n')}`);
