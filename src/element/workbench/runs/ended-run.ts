/** A run of which the result is known without the engine. */
import type { ContourFeature } from '../../../worker/protocol.js';
import type { ClientRun } from '../../client/client-run.js';

/** A run that has ended with these contours. @param id of the run */
export const endedRun = (contours: readonly ContourFeature[], id: string): ClientRun => {
  const done = (): void => {};
  const result = Promise.resolve({ contours, cancelled: false });
  return { id, result, pause: done, resume: done, step: done, cancel: done, watch: done };
};
