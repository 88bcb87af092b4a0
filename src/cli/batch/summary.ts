/** Summary of a batch, in words and as JSON. */

import type { BackendInfo } from '../../compute/backend.js';
import type { Recipe } from '../../contours/recipe/recipe.js';
import { toErrorData } from '../../core/errors.js';
import { version } from '../../core/version.js';
import { count, duration, fullWords } from '../terminal/words.js';
import type { Finished } from '../work/finish.js';
import type { ImageOutcome } from './carry-out.js';

/** Recipe, backend, time and memory of a batch. */
export interface Circumstances {
  readonly recipe: Recipe;
  /** Processes that computed: those of this machine, or the workers of the queue by name. */
  readonly by?: Pick<BackendInfo, 'backend' | 'adapter' | 'reason'> | { readonly queue: string };
  readonly processes?: number;
  readonly milliseconds: number;
  /** Most bytes of memory that one process held. */
  readonly memory?: number;
}

/** The content of `summary.json`. */
export interface Summary extends Circumstances {
  readonly package: string;
  readonly finished: number;
  readonly failed: number;
  readonly interrupted: number;
  readonly contours: number;
  readonly images: readonly object[];
}

/** Sums up the outcomes of a batch. */
export const summaryOf = (outcomes: readonly ImageOutcome[], circumstances: Circumstances): Summary => {
  const number = (...wanted: readonly ImageOutcome['status'][]): number =>
    outcomes.filter(({ status }) => wanted.includes(status)).length;
  return {
    package: `snake-segmenter ${version}`,
    finished: number('finished', 'before'),
    failed: number('failed'),
    interrupted: number('interrupted'),
    contours: outcomes.reduce((sum, outcome) => sum + contoursOf(outcome), 0),
    ...circumstances,
    images: outcomes.map((outcome) => {
      const { image, name, outputs } = outcome.work;
      const what = { name, image, status: outcome.status };
      if (outcome.status === 'failed') return { ...what, error: toErrorData(outcome.error) };
      if (outcome.status === 'interrupted') return what;
      return { ...what, ...outcome.finished, outputs: outputs.map(({ path }) => path) };
    }),
  };
};

const contoursOf = (outcome: ImageOutcome): number =>
  outcome.status === 'finished' || outcome.status === 'before' ? outcome.finished.contours : 0;

/** The line of output for a finished or failed image. */
export const lineOf = (outcome: ImageOutcome): string => {
  const { name } = outcome.work;
  switch (outcome.status) {
    case 'failed':
      return `${name}: failed. ${outcome.error.message}`;
    case 'interrupted':
      return `${name}: not finished`;
    case 'before':
      return `${name}: ${count(outcome.finished.contours, 'contour')}, finished before`;
    case 'finished': {
      const more = remarksOn(outcome.finished).map((each) => `  ${each}`);
      return [`${name}: ${count(outcome.finished.contours, 'contour')}`, ...more].join('\n');
    }
  }
};

/** Lines on a finished image: what is not read as the file has it, where more may be found, and which starts gave nothing. */
export const remarksOn = ({ notes = [], full, problems }: Finished): readonly string[] => [
  ...notes,
  ...(full > 0 ? [fullWords(full)] : []),
  ...problems.map(({ message }) => message),
];

/** The last lines of a batch. */
export const wordsOf = (summary: Summary, file: string): string => {
  const { finished, failed, interrupted, contours, milliseconds } = summary;
  const parts = [
    `${count(finished + failed + interrupted, 'image')}: ${finished} finished`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(interrupted > 0 ? [`${interrupted} not finished`] : []),
    `${count(contours, 'contour')} in ${duration(milliseconds)}`,
  ];
  const again = interrupted > 0 ? '\nThe same command again goes on where this one ended.' : '';
  return `${parts.join(', ')}. Summary: ${file}${again}`;
};
