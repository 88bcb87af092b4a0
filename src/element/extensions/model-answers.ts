/** The way from a start to a model's prompts, and from its answer to outlines. Loaded when a model is first asked. */

import type { Geometry } from '../../algorithm/algorithm.js';
import type { Init, InitList } from '../../algorithm/start.js';
import { geometryOf } from '../../contours/formats/geometry-of.js';
import { boundsOf, type Point } from '../../contours/geometry.js';
import { type Mask, maskGeometry } from '../../contours/shapes/mask-geometry.js';
import { badParameter, isAbort, reasonOf, reasonWithin, SegmenterError, show } from '../../core/errors.js';
import type { Position } from '../../core/geometry/ring.js';
import { isFiniteNumber } from '../../core/numbers/finite.js';
import { because, type Told } from '../../core/reasons.js';
import { checkHints } from '../../worker/checks/hints.js';
import { rectOf } from '../../worker/checks/request.js';
import { toldInit } from '../../worker/checks/told-init.js';
import type { ImageInfo, SegmentRequest } from '../../worker/protocol.js';
import type { ModelContext, ModelContribution, Prompts } from './own-model.js';

/** The start of a run as prompts. Throws `bad-init`, also for a list, since a model is asked about one object; or `bad-hints`. */
export const promptsOf = (
  init: Init | InitList,
  { hints, domain, slice }: Pick<SegmentRequest, 'hints' | 'domain' | 'slice'>,
  { width, height }: Pick<ImageInfo, 'width' | 'height'>,
): Prompts => {
  const whole = { x: 0, y: 0, width, height };
  const marks = hints === undefined ? undefined : checkHints(hints, whole);
  const points = (strokes: readonly (readonly Position[])[] = []): Point[] =>
    strokes.flat().map(([x, y]) => ({ x, y }));
  const [inside, outside] = [points(marks?.inside), points(marks?.outside)];
  const common = { inside, outside, everywhere: false, ...(slice === undefined ? {} : { slice }) };
  const refuse = (value: string, reason: Told): never => {
    throw new SegmenterError('bad-init', { init: value, reason });
  };
  const told = toldInit(init);
  switch (told.kind) {
    case 'everywhere':
      return { ...common, everywhere: true, box: domain ?? whole };
    case 'geometry': {
      const geometry = geometryOf(told.geometry, 'init');
      if (geometry?.type !== 'Polygon') break;
      const { x0, y0, x1, y1 } = boundsOf(geometry);
      const box = { x: x0, y: y0, width: x1 - x0, height: y1 - y0 };
      return { ...common, box, polygon: geometry.coordinates };
    }
    case 'box': {
      const box = rectOf(told.box);
      if (box) return { ...common, box };
      break;
    }
    case 'point': {
      const { x, y } = told;
      if (isFiniteNumber(x) && isFiniteNumber(y)) return { ...common, inside: [{ x, y }, ...inside] };
      break;
    }
    case 'list':
      return refuse('a list', because('model-one-start')`a model of the page takes one start at a time`);
    case 'id':
    case 'none':
      break;
  }
  return refuse(show(init), because('model-start')`it is no box, point or Polygon`);
};

/**
 * The outlines that a model gives of the objects, the largest part of each first. Rejects with `nothing-found` where it gives
 * none, `bad-extension` where it fails.
 */
export const ask = async (
  { id, segment }: ModelContribution,
  prompts: Prompts,
  context: ModelContext,
): Promise<readonly Geometry[]> => {
  let outlines: readonly Geometry[];
  try {
    const answer: unknown = await segment(prompts, context);
    outlines = (Array.isArray(answer) ? answer : [answer]).flatMap((one) => outlineOf(one) ?? []);
  } catch (error) {
    if (isAbort(error)) throw error;
    const reason = error instanceof SegmenterError ? reasonWithin(error) : reasonOf(error);
    throw new SegmenterError('bad-extension', { kind: 'model', name: id, reason }, { cause: error });
  }
  if (outlines.length === 0) throw new SegmenterError('nothing-found', { where: because('by-name')`by ${id}` });
  return outlines;
};

const isMask = (value: object): value is Mask => 'data' in value && 'width' in value && 'height' in value;

const outlineOf = (value: unknown): Geometry | undefined => {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'object' && isMask(value)) return maskGeometry(value);
  const geometry = geometryOf(value, 'the outline');
  if (geometry?.type === 'Polygon' || geometry?.type === 'MultiPolygon') return geometry;
  throw badParameter('the answer', value, 'it must be {data, width, height, rect}, a Polygon, or a list of them');
};
