import type { Executor } from '../../../src/compute/executor.js';
import { addCoarser } from '../../../src/linear-features/kernels/add_coarser.js';
import { combinedMaxima } from '../../../src/linear-features/kernels/combined_maxima.js';
import { combinedSearch } from '../../../src/linear-features/kernels/combined_search.js';
import { halveSamples } from '../../../src/linear-features/kernels/halve_samples.js';
import { lineResponse } from '../../../src/linear-features/kernels/line_response.js';
import { primaryMaxima } from '../../../src/linear-features/kernels/primary_maxima.js';
import { secondaryMaxima } from '../../../src/linear-features/kernels/secondary_maxima.js';
import { secondarySearch } from '../../../src/linear-features/kernels/secondary_search.js';
import { itemGroups } from '../../../src/linear-features/kernels/shared/items.js';
import {
  type MaximaOptions,
  maximaConstants,
  maximaWindow,
  SIDE,
  sizeWindow,
  strengthConstants,
  strengthWindow,
} from '../../../src/linear-features/kernels/shared/window.js';
import { smoothSamples } from '../../../src/linear-features/kernels/smooth_samples.js';
import { symmetryCheck } from '../../../src/linear-features/kernels/symmetry_check.js';
import { runTrial, type Trial } from '../kernels/kernel-trial.js';
import { Random } from '../random.js';
import type { LineImage } from './images.js';
import { wordsOf } from './images.js';

const widest: MaximaOptions = { orientations: 16, primary: 15, secondary: 5, threshold: 0.25, ratio: 0.3125 };
/** Windows of a few pixels, for which a software adapter compiles least but for those of one. */
export const moderate: MaximaOptions = { orientations: 4, primary: 3, secondary: 2, threshold: 3, ratio: 0.5 };
/** Windows of one pixel. */
export const narrowest: MaximaOptions = { orientations: 1, primary: 1, secondary: 1, threshold: 1, ratio: 0 };
/** The windows that shaders are tried with: a software adapter compiles six for each in up to twenty seconds. */
export const shaderOptions: readonly MaximaOptions[] = [widest, narrowest];

/** Windows of every kind: one orientation and sixteen, the shortest and the longest, nothing and everything let through. */
export const maximaOptions: readonly MaximaOptions[] = [
  { orientations: 8, primary: 9, secondary: 4, threshold: 3, ratio: 0.5 },
  widest,
  narrowest,
  { orientations: 5, primary: 7, secondary: 7, threshold: 0, ratio: 0 },
  { orientations: 4, primary: 3, secondary: 2, threshold: 40, ratio: 1 },
];

export const tilesOf = ({ width, height }: LineImage): Trial['groups'] => [
  Math.ceil(width / SIDE),
  Math.ceil(height / SIDE),
  1,
];

/** The four steps and the two combined kernels, each on what the one before left. */
export const runSteps = async (executor: Executor, image: LineImage, options: MaximaOptions) => {
  const pixels = image.width * image.height;
  const given = { window: maximaWindow(image, options), samples: wordsOf(image) };
  const groups = tilesOf(image);
  const run = (kernel: Trial['kernel'], more: Trial['words']) =>
    runTrial(executor, { kernel, words: { ...given, ...more }, groups, constants: maximaConstants(options) });
  const { primary } = await run(primaryMaxima, { primary: pixels });
  const { secondary } = await run(secondaryMaxima, { secondary: pixels });
  const { accepted } = await run(symmetryCheck, { primary: primary!, accepted: pixels });
  const { lines } = await run(secondarySearch, { accepted: accepted!, secondary: secondary!, lines: pixels });
  const { marks } = await run(combinedMaxima, { marks: pixels });
  const combined = await run(combinedSearch, { marks: marks!, lines: pixels });
  return {
    primary: primary!,
    secondary: secondary!,
    accepted: accepted!,
    lines: lines!,
    marks: marks!,
    combined: combined.lines!,
  };
};

/** The kernels around the maxima. */
export const otherTrials = (image: LineImage, seed: number): Trial[] => {
  const random = new Random(seed);
  const { width, height } = image;
  const pixels = width * height;
  const halves = Math.ceil(width / 2) * Math.ceil(height / 2);
  const samples = wordsOf(image);
  const size = (gain: number): Uint32Array => sizeWindow(image, gain);
  const strip = { orientations: random.between(1, 16), reach: random.between(0, 7), distance: random.between(1, 8) };
  const strengths = (count: number): Uint32Array => Uint32Array.from({ length: count }, () => random.word() >>> 4);
  return [
    {
      kernel: smoothSamples,
      words: { window: size(image.bits === 8 ? 8 : random.between(0, 8)), samples, smoothed: Math.ceil(pixels / 2) },
      groups: itemGroups(Math.ceil(pixels / 2)),
    },
    {
      kernel: halveSamples,
      words: { window: size(0), samples, halved: Math.ceil(halves / 2) },
      groups: itemGroups(Math.ceil(halves / 2)),
    },
    {
      kernel: lineResponse,
      words: {
        window: strengthWindow(image, strip),
        samples,
        lines: Uint32Array.from(
          { length: pixels },
          () => random.word() & random.word() & random.word() & random.word(),
        ),
        response: pixels,
      },
      groups: tilesOf(image),
      constants: strengthConstants(strip),
    },
    {
      kernel: addCoarser,
      words: { window: size(0), coarser: strengths(halves), response: strengths(pixels) },
      groups: itemGroups(pixels),
    },
  ];
};
