/** Algorithms whose code is loaded when they are prepared or first run; an engine knows their names and parameters before that. */
import { later } from '../core/later.js';
import type { Algorithm } from './algorithm.js';

/**
 * An algorithm whose description `about` is available at once.
 * @param load imports the module that runs it; called once
 */
export const loadedByRun = (
  about: Pick<Algorithm, 'id' | 'title' | 'schema' | 'hints'>,
  load: () => Promise<Pick<Algorithm, 'run' | 'prepare'>>,
): Algorithm => {
  const part = later(load);
  return {
    ...about,
    ahead: part.load,
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
