/** The end of a run whose image a person leaves, and what is opened then. */
import type { SegmenterProperties } from '../../segmenter-properties.js';
import type { Runs } from './runs.js';

/** Milliseconds for which an image is not left as its run has not ended yet. */
const PATIENCE = 1000;

/** Ends the current run as `Runs.cancel` does, and resolves once its contour is kept, or after a second; immediately without a run. */
const runEnded = async (runs: Runs): Promise<void> => {
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

/** What is to be opened once a run has ended, by the runs: the newest choice. */
const newest = new WeakMap<Runs, unknown>();

/**
 * Opens an image that a person chose: at once, or where a run is under way once that has ended. Gives false, and opens nothing, where a newer
 * choice came meanwhile or the page set another `src`.
 */
export const openInTurn = async (
  runs: Runs,
  element: Pick<SegmenterProperties, 'src'>,
  open: () => void,
): Promise<boolean> => {
  newest.set(runs, open);
  if (runs.busy) {
    const { src } = element;
    await runEnded(runs);
    if (newest.get(runs) !== open || element.src !== src) return false;
    runs.starts.leave(src);
  }
  open();
  return true;
};
