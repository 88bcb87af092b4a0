/** A worker: takes pieces and images from the queue, and does them on the processes of this machine. */
import { stat } from 'node:fs/promises';
import type { Job, Worker } from 'bullmq';
import { isAbort } from '../../core/errors.js';
import type { Pool } from '../pool/pool.js';
import { type Finished, finishedBefore } from '../work/finish.js';
import type { PieceReport } from '../work/piece.js';
import { pieceFile } from '../work/piece-file.js';
import { readWork } from '../work/work-file.js';
import { IMAGES, type ImageJob, PIECES, type PieceJob, PREFIX, packed } from './jobs.js';
import { connect, queuePackages, wordsOf } from './server.js';

export interface ServeOptions {
  readonly url: string;
  readonly pool: Pool;
  /** Milliseconds without a sign of life after which a worker's jobs are given to another. */
  readonly patience: number;
  readonly say: (line: string) => void;
}

/** Times that a job may lose its worker: that is no fault of the job. */
const STALLED = 1000;

/** Serves until `signal` is aborted; what is under way then is finished first. */
export const serve = async ({ url, pool, patience, say }: ServeOptions, signal: AbortSignal): Promise<void> => {
  const packages = await queuePackages();
  const connection = await connect(packages, url);
  const options = {
    connection,
    prefix: PREFIX,
    lockDuration: patience,
    stalledInterval: patience,
    maxStalledCount: STALLED,
  };
  const failing =
    <Data, Value>(work: (job: Job<Data, Value>) => Promise<Value>) =>
    async (job: Job<Data, Value>): Promise<Value> => {
      try {
        return await work(job);
      } catch (error) {
        const { text, lasting } = packed(error);
        throw lasting || isAbort(error) ? new packages.UnrecoverableError(text) : new Error(text);
      }
    };
  const pieces = new packages.Worker<PieceJob, PieceReport>(
    PIECES,
    failing(async ({ data: { folder, index } }) => {
      const work = await readWork(folder);
      if (await isThere(pieceFile(work, index))) return { contours: 0, pixels: 0 };
      const report = await pool.run('piece', work, index);
      say(`${work.name}: region ${index}`);
      return report;
    }),
    { ...options, concurrency: pool.size },
  );
  const images = new packages.Worker<ImageJob, Finished>(
    IMAGES,
    async (job) => {
      const [failure] = Object.values(await job.getIgnoredChildrenFailures());
      if (failure !== undefined) {
        await job.removeUnprocessedChildren();
        throw new packages.UnrecoverableError(failure);
      }
      const finish = failing<ImageJob, Finished>(async ({ data: { folder } }) => {
        const work = await readWork(folder);
        const finished = (await finishedBefore(work)) ?? (await pool.run('finish', work));
        say(`${work.name}: ${finished.contours} contours`);
        return finished;
      });
      return finish(job);
    },
    options,
  );
  const workers: readonly Worker[] = [pieces, images];
  let told = '';
  for (const worker of workers) {
    worker.on('error', (error) => {
      const words = wordsOf(error);
      if (words !== told) say(`The queue: ${words}. Waiting.`);
      told = words;
    });
    worker.on('ready', () => {
      told = '';
    });
  }
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.all(workers.map((worker) => worker.close()));
  connection.disconnect();
};

const isThere = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
};
