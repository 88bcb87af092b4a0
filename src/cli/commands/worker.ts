/** `worker`: processes the jobs of a queue until it is stopped. */

import { exitCodes } from '../exit-codes.js';
import { bytesOf, countOf } from '../options/values.js';
import { Pool, processesFor } from '../pool/pool.js';
import { serve } from '../queue/serve.js';
import { interruptible } from '../terminal/interrupt.js';

/** Options of `worker`, as they were typed. */
export interface WorkerOptions {
  readonly queue: string;
  readonly processes?: string;
  readonly memory?: string;
  readonly patience?: string;
}

/** Seconds; BullMQ's default. */
const PATIENCE = '30';

/** Resolves to the exit code. */
export const worker = ({ queue, processes, memory, patience = PATIENCE }: WorkerOptions): Promise<number> =>
  interruptible(async (signal) => {
    const most = processesFor(memory === undefined ? undefined : bytesOf('memory', memory));
    const pool = new Pool(processes === undefined ? most : countOf('processes', processes));
    const say = (line: string): void => console.error(line);
    say(`${pool.size === 1 ? '1 process' : `${pool.size} processes`} for ${queue.replace(/\/\/[^@/]*@/, '//')}`);
    try {
      await serve({ url: queue, pool, patience: 1000 * countOf('patience', patience), say }, signal);
    } finally {
      await pool.close();
    }
    return exitCodes.done;
  });
