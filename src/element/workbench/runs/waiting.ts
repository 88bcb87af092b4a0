import type { SegmentInit, SegmentOptions } from '../events.js';
import type { Drawn } from './drawn.js';

/** Drawing made while a run was under way. */
export interface Waiting {
  readonly init: SegmentInit;
  readonly options: SegmentOptions | (() => SegmentOptions) | undefined;
  readonly within: Drawn | undefined;
}
