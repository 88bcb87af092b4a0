/**
 * Quality of the snake on real objects from a user's box: intersection over union for every object of the data
 * folder, by channel and model, beside what OpenCV and scikit-image make of the same boxes (`bench/peers/quality.json`, which
 * `--peers` has `bench/peers/quality.py` measure anew). Writes the section of `bench/RESULTS.md`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createEngine, type Engine } from '../src/engine.js';
import { dataFolder, kinds, readTargets, type Target } from './support/images/dataset.js';
import { maskOfRings, overlap } from './support/images/masks.js';
import { findPython, runPython } from './support/python.js';
import { qualitySection, type Scores } from './support/quality-section.js';
import { mean, writeSection } from './support/results.js';

interface Choice {
  readonly channel: string;
  readonly model: string;
  readonly boxPrior?: number;
  /** Bands that the channel asks for. */
  readonly bands?: (count: number) => boolean;
}

const colour = (count: number): boolean => count >= 3;
const several = (count: number): boolean => count >= 2;
const choices: readonly Choice[] = [
  { channel: 'auto', model: 'auto' },
  { channel: 'auto', model: 'auto', boxPrior: 0 },
  { channel: 'luminance', model: 'common' },
  { channel: 'hematoxylin', model: 'common', bands: colour },
  { channel: 'optical-density', model: 'common', bands: colour },
  { channel: 'luminance', model: 'gaussian' },
  { channel: 'luminance', model: 'poisson' },
  { channel: 'luminance', model: 'exponential' },
  { channel: 'luminance', model: 'rayleigh' },
  { channel: 'principal', model: 'gaussian', bands: several },
  { channel: 'bands', model: 'gaussian', bands: several },
  { channel: 'hematoxylin', model: 'gaussian', bands: colour },
  { channel: 'palette:16', model: 'categorical' },
  { channel: 'palette:32', model: 'categorical' },
];

const peersFile = 'bench/peers/quality.json';

const score = async (engine: Engine, target: Target, { channel, model, boxPrior }: Choice): Promise<number> => {
  const run = engine.segment(target.image, {
    algorithm: 'snake',
    init: target.box,
    channel,
    model,
    ...(boxPrior === undefined ? {} : { boxPrior }),
  });
  const { geometry } = await run.result;
  const rings =
    geometry.type === 'Polygon'
      ? geometry.coordinates
      : geometry.type === 'MultiPolygon'
        ? geometry.coordinates.flat()
        : [];
  const found = maskOfRings(rings, target.image.width, target.image.height);
  return overlap(found, target.truth, target.box, target.ignore);
};

const folder = dataFolder();
if (folder === undefined) {
  console.log('No data: set DATA to a folder with manifest.json and its images. Nothing measured.');
} else {
  if (process.argv.includes('--peers')) {
    const python = findPython();
    if (python === undefined) throw new Error('No Python with OpenCV and scikit-image; set PYTHON to one.');
    writeFileSync(peersFile, runPython(python, ['bench/peers/quality.py', folder]));
  }
  const targets = await readTargets(folder);
  const engine = await createEngine({ backend: 'cpu' });
  const ours: Record<string, Scores> = {};
  for (const choice of choices) {
    const name =
      choice.channel === 'auto'
        ? choice.boxPrior === 0
          ? 'default, without the box prior'
          : 'default'
        : `${choice.channel}, ${choice.model}`;
    const scores: Record<string, number> = {};
    for (const target of targets) {
      if (choice.bands?.(target.image.bands) ?? true) scores[target.name] = await score(engine, target, choice);
    }
    ours[name] = scores;
    const means = kinds.map((kind) => {
      const own = targets.filter((target) => target.kind === kind && target.name in scores);
      return own.length === 0 ? `${kind} –` : `${kind} ${mean(own.map(({ name }) => scores[name]!)).toFixed(3)}`;
    });
    console.log(`${name.padEnd(28)} ${means.join('  ')}`);
  }
  engine.dispose();
  const peers: Record<string, Scores> = existsSync(peersFile) ? JSON.parse(readFileSync(peersFile, 'utf8')) : {};
  writeSection('quality', qualitySection(targets, ours, peers));
}
