/** Algorithms whose code is loaded when they are prepared or first run: an engine knows their names and parameters before. */
import type { Algorithm } from './algorithm.js';

/**
 * An algorithm of which `about` is known at once.
 * @param load gives the module that runs it, once
 */
export const loadedByRun = (
  about: Pick<Algorithm, 'id' | 'title' | 'schema'>,
  load: () => Promise<Pick<Algorithm, 'run'>>,
): Algorithm => ({
  ...about,
  async prepare() {
    await load();
  },
  async *run(task, context) {
    const { run } = await load();
    return yield* run(task, context);
  },
});
