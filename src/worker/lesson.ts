/** A request for a model: its examples, checked, and the algorithm that learns from them. */
import type { Algorithm, Task } from '../algorithm/algorithm.js';
import { badParameter } from '../core/errors.js';
import { reading } from '../core/given.js';
import { because } from '../core/reasons.js';
import type { ImageSource } from '../image/samples.js';
import { checkTask, loadChecks } from './checks/task.js';
import type { SegmentRequest } from './protocol.js';

/** An algorithm that can learn from examples, or rate contours by them. */
export type Learner<What extends 'learn' | 'rate'> = Algorithm & Required<Pick<Algorithm, What>>;

/** Throws `bad-parameter` where an algorithm cannot learn or rate. */
export const learnerFor = <What extends 'learn' | 'rate'>(what: What, algorithm: Algorithm): Learner<What> => {
  if (isLearner(what, algorithm)) return algorithm;
  throw badParameter('algorithm', algorithm.id, because('learns-nothing')`it learns nothing from examples; snake does`);
};

const isLearner = <What extends 'learn' | 'rate'>(what: What, algorithm: Algorithm): algorithm is Learner<What> =>
  algorithm[what] !== undefined;

/** The checked task of a request to learn. Rejects with `bad-parameter` where there are no examples. */
export const lessonIn = async (given: SegmentRequest, algorithm: Algorithm, image: ImageSource): Promise<Task> => {
  await loadChecks(given);
  const checked = reading('request', () => checkTask(given, 'auto', algorithm, image));
  const { likeness } = checked;
  if (likeness === undefined || !('examples' in likeness))
    throw badParameter('like', given.like, 'it must be a list of contours or a FeatureCollection of them');
  return checked;
};
