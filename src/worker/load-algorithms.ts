import type { Algorithm } from '../algorithm/algorithm.js';
import { SegmenterError } from '../core/errors.js';

/** Every algorithm among a module's exports. Rejects with `bad-parameter` where it fails to load or has none. */
export const loadAlgorithms = async (url: string): Promise<readonly Algorithm[]> => {
  const refuse = (wanted: string, cause?: unknown): never => {
    throw new SegmenterError('bad-parameter', { name: 'module', value: url, wanted }, { cause });
  };
  let module: object;
  try {
    module = await import(/* @vite-ignore */ /* webpackIgnore: true */ url);
  } catch (cause) {
    return refuse(`it could not be loaded (${cause instanceof Error ? cause.message : String(cause)})`, cause);
  }
  const found = Object.values(module).filter(isAlgorithm);
  return found.length > 0 ? found : refuse('it must export an algorithm: {id, title, schema, run}');
};

const isAlgorithm = (value: unknown): value is Algorithm =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'title' in value &&
  typeof value.title === 'string' &&
  'schema' in value &&
  typeof value.schema === 'object' &&
  'run' in value &&
  typeof value.run === 'function';
