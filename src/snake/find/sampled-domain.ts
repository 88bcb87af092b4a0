import type { Rect } from '../../core/geometry/rect.js';
import type { Samples } from '../../image/samples.js';

/** Samples of a rectangle of a level. */
export interface SampledDomain {
  readonly samples: Samples;
  /** The rectangle, in pixels of the level. */
  readonly domain: Rect;
  /** The level's index. */
  readonly index: number;
}
