/** Does one piece of the work on an image: a region, or some starts. */

import { classificationOf } from '../../contours/formats/geojson.js';
import { byArea, mostObjectsOf, PIXEL_BUDGET, seesAll, withRegion } from '../../contours/seams/regions.js';
import { contourSet } from '../../contours/set/contour-set.js';
import { ownMetadata, survey } from '../../contours/set/survey.js';
import { badParameter, SegmenterError, show } from '../../core/errors.js';
import type { Rect } from '../../core/geometry/rect.js';
import { isRecord } from '../../core/record.js';
import type { EngineRequest } from '../../worker/engine.js';
import type { ContourFeature } from '../../worker/protocol.js';
import type { Desk } from './desk.js';
import { nameUuid } from './name-uuid.js';
import type { OpenWork } from './open-work.js';
import { type FailedStart, type PieceResult, writePiece } from './piece-file.js';
import type { Piece } from './plan.js';
import type { Work } from './work.js';

/** Facts about a finished piece. */
export interface PieceReport {
  readonly contours: number;
  readonly pixels: number;
}

/** Does a piece and writes its file. Rejects with a coded error. */
export const doPiece = async (desk: Desk, work: Work, index: number): Promise<PieceReport> => {
  const opened = await desk.open(work);
  const piece = opened.plan.pieces[index];
  if (piece === undefined)
    throw badParameter('index', index, `${work.name} has ${opened.plan.pieces.length} pieces, from 0`);
  const found = piece.kind === 'region' ? await inRegion(desk, opened, piece) : await fromStarts(desk, opened, piece);
  const contours = found.contours.map(withoutMachine);
  const shared = contours.length === 0 ? {} : (await survey(contourSet(contours))).shared;
  const lean = contours.map((contour) => ({
    ...contour,
    properties: { ...contour.properties, metadata: ownMetadata(contour, { shared }) },
  }));
  await writePiece(work, index, { ...found, shared, contours: lean });
  return { contours: contours.length, pixels: piece.pixels };
};

type Found = Omit<PieceResult, 'shared'>;

const inRegion = async (
  desk: Desk,
  { work, image, plan }: OpenWork,
  { region }: Extract<Piece, { readonly kind: 'region' }>,
): Promise<Found> => {
  const learnt = await desk.learnt({ work, image, plan });
  const request = plan.grid ? byArea(learnt, plan.grid) : learnt;
  const whole = seesAll(region, image);
  const most = mostObjectsOf(request);
  const asked = {
    ...request,
    ...(plan.level === undefined ? {} : { level: plan.level }),
    ...(whole && request.domain === undefined ? {} : { domain: domainOf(request.domain, region.outer) }),
    ...(most === undefined ? {} : { objects: most }),
  };
  try {
    const found = await segment(desk, { work, image, plan }, asked, 'auto', `region ${region.index}`);
    const contours = whole ? found : found.map((contour) => withRegion(contour, region));
    return { contours, problems: [], full: most !== undefined && contours.length >= most };
  } catch (error) {
    if (error instanceof SegmenterError && error.code === 'nothing-found')
      return { contours: [], problems: [], full: false };
    throw error;
  }
};

const domainOf = (given: unknown, outer: Rect): unknown => {
  if (given !== undefined)
    throw new SegmenterError('bad-recipe', {
      name: 'given',
      reason: 'it has a domain for objects that are found in regions; "region" says where they are wanted',
    });
  return outer;
};

const fromStarts = async (
  desk: Desk,
  opened: OpenWork,
  { starts, first }: Extract<Piece, { readonly kind: 'starts' }>,
): Promise<Found> => {
  const contours: ContourFeature[] = [];
  const problems: FailedStart[] = [];
  for (const [k, start] of starts.entries()) {
    try {
      const its = await segment(desk, opened, opened.work.recipe.request, start, `start ${first + k}`);
      contours.push(
        ...its.map((contour) => ({ ...contour, properties: { ...contour.properties, ...namesOf(start) } })),
      );
    } catch (error) {
      if (!(error instanceof SegmenterError) || !ofTheStart.has(error.code)) throw error;
      problems.push({ code: error.code, message: `Start ${first + k + 1}: ${error.message}` });
    }
  }
  return { contours, problems, full: false };
};

/** Codes of errors that concern a single start and do not affect the others. */
const ofTheStart: ReadonlySet<string> = new Set(['nothing-found', 'bad-init']);

/** The class and the name of a start, which its contour takes over. */
const namesOf = (start: unknown): Partial<ContourFeature['properties']> => {
  if (!isRecord(start) || !isRecord(start.properties)) return {};
  const { name, classification } = start.properties;
  const known = classificationOf(classification);
  return { ...(typeof name === 'string' && name !== '' ? { name } : {}), ...(known ? { classification: known } : {}) };
};

const segment = async (
  desk: Desk,
  { work, image }: OpenWork,
  asked: Readonly<Record<string, unknown>>,
  init: unknown,
  name: string,
): Promise<readonly ContourFeature[]> => {
  const engine = await desk.engine(work.backend);
  const identity = JSON.stringify([work.name, work.recipe.request, name]);
  const id = nameUuid(identity);
  const { contours } = await engine.segment(image, requestWith(asked, init), { id }).outcome;
  return contours.map((contour, k) => (k === 0 ? contour : { ...contour, id: nameUuid(`${identity} ${k}`) }));
};

/** The request for one start, which the recipe does not validate; the engine does. */
const requestWith = (asked: Readonly<Record<string, unknown>>, init: unknown): EngineRequest => {
  const { pixelBudget = PIXEL_BUDGET } = asked;
  const request: object = { ...asked, init, pixelBudget };
  if (isRequest(request)) return request;
  throw new SegmenterError('bad-init', { init: show(init), reason: 'a start is wanted' });
};

const isRequest = (request: object): request is EngineRequest => 'init' in request && request.init !== undefined;

/** Removes the metadata that differ between machines; the summary says where the work was done. */
const withoutMachine = (contour: ContourFeature): ContourFeature => {
  const { backend: _backend, adapter: _adapter, ...metadata } = contour.properties.metadata;
  return { ...contour, properties: { ...contour.properties, metadata } };
};
