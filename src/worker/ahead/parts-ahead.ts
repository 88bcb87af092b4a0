/** Code of requests that a first contour does without. */
import type { Algorithm } from '../../algorithm/algorithm.js';

/** Loads all of it, that of the algorithms too. What fails now is loaded, and reported, when it is needed. */
export const loadPartsAhead = (algorithms: Iterable<Algorithm>): void => {
  const parts = [
    import('./drawn-ahead.js'),
    import('../list-work.js'),
    import('../exclusive.js'),
    import('../measure.js'),
    import('../lesson.js'),
    import('../checks/marks.js'),
    import('../checks/examples.js'),
    import('../evolving/anywhere.js'),
    import('../evolving/shared-works.js'),
    import('../../image/channel-picture.js'),
    import('../../image/channels/fit-codes.js'),
    import('../../image/channels/fit-logarithms.js'),
    import('../../image/display.js'),
    ...Array.from(algorithms, (algorithm) => algorithm.ahead?.()),
  ];
  for (const part of parts) part?.catch(() => {});
};
