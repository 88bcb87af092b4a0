/** A worker: takes jobs for pieces and images from the queue, and runs them in processes of this machine. */
import { stat } from 'node:fs/promises';
import type { Job, Queue, Worker } from 'bullmq';
import { isAbort } from '../../core/errors.js';
import type { Pool } from '../pool/pool.js';
import { type Finished, finishedBefore } from '../work/finish.js';
import type { PieceReport } from '../work/piece.js';
import { pieceFile } from '../work/piece-file.js';
import { readWork } from '../work/work-file.js';
import {
  checkImageJob,
  checkPieceJob,
  IMAGES,
  type ImageJob,
  PIECES,
  type PieceJob,
  PREFIX,
  packed,
  partJobsOf,
} from './jobs.js';
import { connect, type QueuePackages, queuePackages, wordsOf } from './server.js';

/** Options of a worker. */
export interface ServeOptions {
  readonly url: string;
  readonly pool: Pool;
  /** Milliseconds without a sign of life after which a worker's jobs go to another worker. */
  readonly patience: number;
  readonly say: (line: string) => void;
}

/** Times that a job may lose its worker, which is not counted as a failure of the job. */
const STALLED = 1000;

/** Serves until `signal` is aborted, and then finishes the jobs under way. */
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
  const pieces = new packages.Worker<PieceJob, PieceReport>(
    PIECES,
    async ({ data }) => {
      try {
        return await doJob(checkPieceJob(data), pool, say);
      } catch (error) {
        throw failureOf(packages, error);
      }
    },
    { ...options, concurrency: pool.size },
  );
  const queue = new packages.Queue<PieceJob>(PIECES, { connection, prefix: PREFIX });
  queue.on('error', () => {});
  const images = new packages.Worker<ImageJob, Finished>(
    IMAGES,
    (job, token = '') => doImage(job, token, { packages, queue, pool, say }),
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
  await queue.close();
  connection.disconnect();
};

type Say = ServeOptions['say'];

/** What the jobs of images need. */
interface ImageServer {
  readonly packages: QueuePackages;
  /** The queue of the pieces. */
  readonly queue: Queue<PieceJob>;
  readonly pool: Pool;
  readonly say: Say;
}

/** Runs a job of the images' queue: its parts are put into the pieces' queue, and what they find is put together once all are done. */
const doImage = async (
  job: Job<ImageJob, Finished>,
  token: string,
  { packages, queue, pool, say }: ImageServer,
): Promise<Finished> => {
  for (;;) {
    const [failure] = Object.values(await job.getIgnoredChildrenFailures());
    if (failure !== undefined) {
      await job.removeUnprocessedChildren();
      throw new packages.UnrecoverableError(failure);
    }
    try {
      const work = await readWork(checkImageJob(job.data).folder);
      const before = await finishedBefore(work);
      if (before) return before;
      const parts = await pool.run('prepare', work);
      if (parts.length === 0) {
        const finished = await pool.run('finish', work);
        say(`${work.name}: ${finished.contours} contours`);
        return finished;
      }
      const { id = '', queueQualifiedName, opts } = job;
      await queue.addBulk(partJobsOf(work, parts, { id, queue: queueQualifiedName, priority: opts.priority ?? 0 }));
    } catch (error) {
      throw failureOf(packages, error);
    }
    // The job is run again when its children are done; where they are done already, the loop continues.
    if (await job.moveToWaitingChildren(token)) throw new packages.WaitingChildrenError();
  }
};

/** Runs a job of the pieces' queue, unless its file exists. */
const doJob = async ({ folder, index, kind }: PieceJob, pool: Pool, say: Say): Promise<PieceReport> => {
  const work = await readWork(folder);
  if (kind === 'part') {
    const report = await pool.run('part', work, index);
    say(`${work.name}: part ${index}`);
    return report;
  }
  if (await isThere(pieceFile(work, index))) return { contours: 0, pixels: 0 };
  const report = await pool.run('piece', work, index);
  say(`${work.name}: region ${index}`);
  return report;
};

/** The error of a failed job; it ends the job where another attempt would fail in the same way. */
const failureOf = ({ UnrecoverableError }: QueuePackages, error: unknown): Error => {
  const { text, lasting } = packed(error);
  return lasting || isAbort(error) ? new UnrecoverableError(text) : new Error(text);
};

const isThere = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
};
