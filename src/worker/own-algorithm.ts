/**
 * Algorithms that a page adds. Their code runs in the worker with the page's own rights and is trusted as the page's is; what
 * they say of themselves and what they give back is checked, so that a mistake of theirs is told as theirs.
 */

import type { Algorithm, Outcome, RunCommand, RunState } from '../algorithm/algorithm.js';
import { checkParameters } from '../algorithm/parameters.js';
import { badParameter, isAbort, reasonOf, SegmenterError, show } from '../core/errors.js';
import { reading } from '../core/given.js';
import { because, type Told } from '../core/reasons.js';

type Json = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isNumber = (value: unknown): value is number => typeof value === 'number';
/** Finite numbers in an array, plain or typed: how many, or none where it is something else. */
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

const TYPES: readonly unknown[] = ['number', 'integer', 'boolean', 'string', 'array'];

/** Whether a value is an algorithm: with a name, a schema and a `run`. */
export const isAlgorithm = (value: unknown): value is Algorithm =>
  isRecord(value) &&
  typeof value.id === 'string' &&
  value.id !== '' &&
  typeof value.title === 'string' &&
  typeof value.run === 'function' &&
  (value.prepare === undefined || typeof value.prepare === 'function') &&
  isRecord(value.schema) &&
  isRecord(value.schema.properties) &&
  Object.values(value.schema.properties).every(
    (property) => isRecord(property) && TYPES.includes(property.type) && typeof property.title === 'string',
  );

/** An algorithm whose mistakes are told as `bad-algorithm`. Throws `bad-parameter` where it is none. */
export const ownAlgorithm = (given: unknown): Algorithm =>
  reading('algorithm', () => {
    if (!isAlgorithm(given)) throw badParameter('algorithm', given, 'it must be {id, title, schema, run}');
    const algorithm: Algorithm = given;
    const { id, title, schema } = algorithm;
    // Its own defaults must do.
    checkParameters(checkParameters({}, schema), schema);
    const failed = (reason: Told, cause?: unknown): SegmenterError =>
      new SegmenterError('bad-algorithm', { name: id, reason }, { cause });
    const own = (error: unknown): unknown =>
      error instanceof SegmenterError || isAbort(error)
        ? error
        : failed(because('it-threw')`it threw ${reasonOf(error)}`, error);
    const about = { id, title, schema };
    const run: Algorithm['run'] = async function* (task, context) {
      let steps: AsyncGenerator<RunState, Outcome, RunCommand>;
      try {
        steps = algorithm.run(task, context);
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
    };
    if (algorithm.prepare === undefined) return { ...about, run };
    const prepare: Algorithm['prepare'] = async (executor) => {
      try {
        await algorithm.prepare?.(executor);
      } catch (error) {
        throw own(error);
      }
    };
    return { ...about, prepare, run };
  });

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

/** Tells whether the coordinates fit the geometry's type. */
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
  const { contours }: Partial<Json> = isRecord(value) ? value : {};
  const odd = Array.isArray(contours) ? contours.find((contour) => !isContour(contour)) : value;
  throw failed(
    because(
      'gave-contour',
    )`it gave the contour ${show(odd)}; wanted is {geometry, measurements, metadata} with finite coordinates`,
  );
};
