/** Merges the pieces of an image and writes its files. */

import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../../contours/formats/features.js';
import { contains } from '../../contours/geometry.js';
import type { Recipe } from '../../contours/recipe/recipe.js';
import { mergeRegions } from '../../contours/seams/merge.js';
import { referencePoint } from '../../contours/seams/reference-point.js';
import type { ContourFeature } from '../../worker/protocol.js';
import type { Desk, OpenWork } from './desk.js';
import { writeOutput } from './outputs.js';
import { type FailedStart, type PieceResult, pieceFile, readPiece } from './piece-file.js';
import { Spool } from './spool.js';
import { writeError, writeWhole } from './whole-file.js';
import type { Work } from './work.js';

/** Facts about an image that is finished. */
export interface Finished {
  readonly contours: number;
  /** Contours in all pieces, before those on seams were merged. */
  readonly found: number;
  readonly pieces: number;
  /** Pieces that were not done, where what is finished was asked for all the same. */
  readonly missing: number;
  /** Pieces in which as many objects were found as may be: there may be more. */
  readonly full: number;
  readonly problems: readonly FailedStart[];
}

const DONE = 'done.json';
/** Problems that are named; the rest is counted. */
const NAMED = 20;

/**
 * Merges the pieces and writes every output, then a note that the image is done. Done again it writes the same bytes.
 * `partly`: takes the pieces that are there, and leaves no note.
 */
export const finish = async (desk: Desk, work: Work, { partly = false } = {}): Promise<Finished> => {
  const opened = await desk.open(work);
  const { image, plan } = opened;
  const scratch = join(work.folder, `spool.${randomBytes(6).toString('hex')}`);
  await mkdir(work.folder, { recursive: true }).catch((error: unknown) => {
    throw writeError(work.folder, error);
  });
  const file = await open(scratch, 'wx+').catch((error: unknown) => {
    throw writeError(scratch, error);
  });
  try {
    const spool = new Spool(file);
    const counts = await gather(opened, spool, partly).catch((error: unknown) => {
      throw writeError(scratch, error);
    });
    const { name, width, height, placement, stack } = image;
    const frame = { name, width, height, ...(placement ? { placement } : {}), ...(stack ? { stack } : {}) };
    for (const output of work.outputs) await writeOutput(output, spool, frame, work.recipe.metadata);
    const finished: Finished = { contours: spool.count, pieces: plan.pieces.length, ...counts };
    if (!partly) {
      const note = { key: work.key, image: work.name, outputs: work.outputs, ...finished };
      await writeWhole(join(work.folder, DONE), (done) => done.writeFile(`${JSON.stringify(note, null, 2)}\n`));
      await Promise.all(plan.pieces.map((_, index) => rm(pieceFile(work, index), { force: true })));
    }
    return finished;
  } finally {
    await file.close();
    await rm(scratch, { force: true });
  }
};

/** Reads the note that was left when the image was done, if all that was written then is still there. */
export const finishedBefore = async ({ folder, outputs }: Work): Promise<Finished | undefined> => {
  try {
    const note: unknown = JSON.parse(await readFile(join(folder, DONE), 'utf8'));
    await Promise.all(outputs.map(({ path }) => stat(path)));
    return isFinished(note) && sameOutputs(note, outputs) ? note : undefined;
  } catch {
    return undefined;
  }
};

const isFinished = (value: unknown): value is Finished & { readonly outputs?: unknown } =>
  isRecord(value) && typeof value.contours === 'number' && Array.isArray(value.problems);

const sameOutputs = (note: { readonly outputs?: unknown }, outputs: Work['outputs']): boolean =>
  JSON.stringify(note.outputs) === JSON.stringify(outputs);

/** Brings the contours that stay into the spool, in an order that the plan determines. */
const gather = async (
  { work, plan }: OpenWork,
  spool: Spool,
  partly: boolean,
): Promise<Pick<Finished, 'found' | 'missing' | 'full' | 'problems'>> => {
  const problems: FailedStart[] = [];
  let [found, missing, full, unnamed] = [0, 0, 0, 0];
  const shared = new WeakMap<ContourFeature, PieceResult['shared']>();
  const load = async (index: number): Promise<readonly ContourFeature[]> => {
    const piece = await readPiece(work, index);
    if (piece === undefined) {
      // Unreadable is as good as not there: whoever goes on does it again.
      await rm(pieceFile(work, index), { force: true });
      if (!partly) throw new Error(`piece ${index} of ${work.name} is not there; run again`);
      missing++;
      return [];
    }
    found += piece.contours.length;
    if (piece.full) full++;
    for (const problem of piece.problems) {
      if (problems.length < NAMED) problems.push(problem);
      else unnamed++;
    }
    for (const contour of piece.contours) shared.set(contour, piece.shared);
    return piece.contours;
  };
  for await (const contour of inOrder(plan, load)) {
    if (isWanted(contour, work.recipe.region)) await spool.add(contour, shared.get(contour)!);
  }
  await spool.end();
  if (unnamed > 0) problems.push({ code: 'nothing-found', message: `${unnamed} more starts gave no contour.` });
  return { found, missing, full, problems };
};

async function* inOrder(
  { grid, pieces }: OpenWork['plan'],
  load: (index: number) => Promise<readonly ContourFeature[]>,
): AsyncGenerator<ContourFeature, void> {
  if (grid !== undefined && grid.regions.length > 1) yield* mergeRegions(grid, ({ index }) => load(index));
  else for (const index of pieces.keys()) yield* await load(index);
}

const isWanted = ({ geometry }: ContourFeature, region: Recipe['region']): boolean => {
  if (region === undefined) return true;
  const [x, y] = referencePoint(geometry);
  if ('type' in region) return contains(region, { x: x + 0.5, y: y + 0.5 });
  return x >= region.x && y >= region.y && x < region.x + region.width && y < region.y + region.height;
};
