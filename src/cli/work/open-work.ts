/** Work whose image is open. */
import type { OpenedImage } from '../../image/samples.js';
import type { Plan } from './plan.js';
import type { Work } from './work.js';

/** Work, its open image, and its plan. */
export interface OpenWork {
  readonly work: Work;
  readonly image: OpenedImage;
  readonly plan: Plan;
}
