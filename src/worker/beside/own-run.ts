/** Checks what a page's algorithm yields and returns. */

import type { Algorithm, Outcome, RunCommand, RunState } from '../../algorithm/algorithm.js';
import { type SegmenterError, show } from '../../core/errors.js';
import { because, type Told } from '../../core/reasons.js';
import { isRecord } from '../../core/record.js';

const isNumber = (value: unknown): value is number => typeof value === 'number';
/** The number of values in an array, plain or typed, of finite numbers; `undefined` for anything else. */
const countOf = (value: unknown): number | undefined => {
  const typed =
    value instanceof Float64Array ||
    value instanceof Float32Array ||
    value instanceof Uint32Array ||
    value instanceof Int32Array;
  if (!typed && !Array.isArray(value)) return undefined;
  const numbers: ArrayLike<unknown> = value;
  for (let k = 0; k < numbers.length; k++) if (!Number.isFinite(numbers[k])) return undefined;
  return numbers.length;
};

/**
 * A run of `algorithm`, with its states and outcome checked.
 * @param failed makes the error of an invalid value
 * @param own makes the error that is reported for an exception of the algorithm
 */
export async function* checkedRun(
  algorithm: Algorithm,
  failed: Failed,
  own: (error: unknown) => unknown,
  ...given: Parameters<Algorithm['run']>
): ReturnType<Algorithm['run']> {
  let steps: AsyncGenerator<RunState, Outcome, RunCommand>;
  try {
    steps = algorithm.run(...given);
  } catch (error) {
    throw own(error);
  }
  if (typeof steps?.next !== 'function') throw failed(because('no-generator')`its run gives no generator`);
  try {
    for (let word: RunCommand = 'go'; ; ) {
      const next: unknown = await steps.next(word);
      if (!isRecord(next)) throw failed(because('no-generator')`its run gives no generator`);
      if (next.done === true) return outcomeOf(next.value, failed);
      word = yield stateOf(next.value, failed);
    }
  } catch (error) {
    throw own(error);
  } finally {
    await steps.return?.({ contours: [] });
  }
}

type Failed = (reason: Told) => SegmenterError;

const isRing = (value: unknown): boolean => (countOf(value) ?? 1) % 2 === 0;

const isState = (value: unknown): value is RunState =>
  isRecord(value) &&
  [value.iteration, value.step, value.criterion, value.level].every(isNumber) &&
  isRing(value.ring) &&
  (value.rings === undefined || (Array.isArray(value.rings) && value.rings.every(isRing))) &&
  (value.front === undefined || typeof value.front === 'function');

const stateOf = (value: unknown, failed: Failed): RunState => {
  if (isState(value)) return value;
  throw failed(
    because('gave-state')`it gave the state ${show(value)}; wanted is {iteration, step, ring, criterion, level}`,
  );
};

const isPosition = (value: unknown): boolean => (countOf(value) ?? 0) >= 2;
const isLine = (value: unknown): boolean => Array.isArray(value) && value.length >= 2 && value.every(isPosition);
const isClosed = (value: unknown): boolean => {
  if (!Array.isArray(value) || value.length < 4 || !isLine(value)) return false;
  const [first, last]: unknown[] = [value[0], value.at(-1)];
  return show(first) === show(last);
};
const isPolygon = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isClosed);
const isAll = (value: unknown, part: (entry: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(part);

/** Whether the coordinates match the geometry's type. */
const isGeometry = (value: unknown): boolean => {
  if (!isRecord(value)) return false;
  const { type, coordinates } = value;
  switch (type) {
    case 'Polygon':
      return isPolygon(coordinates);
    case 'MultiPolygon':
      return isAll(coordinates, isPolygon);
    case 'LineString':
      return isLine(coordinates);
    case 'MultiLineString':
      return isAll(coordinates, isLine);
    default:
      return false;
  }
};

const isMetadata = (value: unknown): boolean =>
  isRecord(value) && Object.values(value).every((text) => typeof text === 'string');

const isContour = (value: unknown): boolean =>
  isRecord(value) &&
  isGeometry(value.geometry) &&
  isRecord(value.measurements) &&
  Object.values(value.measurements).every(isNumber) &&
  isMetadata(value.metadata) &&
  (value.slice === undefined || Number.isSafeInteger(value.slice));

const isOutcome = (value: unknown): value is Outcome =>
  isRecord(value) &&
  Array.isArray(value.contours) &&
  value.contours.every(isContour) &&
  (value.metadata === undefined || isMetadata(value.metadata)) &&
  (value.details === undefined || isRecord(value.details));

const outcomeOf = (value: unknown, failed: Failed): Outcome => {
  if (isOutcome(value)) return value;
  const { contours }: Partial<Readonly<Record<string, unknown>>> = isRecord(value) ? value : {};
  const odd = Array.isArray(contours) ? contours.find((contour) => !isContour(contour)) : value;
  throw failed(
    because(
      'gave-contour',
    )`it gave the contour ${show(odd)}; wanted is {geometry, measurements, metadata} with finite coordinates`,
  );
};
