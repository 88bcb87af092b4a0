import type { Algorithm } from '../algorithm/algorithm.js';
import { reasonOf, SegmenterError } from '../core/errors.js';
import { because, type Told } from '../core/reasons.js';
import { isAlgorithm } from './own-algorithm.js';

/** All algorithms among a module's exports. Rejects with `bad-parameter` where the module fails to load or has none. */
export const loadAlgorithms = async (url: string): Promise<readonly Algorithm[]> => {
  const refuse = (wanted: Told, cause?: unknown): never => {
    throw new SegmenterError('bad-parameter', { name: 'module', value: url, wanted }, { cause });
  };
  let module: object;
  try {
    module = await import(/* @vite-ignore */ /* webpackIgnore: true */ url);
  } catch (cause) {
    return refuse(because('no-module')`it could not be loaded (${reasonOf(cause)})`, cause);
  }
  const found = Object.values(module).filter(isAlgorithm);
  return found.length > 0
    ? found
    : refuse(because('module-exports')`it must export an algorithm: {id, title, schema, run}`);
};
