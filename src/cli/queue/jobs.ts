/** The work on an image as jobs: one for the image, with a child for each piece that is not done. */

import { isAbsolute } from 'node:path';
import type { FlowJobBase, JobsOptions } from 'bullmq';
import { badParameter, type ErrorData, isErrorData, toErrorData } from '../../core/errors.js';
import { isRecord } from '../../core/record.js';
import type { Work } from '../work/work.js';

/** Prefix of the keys in Redis. */
export const PREFIX = 'snake-segmenter';
/** The queue of images. */
export const IMAGES = 'images';
/** The queue of pieces. */
export const PIECES = 'pieces';

/** The work itself is stored in its folder, so that Redis does not hold a copy for every piece. */
export interface ImageJob {
  readonly folder: string;
}

/** A piece by its number, or a part of what remains to be done once the pieces are merged. */
export interface PieceJob extends ImageJob {
  readonly index: number;
  readonly kind: 'piece' | 'part';
}

/** Validates the data of an image's job. Throws `bad-parameter`. */
export const checkImageJob = (data: unknown): ImageJob => {
  const folder = isRecord(data) ? data.folder : data;
  if (typeof folder !== 'string' || !isAbsolute(folder))
    throw badParameter('folder', folder, 'a job says the folder of its work, as an absolute path');
  return { folder };
};

/** Validates the data of a piece's job. Throws `bad-parameter`. */
export const checkPieceJob = (data: unknown): PieceJob => {
  const { folder } = checkImageJob(data);
  const { index, kind } = data as Readonly<Record<string, unknown>>;
  if (typeof index !== 'number' || !Number.isSafeInteger(index) || index < 0)
    throw badParameter('index', index, 'it must be the number of a piece, from 0');
  if (kind !== 'piece' && kind !== 'part') throw badParameter('kind', kind, 'it must be piece or part');
  return { folder, index, kind };
};

/** The same work has the same id, so that work added twice is one job. */
export const imageJobId = ({ key }: Work): string => key;

const ATTEMPTS = 5;
/** Milliseconds before the second attempt; doubled before each further one. */
const FIRST_DELAY = 1000;

/** Seconds for which jobs that are over are kept, far longer than the polling interval of those who wait for them. */
const KEPT = 86_400;

interface FlowNode extends FlowJobBase<JobsOptions> {
  readonly children?: FlowNode[];
}

const optionsOf = (priority: number): JobsOptions => ({
  attempts: ATTEMPTS,
  backoff: { type: 'exponential', delay: FIRST_DELAY },
  ...(priority > 0 ? { priority } : {}),
});

/** `priority`: 1 is the highest; 0 means no priorities. */
export const flowOf = (work: Work, missing: readonly number[], priority: number): FlowNode => {
  const opts = optionsOf(priority);
  return {
    name: work.name,
    queueName: IMAGES,
    prefix: PREFIX,
    data: { folder: work.folder } satisfies ImageJob,
    opts: { ...opts, jobId: imageJobId(work), removeOnComplete: { age: KEPT }, removeOnFail: { age: KEPT } },
    children: missing.map((index) => ({
      name: `${work.name} ${index}`,
      queueName: PIECES,
      prefix: PREFIX,
      data: { folder: work.folder, index, kind: 'piece' } satisfies PieceJob,
      opts: { ...opts, jobId: `${work.key}-${index}`, continueParentOnFailure: true, removeOnComplete: true },
    })),
  };
};

/** Parts of an image as further children of its job. They precede waiting jobs, because their image is nearly done. */
export const partJobsOf = (
  work: Work,
  parts: readonly number[],
  parent: { readonly id: string; readonly queue: string; readonly priority: number },
): { readonly name: string; readonly data: PieceJob; readonly opts: JobsOptions }[] =>
  parts.map((index) => ({
    name: `${work.name} part ${index}`,
    data: { folder: work.folder, index, kind: 'part' },
    opts: {
      ...optionsOf(parent.priority),
      lifo: true,
      jobId: `${work.key}-part-${index}`,
      parent: { id: parent.id, queue: parent.queue },
      continueParentOnFailure: true,
      removeOnComplete: true,
    },
  }));

/** Codes of errors that would occur again in another attempt, even on another machine. */
const lasting: ReadonlySet<string> = new Set([
  'bad-init',
  'bad-parameter',
  'bad-recipe',
  'image-too-large',
  'image-unreadable',
  'no-webgpu',
  'unsupported',
]);

/** Serialises an error as the text that a job stores. */
export const packed = (error: unknown): { readonly text: string; readonly lasting: boolean } => {
  const data = toErrorData(error);
  return { text: JSON.stringify(data), lasting: lasting.has(data.code) };
};

/** Parses the error that `packed` wrote; any other text becomes the reason of the error. */
export const unpacked = (text = 'it says no reason'): ErrorData => {
  try {
    const data: unknown = JSON.parse(text);
    if (isErrorData(data)) return data;
  } catch {
    // As below.
  }
  return { code: 'worker-crashed', message: text, recoverable: true, values: { reason: text } };
};
