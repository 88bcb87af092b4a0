/** Carries out the work on any number of images, piece by piece, on the processes of one machine. */
import { stat } from 'node:fs/promises';
import { codedError, isAbort, SegmenterError } from '../../core/errors.js';
import type { Pool } from '../pool/pool.js';
import { Desk } from '../work/desk.js';
import { type Finished, finishedBefore } from '../work/finish.js';
import { pieceFile } from '../work/piece-file.js';
import type { Piece } from '../work/plan.js';
import type { Work } from '../work/work.js';
import { Slots } from './slots.js';

/** The outcome for one image. */
export type ImageOutcome =
  | { readonly status: 'finished' | 'before'; readonly work: Work; readonly finished: Finished }
  | { readonly status: 'failed'; readonly work: Work; readonly error: Error }
  | { readonly status: 'interrupted'; readonly work: Work };

/** Callbacks for progress. */
export interface Watcher {
  /** Called with the number of pieces that remain to be done for an image, and their pixels. */
  planned?(work: Work, pieces: number, pixels: number): void;
  piece?(work: Work, contours: number, pixels: number): void;
  image?(outcome: ImageOutcome): void;
}

/** Codes of errors that would occur for every further image too. */
const fatal: ReadonlySet<string> = new Set(['not-writable']);

/**
 * Does what is not done yet. Images are started in order, and pieces of several images run in parallel. A failed image does not
 * affect the others, but the batch stops where results cannot be written. Resolves to an outcome for every image, in order.
 */
export const carryOut = async (
  works: readonly Work[],
  pool: Pool,
  { signal, watcher = {} }: { readonly signal: AbortSignal; readonly watcher?: Watcher },
): Promise<readonly ImageOutcome[]> => {
  const controller = new AbortController();
  const stop = AbortSignal.any([signal, controller.signal]);
  const slots = new Slots(pool.size + 1);
  const desk = new Desk();
  const under: Promise<ImageOutcome>[] = [];
  for (const work of works) {
    const begun = await new ImageWork(work, { pool, slots, desk, stop, watcher }).begin();
    under.push(
      begun.outcome.then((outcome) => {
        const { error } = outcome.status === 'failed' ? outcome : { error: undefined };
        if (error instanceof SegmenterError && fatal.has(error.code)) controller.abort();
        watcher.image?.(outcome);
        return outcome;
      }),
    );
  }
  const outcomes = await Promise.all(under);
  await desk.clear();
  return outcomes;
};

/** What the images of a batch have in common. */
interface Batch {
  readonly pool: Pool;
  /** Pieces that may be under way at a time. */
  readonly slots: Slots;
  readonly desk: Desk;
  readonly stop: AbortSignal;
  readonly watcher: Watcher;
}

class ImageWork {
  #failure: Error | undefined;

  constructor(
    private readonly work: Work,
    private readonly batch: Batch,
  ) {}

  /** Resolves as soon as all pieces of the image are under way; the inner promise resolves to the outcome. */
  async begin(): Promise<{ readonly outcome: Promise<ImageOutcome> }> {
    const { work } = this;
    const { slots, stop } = this.batch;
    if (stop.aborted) return { outcome: Promise.resolve({ status: 'interrupted', work }) };
    const before = await finishedBefore(work);
    if (before) return { outcome: Promise.resolve({ status: 'before', work, finished: before }) };
    let pieces: readonly Piece[];
    try {
      ({ pieces } = (await this.batch.desk.open(work)).plan);
    } catch (error) {
      return { outcome: Promise.resolve(this.#failed(error)) };
    }
    const missing = await missingOf(work, pieces);
    const pixels = missing.reduce((sum, index) => sum + pieces[index]!.pixels, 0);
    this.batch.watcher.planned?.(work, missing.length, pixels);
    const under: Promise<void>[] = [];
    for (const index of missing) {
      await slots.take();
      if (this.#failure || stop.aborted) {
        slots.give();
        break;
      }
      under.push(this.#piece(index).finally(() => slots.give()));
    }
    return { outcome: this.#rest(under) };
  }

  async #piece(index: number): Promise<void> {
    try {
      const { contours, pixels } = await this.batch.pool.run('piece', this.work, index);
      this.batch.watcher.piece?.(this.work, contours, pixels);
    } catch (error) {
      this.#failure ??= codedError(error);
    }
  }

  async #rest(under: readonly Promise<void>[]): Promise<ImageOutcome> {
    const { work } = this;
    await Promise.all(under);
    if (this.#failure) return this.#failed(this.#failure);
    if (this.batch.stop.aborted) return { status: 'interrupted', work };
    try {
      const parts = await this.batch.pool.run('prepare', work);
      await Promise.all(parts.map((index) => this.#part(index)));
      return { status: 'finished', work, finished: await this.batch.pool.run('finish', work) };
    } catch (error) {
      return this.#failed(error);
    }
  }

  async #part(index: number): Promise<void> {
    await this.batch.slots.take();
    try {
      await this.batch.pool.run('part', this.work, index);
    } finally {
      this.batch.slots.give();
    }
  }

  #failed(error: unknown): ImageOutcome {
    const coded = codedError(error);
    return isAbort(coded)
      ? { status: 'interrupted', work: this.work }
      : { status: 'failed', work: this.work, error: coded };
  }
}

/** Pieces that are not done, in order. */
export const missingOf = async (work: Work, pieces: readonly Piece[]): Promise<readonly number[]> => {
  const there = await Promise.all(
    pieces.map(async (_, index) => {
      try {
        return (await stat(pieceFile(work, index))).isFile();
      } catch {
        return false;
      }
    }),
  );
  return [...pieces.keys()].filter((index) => !there[index]);
};
