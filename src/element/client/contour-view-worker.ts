/** A file of contours in a worker that stays as long as the file is shown, or in the page where no worker starts. */

import { expose, proxy, type Remote } from 'comlink';
import { unpack } from '../../contours/packed-contour.js';
import { type ContourFileFacts, ContourView, type InView } from '../../contours/traffic/contour-view.js';
import { abortError, SegmenterError, show } from '../../core/errors.js';
import type { Box } from '../../core/geometry/rect.js';
import { because } from '../../core/reasons.js';
import { absolute, lastPart } from '../../core/url.js';
import { CONTOUR_VIEW } from '../../core/worker-names.js';
import type { AskRequest } from '../../image/io/request.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { PageWorker } from './page-worker.js';
import { besideThis, startWorker } from './start-worker.js';
import type { WorkerLike } from './sure-worker.js';
import { WorkerLink } from './worker-link.js';

/** Milliseconds of silence after which the worker counts as hung. */
const DEADLINE = 60_000;

/** A file of contours, and how it is read. */
export interface ContourViewSource {
  /** An address, or the file itself. */
  readonly file: Blob | string;
  readonly workerUrl?: string | undefined;
  /** Headers and credentials of the requests for an address. */
  readonly request?: AskRequest | undefined;
}

/** Methods reject with a `SegmenterError`, or with `AbortError` once it is closed or looks elsewhere. */
export class ContourViewWorker {
  private constructor(
    private readonly link: WorkerLink<ContourView>,
    readonly facts: ContourFileFacts,
  ) {}

  static async open(source: ContourViewSource): Promise<ContourViewWorker> {
    let link: WorkerLink<ContourView> | undefined;
    let starts = true;
    try {
      link = linkTo(startWorker(source.workerUrl, CONTOUR_VIEW), source);
      await link.call('start', ping, { limit: DEADLINE });
      starts = false;
      return await ContourViewWorker.#opened(link, source);
    } catch (error) {
      link?.close(abortError());
      const { code } = error instanceof SegmenterError ? error : {};
      if (!starts && code !== 'not-loaded') throw error;
    }
    // As without a connection: the page has loaded ahead what does the work.
    link = linkTo(new PageWorker((scope) => expose(new ContourView(), scope), CONTOUR_VIEW), source);
    try {
      return await ContourViewWorker.#opened(link, source);
    } catch (error) {
      link.close(abortError());
      throw error;
    }
  }

  static async #opened(
    link: WorkerLink<ContourView>,
    { file, request }: ContourViewSource,
  ): Promise<ContourViewWorker> {
    const source = typeof file === 'string' ? addressOf(file) : file;
    const ask = request && proxy(request);
    const facts = await link.call('open', (view) => view.open(source, nameOf(file), ask));
    return new ContourViewWorker(link, facts);
  }

  look(wanted: Box, pixel: number, most?: number): Promise<InView> {
    return this.link.call<InView>('look', (view) => view.look(wanted, pixel, most));
  }

  /** The next contours of the last look; `undefined` after the last. */
  async next(): Promise<readonly ContourFeature[] | undefined> {
    return (await this.link.call('look', (view) => view.next()))?.map(unpack);
  }

  close(): void {
    this.link.close(abortError());
  }
}

const ping = (view: Remote<ContourView>): Promise<void> => view.ping();

const linkTo = (worker: WorkerLike, { workerUrl }: ContourViewSource): WorkerLink<ContourView> =>
  new WorkerLink<ContourView>(worker, String(workerUrl ?? besideThis()), DEADLINE, () => {}, ping);

/** The file's name, or the last part of its address. */
const nameOf = (file: Blob | string): string => {
  if (typeof file !== 'string') return file instanceof File ? file.name : 'the file';
  return lastPart(absolute(file) ?? file);
};

const addressOf = (file: string): string => {
  const address = absolute(file);
  if (address !== undefined) return address;
  throw new SegmenterError('image-not-found', { url: show(file), reason: because('no-address')`it is no address` });
};
