/**
 * Algorithms that a page adds. Their code runs in the worker with the page's own rights and is trusted as the page's is; what
 * they say of themselves and what they give back is checked, so that a mistake of theirs is told as theirs.
 */

import type { Algorithm } from '../algorithm/algorithm.js';
import { checkParameters } from '../algorithm/parameters.js';
import { badParameter, isAbort, reasonOf, SegmenterError } from '../core/errors.js';
import { reading } from '../core/given.js';
import { later } from '../core/later.js';
import { because, type Told } from '../core/reasons.js';
import { isRecord } from '../core/record.js';

const TYPES: readonly unknown[] = ['number', 'integer', 'boolean', 'string', 'array'];

/** Loaded once a page adds an algorithm of its own. */
const runs = later(() => import('./beside/own-run.js'));

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
