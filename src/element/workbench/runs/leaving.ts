/** The end of a run whose image a person leaves. */
import type { Runs } from './runs.js';

/** Milliseconds for which an image is not left as its run has not ended yet. */
const PATIENCE = 1000;

/** Ends the current run as `Runs.cancel` does, and resolves once its contour is kept, or after a second; immediately without a run. */
export const runEnded = async (runs: Runs): Promise<void> => {
  if (!runs.busy) return;
  await new Promise<void>((resolve) => {
    const over = (): void => {
      clearTimeout(timer);
      runs.removeEventListener('change', look);
      resolve();
    };
    const look = (): void => {
      if (!runs.busy) over();
    };
    const timer = setTimeout(over, PATIENCE);
    runs.addEventListener('change', look);
    runs.cancel();
  });
};
