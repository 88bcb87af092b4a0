/** A request for a model: its examples, checked, and the algorithm that learns from them. */
import type { Algorithm, Task } from '../algorithm/algorithm.js';
import { badParameter } from '../core/errors.js';
import { reading } from '../core/given.js';
import type { ImageSource } from '../image/samples.js';
import { checkTask } from './check-task.js';
import type { SegmentRequest } from './protocol.js';

/** Throws `bad-parameter` where an algorithm learns nothing, or there are no examples to learn from. */
export const lessonIn = (
  given: SegmentRequest,
  algorithm: Algorithm,
  image: ImageSource,
): { readonly checked: Task; readonly learn: NonNullable<Algorithm['learn']> } => {
  const { learn } = algorithm;
  if (learn === undefined) throw badParameter('algorithm', algorithm.id, 'it learns nothing from examples; snake does');
  const checked = reading('request', () => checkTask(given, 'auto', algorithm, image));
  const { likeness } = checked;
  if (likeness === undefined || !('examples' in likeness))
    throw badParameter('like', given.like, 'it must be a list of contours or a FeatureCollection of them');
  return { checked, learn: (...all) => learn.call(algorithm, ...all) };
};
