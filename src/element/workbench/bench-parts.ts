import type { Collection } from '../contours/collection.js';
import type { Visibility } from '../contours/visibility.js';
import type { Extensions } from '../extensions/extensions.js';
import type { SegmenterProperties } from '../segmenter-properties.js';
import type { Stage } from '../viewer/stage.js';
import type { Runs } from './runs/runs.js';
import type { Learnt } from './search/learnt.js';
import type { Voice } from './voice.js';

/** The parts of a workbench on which its other parts work. */
export interface BenchParts {
  readonly element: SegmenterProperties;
  readonly voice: Voice;
  readonly stage: Stage;
  readonly collection: Collection;
  readonly visibility: Visibility;
  readonly runs: Runs;
  readonly learnt: Learnt;
  readonly extensions: Extensions;
}
