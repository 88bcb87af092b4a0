/** The contours of an image once its pieces are merged, in a file of its folder, from which every output is written. */
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { joinedOf } from '../../contours/seams/joined.js';
import { type MergeHost, mergeRegions } from '../../contours/seams/merge.js';
import { isWanted } from '../../contours/seams/wanted.js';
import { SegmenterError } from '../../core/errors.js';
import { isRecord } from '../../core/record.js';
import type { ImageSource } from '../../image/samples.js';
import { measure } from '../../worker/feature.js';
import { measureOn } from '../../worker/measure.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { nameUuid } from './name-uuid.js';
import type { OpenWork } from './open-work.js';
import { type FailedStart, type PieceResult, pieceFile, readPiece } from './piece-file.js';
import { Spool } from './spool.js';
import { writeWhole } from './whole-file.js';
import type { Work } from './work.js';

/** Statistics of the pieces. */
export interface Gathered {
  /** Contours in all pieces, before those on seams were merged. */
  readonly found: number;
  /** Pieces that were not done; 0 unless a partial result was requested. */
  readonly missing: number;
  /** Pieces in which the maximum number of objects was found, so that there may be more. */
  readonly full: number;
  readonly problems: readonly FailedStart[];
}

/** An open file of merged contours; close it after use. */
export interface Merged {
  readonly spool: Spool;
  readonly gathered: Gathered;
  close(): Promise<void>;
}

/** Joined contours hold all of their metadata. */
const NOTHING = {};

/** Maximum number of problems that are listed; the others are only counted. */
const NAMED = 20;

/** The path of the merged contours. */
export const mergedFile = ({ folder }: Pick<Work, 'folder'>): string => join(folder, 'merged');

/** Opens the file, and writes it first if it does not exist. Rejects where a piece is not done. */
export const merge = async (opened: OpenWork): Promise<Merged> => {
  const { work } = opened;
  const before = await openMerged(work);
  if (before) return before;
  await writeWhole(mergedFile(work), async (file) => {
    const spool = new Spool(file);
    const gathered = await gather(opened, spool, false);
    await spool.seal(gathered);
  });
  const merged = await openMerged(work);
  if (merged === undefined) throw new Error(`the contours of ${work.name} were merged, and are not there; run again`);
  return merged;
};

/** `undefined` where the file is missing or incomplete; an incomplete file is removed. */
const openMerged = async (work: Pick<Work, 'folder'>): Promise<Merged | undefined> => {
  const path = mergedFile(work);
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch {
    return undefined;
  }
  const read = await Spool.open(file).catch(() => undefined);
  if (read !== undefined && isGathered(read.note))
    return { spool: read.spool, gathered: read.note, close: () => file.close() };
  await file.close();
  await rm(path, { force: true });
  return undefined;
};

const isGathered = (value: unknown): value is Gathered =>
  isRecord(value) && typeof value.found === 'number' && Array.isArray(value.problems);

/** Writes the merged contours to the spool, in an order that the plan determines. `partly`: missing pieces are allowed. */
export const gather = async ({ work, plan, image }: OpenWork, spool: Spool, partly: boolean): Promise<Gathered> => {
  const problems: FailedStart[] = [];
  let [found, missing, full, unnamed] = [0, 0, 0, 0];
  const shared = new WeakMap<ContourFeature, PieceResult['shared']>();
  const load = async (index: number): Promise<readonly ContourFeature[]> => {
    const piece = await readPiece(work, index);
    if (piece === undefined) {
      // An unreadable piece counts as missing, and is removed so that the next run repeats it.
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
  const join = (pieces: readonly ContourFeature[]): ContourFeature | undefined => {
    const whole = pieces.map((piece) => ({
      ...piece,
      properties: { ...piece.properties, metadata: { ...shared.get(piece), ...piece.properties.metadata } },
    }));
    const joined = joinedOf(whole, { idOf: nameUuid, measured: (geometry) => measure(geometry, image.placement) });
    if (joined) shared.set(joined, NOTHING);
    return joined;
  };
  for await (const contour of inOrder(plan, { load: ({ index }) => load(index), join })) {
    if (!isWanted(contour.geometry, work.recipe.region)) continue;
    const its = contour.properties.metadata.joined === undefined ? contour : await measuredOn(image, contour);
    await spool.add(its, shared.get(contour)!);
  }
  await spool.end();
  if (unnamed > 0) problems.push({ code: 'nothing-found', message: `${unnamed} more starts gave no contour.` });
  return { found, missing, full, problems };
};

async function* inOrder(
  { grid, pieces }: OpenWork['plan'],
  host: { load(piece: { readonly index: number }): ReturnType<MergeHost['load']> } & Pick<MergeHost, 'join'>,
): AsyncGenerator<ContourFeature, void> {
  if (grid !== undefined && grid.regions.length > 1) yield* mergeRegions(grid, host);
  else for (const index of pieces.keys()) yield* await host.load({ index });
}

/** A joined contour with the statistics of its samples. Where these cannot be read it has its size alone. */
const measuredOn = async (image: ImageSource, contour: ContourFeature): Promise<ContourFeature> => {
  const { geometry, properties } = contour;
  try {
    const measurements = { ...properties.measurements, ...(await measureOn(image, geometry)) };
    return { ...contour, properties: { ...properties, measurements } };
  } catch (error) {
    if (!(error instanceof SegmenterError)) throw error;
    return contour;
  }
};
