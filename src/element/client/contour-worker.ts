/** Contours read and written in a worker: one for each file, which ends with it, or where it does not answer. */
import type { Remote } from 'comlink';
import type { ImageFrame, Imported } from '../../contours/formats/features.js';
import { unpack } from '../../contours/packed-contour.js';
import type { ContourFiles } from '../../contours/traffic/contour-files.js';
import { type ContourPiece, piecesOf } from '../../contours/traffic/pieces.js';
import { abortError, reasonWithin, SegmenterError } from '../../core/errors.js';
import { CONTOUR_FILES } from '../../core/worker-names.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { besideThis, startWorker } from './start-worker.js';
import type { WorkerLike } from './sure-worker.js';
import { WorkerLink } from './worker-link.js';

/** Options of a worker for one file of contours. */
export interface ContourWorkerOptions {
  /** The address of the worker's script; beside this module by default. */
  readonly workerUrl?: string | URL;
  /** Milliseconds of silence after which the worker counts as hung; 120 000 when not given: a parser may be at half a gigabyte of text. */
  readonly deadline?: number;
  readonly startWorker?: (url?: string | URL, name?: string) => WorkerLike;
}

/** Does the work in place of a worker that does not start, or whose code does not come, as without a connection. When not given, that is an error. */
type Instead<T> = () => Promise<T>;

const DEADLINE = 120_000;
/** Pieces that are requested in parallel, because a message takes longer than packing a piece. */
const AHEAD = 4;

/** The contours of a text, parsed JSON or a file. Rejects with a `SegmenterError`: `bad-import`, `worker-crashed` or `timeout`. */
export const readInWorker = (
  data: unknown,
  options: ContourWorkerOptions = {},
  image?: ImageFrame,
  instead?: Instead<Imported>,
): Promise<Imported> =>
  withWorker(options, instead, async (link) => {
    const left = await link.call('import', (files) => files.read(data, image && plainFrame(image)));
    const contours: ContourFeature[] = [];
    const next = (): Promise<ContourPiece | undefined> => {
      const piece = link.call('import', async (files) => files.next());
      // If one fails, the following ones are not awaited: this prevents unhandled rejections.
      piece.catch(() => {});
      return piece;
    };
    // The worker packs pieces while this side unpacks one, so that neither waits for messages.
    const coming = Array.from({ length: AHEAD }, next);
    for (;;) {
      const piece = await coming.shift();
      if (!piece) break;
      coming.push(next());
      for (const packed of piece) contours.push(unpack(packed));
    }
    return { contours, ...left };
  });

/** The contours in a format. Rejects with a `SegmenterError`. */
export const writeInWorker = (
  format: string,
  contours: readonly ContourFeature[],
  frame: ImageFrame,
  options: ContourWorkerOptions = {},
  instead?: Instead<string | Blob>,
): Promise<string | Blob> =>
  withWorker(options, instead, async (link) => {
    for (const piece of piecesOf(contours)) await link.call('export', (files) => files.take(piece));
    const image = plainFrame(frame);
    return link.call<string | Blob>('export', async (files) => files.write(format, image));
  });

/** The members that a message carries. */
const plainFrame = ({ name, width, height, placement, dicom, source, stack, classes }: ImageFrame): ImageFrame => ({
  name,
  width,
  height,
  ...(placement && { placement }),
  ...(dicom && { dicom }),
  ...(source !== undefined && { source }),
  ...(stack && { stack }),
  ...(classes && { classes }),
});

const withWorker = async <T>(
  { workerUrl, deadline = DEADLINE, startWorker: start = startWorker }: ContourWorkerOptions,
  instead: Instead<T> | undefined,
  work: (link: WorkerLink<ContourFiles>) => Promise<T>,
): Promise<T> => {
  let worker: WorkerLike;
  try {
    worker = start(workerUrl, CONTOUR_FILES);
  } catch (cause) {
    if (instead) return instead();
    throw new SegmenterError('worker-crashed', { reason: reasonWithin(cause) }, { cause });
  }
  const ping = (files: Remote<ContourFiles>): Promise<void> => files.ping();
  const link = new WorkerLink<ContourFiles>(worker, String(workerUrl ?? besideThis()), deadline, () => {}, ping);
  let starts = true;
  try {
    // The first answer shows that the script runs: only from then on does silence count.
    await link.call('start', ping, { limit: deadline });
    starts = false;
    return await work(link);
  } catch (error) {
    const { code } = error instanceof SegmenterError ? error : {};
    if (instead && (code === 'not-loaded' || (starts && code === 'worker-crashed'))) return await instead();
    throw error;
  } finally {
    link.close(abortError());
  }
};
