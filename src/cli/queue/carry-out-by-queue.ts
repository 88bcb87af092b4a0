/** Has any number of images processed by the workers of a queue, and waits for the results. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FlowProducer, Queue } from 'bullmq';
import { codedError, fromErrorData, SegmenterError } from '../../core/errors.js';
import { type ImageOutcome, missingOf, type Watcher } from '../batch/carry-out.js';
import { Desk } from '../work/desk.js';
import { finishedBefore, isFinished } from '../work/finish.js';
import type { Plan } from '../work/plan.js';
import type { Work } from '../work/work.js';
import { writeWork } from '../work/work-file.js';
import { flowOf, IMAGES, imageJobId, PREFIX, unpacked } from './jobs.js';
import { connect, queuePackages, wordsOf } from './server.js';

/** Milliseconds between two polls of the jobs. Polling, since events may be lost when Redis restarts, but its stored state is not. */
const LOOK = 500;

/** The queue, and the caller's callbacks. */
export interface QueueOptions {
  readonly url: string;
  /** 1 is the highest; 0 means no priorities. */
  readonly priority: number;
  readonly signal: AbortSignal;
  readonly watcher: Watcher;
}

/** Resolves to an outcome for every image, in order. Rejects with `no-queue` where the queue does not accept jobs. */
export const carryOutByQueue = async (
  works: readonly Work[],
  options: QueueOptions,
): Promise<readonly ImageOutcome[]> => {
  const { url, priority, signal, watcher } = options;
  const packages = await queuePackages();
  const connection = await connect(packages, url);
  const producer = new packages.FlowProducer({ connection, prefix: PREFIX });
  const queue = new packages.Queue(IMAGES, { connection, prefix: PREFIX });
  producer.on('error', () => {});
  queue.on('error', () => {});
  const desk = new Desk();
  try {
    const images = works.map((work) => new QueuedImage(work, queue, producer, priority, watcher));
    for (const image of images) if (!signal.aborted) await image.begin(desk);
    while (!signal.aborted && images.some(({ outcome }) => outcome === undefined)) {
      await Promise.all(images.map((image) => image.look(desk)));
      await wait(LOOK, undefined, { signal }).catch(() => {});
    }
    return images.map(({ outcome, work }) => outcome ?? { status: 'interrupted', work });
  } catch (error) {
    if (error instanceof SegmenterError) throw error;
    throw new SegmenterError('no-queue', { url, reason: wordsOf(error) }, { cause: error });
  } finally {
    await desk.clear();
    await Promise.all([producer.close(), queue.close()]);
    connection.disconnect();
  }
};

class QueuedImage {
  outcome: ImageOutcome | undefined;
  /** Pieces that were added, and how many of them are known to be done. */
  #pieces = 0;
  #done = 0;
  #pixels = 0;

  constructor(
    readonly work: Work,
    private readonly queue: Queue,
    private readonly producer: FlowProducer,
    private readonly priority: number,
    private readonly watcher: Watcher,
  ) {}

  /** Adds the image to the queue, unless it is finished or queued already. */
  async begin(desk: Desk): Promise<void> {
    const { work, queue } = this;
    const finished = await finishedBefore(work);
    if (finished) return this.#end({ status: 'before', work, finished });
    const old = await queue.getJob(imageJobId(work));
    const state = await old?.getState();
    // An old job that is over has to run again, since its files are missing.
    if (state === 'completed' || state === 'failed') await old?.remove({ removeChildren: true });
    await this.#add(desk, state !== undefined && state !== 'completed' && state !== 'failed' && state !== 'unknown');
  }

  /** Polls the state of the image's job; adds the image again if the queue has lost the job. */
  async look(desk: Desk): Promise<void> {
    if (this.outcome) return;
    const { work, queue } = this;
    const job = await queue.getJob(imageJobId(work));
    const state = job === undefined ? 'unknown' : await job.getState();
    if (job === undefined || state === 'unknown') return this.#add(desk, false);
    if (state === 'completed') {
      const finished: unknown = (await finishedBefore(work)) ?? job.returnvalue;
      if (isFinished(finished)) return this.#end({ status: 'finished', work, finished });
      return this.#end({ status: 'failed', work, error: fromErrorData(unpacked('it is done and left nothing')) });
    }
    if (state === 'failed') {
      const error = fromErrorData(unpacked(job.failedReason));
      return this.#end({ status: 'failed', work, error });
    }
    const { unprocessed = 0 } = await job.getDependenciesCount({ unprocessed: true });
    const done = Math.max(this.#done, this.#pieces - unprocessed);
    const pixels = this.#pieces === 0 ? 0 : (this.#pixels * (done - this.#done)) / this.#pieces;
    if (done > this.#done) this.watcher.piece?.(work, 0, pixels);
    this.#done = done;
  }

  async #add(desk: Desk, there: boolean): Promise<void> {
    const { work, watcher } = this;
    let plan: Plan;
    try {
      ({ plan } = await desk.open(work));
    } catch (error) {
      return this.#end({ status: 'failed', work, error: codedError(error) });
    }
    const missing = await missingOf(work, plan.pieces);
    if (this.#pieces === 0) {
      this.#pieces = missing.length;
      this.#pixels = missing.reduce((sum, index) => sum + plan.pieces[index]!.pixels, 0);
      watcher.planned?.(work, this.#pieces, this.#pixels);
    }
    if (there) return;
    await writeWork(work);
    await this.producer.add(flowOf(work, missing, this.priority));
  }

  #end(outcome: ImageOutcome): void {
    this.outcome = outcome;
    const { finished } = 'finished' in outcome ? outcome : { finished: undefined };
    const left = this.#pieces === 0 ? 0 : (this.#pixels * (this.#pieces - this.#done)) / this.#pieces;
    this.watcher.piece?.(this.work, outcome.status === 'finished' ? (finished?.found ?? 0) : 0, left);
    this.watcher.image?.(outcome);
  }
}
