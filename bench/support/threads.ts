/** Threads for the runs of lists: those of the bundle beside this one, or bundled from the source now. */
import { existsSync } from 'node:fs';
import type { EngineOptions } from '../../src/engine.js';
import { evolvers } from '../../src/node.js';

const fromSource = async (): Promise<(cores: number) => EngineOptions['evolvers']> => {
  const support = '../../test/support/threads/node-worker.ts';
  const { bundle, NodeWorker } = await import(support);
  const script = await bundle('evolver-thread');
  return (cores) => ({ start: () => new NodeWorker(script), cores });
};

/** By the number of processors. For another machine: `node scripts/bundle-bench.mjs BENCH src/node/engine-thread.ts`, the second renamed to `engine-thread.js`. */
export const threads = existsSync(new URL('./engine-thread.js', import.meta.url)) ? evolvers : await fromSource();
