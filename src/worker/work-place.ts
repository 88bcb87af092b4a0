/** What the work of a request needs, and the contours that it gives. */
import type { Algorithm, Outcome, RunContext, Task } from '../algorithm/algorithm.js';
import { hintsOf } from '../algorithm/hints.js';
import type { Ended } from '../algorithm/many.js';
import type { BackendInfo } from '../compute/backend.js';
import type { BackendName } from '../compute/executor.js';
import type { ImageSource } from '../image/samples.js';
import type { KeptRun, Seats } from './context.js';
import { features } from './feature.js';
import type { ContourFeature } from './protocol.js';

/** The state of a run that is kept when its device is lost. */
export interface KeptWork extends KeptRun {
  /** The pixel budget of the first device, kept so that the contour is the same on the next. */
  pixelBudget?: number;
  /** The same for each start of a list, with its result. */
  each?: readonly KeptWork[];
  ended?: Ended[];
}

/** What the work of a request needs. */
export interface WorkPlace extends Pick<Seats, 'elsewhere' | 'pixelBudget'> {
  /** Id of the first contour. */
  readonly id: string;
  readonly image: ImageSource;
  readonly algorithm: Algorithm;
  readonly kept: KeptWork;
  /** The backend on which the run begins. */
  readonly begins: BackendName;
  /** The backend that is recorded in the metadata. */
  readonly backend: Pick<BackendInfo, 'backend' | 'adapter'>;
  readonly contextOf: (kept: KeptWork, task: Task) => RunContext;
}

/** The contours of an outcome, whose metadata hold the request that reproduces them. */
export const contoursOf = (
  task: Task & { readonly exclusive?: boolean },
  outcome: Outcome,
  id: string,
  cancelled: boolean,
  { algorithm, image, backend, pixelBudget }: WorkPlace,
): ContourFeature[] => {
  const { start: _told, marks, likeness: _shown, exclusive, ...asked } = task;
  const also = { ...(marks ? { hints: hintsOf(marks) } : {}), ...(exclusive ? { exclusive } : {}) };
  const request = { ...asked, ...also, algorithm: algorithm.id, pixelBudget };
  return features(outcome, { id, request, image, backend, cancelled });
};
