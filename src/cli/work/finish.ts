/** Finishes an image whose pieces are done: merges them, writes its files, and notes that it is done. */

import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { badParameter } from '../../core/errors.js';
import { isRecord } from '../../core/record.js';
import type { Desk } from './desk.js';
import { type Gathered, gather } from './merged.js';
import type { OpenWork } from './open-work.js';
import { isWritten, removeUnfinishedOutputs, writeOutput } from './outputs.js';
import { doPart, frameOf, isPartDone, joinOutput, partsOf } from './parts.js';
import type { PieceReport } from './piece.js';
import { Spool } from './spool.js';
import { writeError, writeWhole } from './whole-file.js';
import type { Work } from './work.js';
import { WORK_FILE } from './work-file.js';

/** Facts about a finished image. */
export interface Finished extends Gathered {
  readonly contours: number;
  readonly pieces: number;
  /** What of the image is not read as the file has it, a sentence each. */
  readonly notes?: readonly string[];
}

const DONE = 'done.json';

/** Merges the pieces. Resolves to the numbers of the parts that have to be done before the image can be finished. */
export const prepare = async (desk: Desk, work: Work): Promise<readonly number[]> => {
  const opened = await desk.open(work);
  const { spool } = await desk.merged(opened);
  const parts = partsOf(work, frameOf(opened.image), spool.count);
  const done = await Promise.all(parts.map((part) => isPartDone(work, part)));
  return [...parts.keys()].filter((index) => !done[index]);
};

/** Does a part by its number. */
export const finishPart = async (desk: Desk, work: Work, index: number): Promise<PieceReport> => {
  const opened = await desk.open(work);
  const { spool } = await desk.merged(opened);
  const frame = frameOf(opened.image);
  const parts = partsOf(work, frame, spool.count);
  const part = parts[index];
  if (part === undefined) throw badParameter('index', index, `${work.name} has ${parts.length} parts, from 0`);
  await doPart(work, frame, spool, part);
  return { contours: 0, pixels: 0 };
};

/**
 * Writes every missing output, then a note that the image is done, and removes the unfinished files, including those of killed
 * processes. Parts that were not prepared are done now. A second call writes the same bytes.
 */
export const finish = async (desk: Desk, work: Work): Promise<Finished> => {
  const opened = await desk.open(work);
  const { spool, gathered } = await desk.merged(opened);
  const frame = frameOf(opened.image);
  for (const output of work.outputs) await joinOutput(work, frame, spool, output);
  await removeUnfinishedOutputs(work);
  const finished = factsOf(opened, spool, gathered);
  const note = { key: work.key, image: work.name, outputs: work.outputs, ...finished };
  await writeWhole(join(work.folder, DONE), (done) => done.writeFile(`${JSON.stringify(note, null, 2)}\n`));
  await desk.closeMerged();
  const names = await readdir(work.folder);
  const over = names.filter((name) => name !== DONE && name !== WORK_FILE);
  await Promise.all(over.map((name) => rm(join(work.folder, name), { force: true })));
  return finished;
};

/** Writes the outputs from the pieces that are done, without a note. */
export const finishPartly = async (desk: Desk, work: Work): Promise<Finished> => {
  const opened = await desk.open(work);
  const scratch = join(work.folder, `spool.${randomBytes(6).toString('hex')}`);
  await mkdir(work.folder, { recursive: true }).catch((error: unknown) => {
    throw writeError(work.folder, error);
  });
  const file = await open(scratch, 'wx+').catch((error: unknown) => {
    throw writeError(scratch, error);
  });
  try {
    const spool = new Spool(file);
    const gathered = await gather(opened, spool, true).catch((error: unknown) => {
      throw writeError(scratch, error);
    });
    const { metadata } = work.recipe;
    for (const output of work.outputs) await writeOutput(output, spool, frameOf(opened.image), { metadata });
    return factsOf(opened, spool, gathered);
  } finally {
    await file.close();
    await rm(scratch, { force: true });
  }
};

const factsOf = ({ image, plan }: OpenWork, { count }: Spool, gathered: Gathered): Finished => {
  const notes = image.notes?.map(({ text }) => text);
  return { contours: count, pieces: plan.pieces.length, ...gathered, ...(notes ? { notes } : {}) };
};

/** Reads the note that was written when the image was done, if all its outputs still exist. */
export const finishedBefore = async (work: Work): Promise<Finished | undefined> => {
  try {
    const note: unknown = JSON.parse(await readFile(join(work.folder, DONE), 'utf8'));
    const written = await Promise.all(work.outputs.map((output) => isWritten(work, output)));
    return isFinished(note) && written.every((each) => each) ? note : undefined;
  } catch {
    return undefined;
  }
};

/** Whether a value has the shape of the result, and of the note, of `finish`. */
export const isFinished = (value: unknown): value is Finished =>
  isRecord(value) && typeof value.contours === 'number' && Array.isArray(value.problems);
