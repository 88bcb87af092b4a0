/** Algorithms whose code is loaded when they are prepared or first run: an engine knows their names and parameters before. */
import { later } from '../core/later.js';
import type { Algorithm } from './algorithm.js';

/**
 * An algorithm of which `about` is known at once.
 * @param load gives the module that runs it, once
 */
export const loadedByRun = (
  about: Pick<Algorithm, 'id' | 'title' | 'schema' | 'hints'>,
  load: () => Promise<Pick<Algorithm, 'run' | 'prepare'>>,
): Algorithm => {
  const part = later(load);
  return {
    ...about,
    async prepare(executor) {
      const { prepare } = await part.load();
      await prepare?.(executor);
    },
    async *run(task, context) {
      const { run } = await part.load();
      return yield* run(task, context);
    },
  };
};
