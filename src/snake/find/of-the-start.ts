import { SegmenterError } from '../../core/errors.js';

/** Whether an error says that a found start is none for a snake: too small, too even, or not of the polarity asked for. Other starts are none the worse. */
export const isOfTheStart = (error: unknown): boolean =>
  error instanceof SegmenterError &&
  (error.code === 'bad-init' ||
    error.code === 'nothing-found' ||
    (error.code === 'bad-parameter' && error.values.name === 'polarity'));
