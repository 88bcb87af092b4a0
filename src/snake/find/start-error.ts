import { SegmenterError } from '../../core/errors.js';

/** Whether an error concerns this start alone: it is too small, too uniform, or of the wrong polarity. Other starts may still succeed. */
export const isStartError = (error: unknown): boolean =>
  error instanceof SegmenterError &&
  (error.code === 'bad-init' ||
    error.code === 'nothing-found' ||
    (error.code === 'bad-parameter' && error.values.name === 'polarity'));
