/**
 * Algorithms that a page adds. Their code runs in the worker with the page's own rights and is trusted like the page;
 * their declarations and results are checked, so that their errors are reported as theirs.
 */

import type { Algorithm } from '../algorithm/algorithm.js';
import { checkParameters } from '../algorithm/parameters.js';
import { badParameter, isAbort, reasonOf, SegmenterError } from '../core/errors.js';
import { reading } from '../core/given.js';
import { later } from '../core/later.js';
import { because, type Told } from '../core/reasons.js';
import { isRecord } from '../core/record.js';

const TYPES: readonly unknown[] = ['number', 'integer', 'boolean', 'string', 'array'];

/** Loaded when a page first adds an algorithm of its own. */
const runs = later(() => import('./beside/own-run.js'));

/** Whether a value is an algorithm: it has an id, a schema and a `run`. */
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

/** Wraps an algorithm so that its errors are reported as `bad-algorithm`. Throws `bad-parameter` for any other value. */
export const ownAlgorithm = (given: unknown): Algorithm =>
  reading('algorithm', () => {
    if (!isAlgorithm(given)) throw badParameter('algorithm', given, 'it must be {id, title, schema, run}');
    const algorithm: Algorithm = given;
    const { id, title, schema } = algorithm;
    // Its own defaults must be valid.
    checkParameters(checkParameters({}, schema), schema);
    const failed = (reason: Told, cause?: unknown): SegmenterError =>
      new SegmenterError('bad-algorithm', { name: id, reason }, { cause });
    const own = (error: unknown): unknown =>
      error instanceof SegmenterError || isAbort(error)
        ? error
        : failed(because('it-threw')`it threw ${reasonOf(error)}`, error);
    const about = { id, title, schema };
    const run: Algorithm['run'] = async function* (task, context) {
      const { checkedRun } = await runs.load();
      return yield* checkedRun(algorithm, failed, own, task, context);
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
