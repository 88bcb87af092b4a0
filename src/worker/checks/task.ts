/** Turns a request into the task of one run. */

import type { Algorithm, Marks, Task } from '../../algorithm/algorithm.js';
import { checkParameters } from '../../algorithm/parameters.js';
import { initOf, type Start } from '../../algorithm/start.js';
import { badParameter, SegmenterError, show } from '../../core/errors.js';
import type { Rect } from '../../core/geometry/rect.js';
import { isGiven } from '../../core/given.js';
import { type Later, later } from '../../core/later.js';
import { because } from '../../core/reasons.js';
import type { ImageSource } from '../../image/samples.js';
import { checkSlice } from '../../image/slice-index.js';
import { REPEATED } from '../feature.js';
import type { SegmentRequest } from '../protocol.js';
import { checkInit } from './init.js';
import { checkAreas, checkBound, checkLevel, checkRect } from './request.js';

/** Members of a request that are not parameters. */
const RESERVED: ReadonlySet<string> = new Set([...REPEATED, 'like', 'unlike', 'parameters', 'paused']);

const ofMarks = later(() => import('./marks.js'));
const ofExamples = later(() => import('./examples.js'));

/** Loads the checks of members that most requests lack; call it before `checkTask`. Rejects with `not-loaded`. */
export const loadChecks = async ({ hints, pinned, like, unlike }: Omit<SegmentRequest, 'init'>): Promise<void> => {
  if (isGiven(hints) || isGiven(pinned)) await ofMarks.load();
  if (isGiven(like) || isGiven(unlike)) await ofExamples.load();
};

const loadedOf = <T>({ now }: Later<T>): T => {
  if (now) return now;
  throw new SegmenterError('internal', { reason: 'a request is checked before what checks it was loaded' });
};

/** Checks one start of a list; prefixes the reason of an error with its place in the list. */
export const checkOne = (
  given: SegmentRequest,
  init: unknown,
  index: number,
  algorithm: Algorithm,
  image: ImageSource,
): Task => {
  try {
    return checkTask(given, init, algorithm, image);
  } catch (error) {
    if (!(error instanceof SegmenterError) || error.code !== 'bad-init') throw error;
    throw new SegmenterError('bad-init', {
      ...error.values,
      ...error.reasons,
      init: because('of-the-list')`${index} of the list, ${error.reasons.init ?? error.values.init}`,
    });
  }
};

const ONE_OBJECT = because('of-one-object')`they are of one object; start from a box, a polygon or a point`;

/** Checks a request's start and everything that belongs to it. Throws a coded error that names the value and what is valid. */
export const checkTask = (given: SegmentRequest, init: unknown, algorithm: Algorithm, image: ImageSource): Task => {
  const flat = Object.entries(given).filter(([name]) => !RESERVED.has(name));
  const parameters = checkParameters({ ...given.parameters, ...Object.fromEntries(flat) }, algorithm.schema);
  const whole: Rect = { x: 0, y: 0, width: image.width, height: image.height };
  const domain = given.domain === undefined ? undefined : checkRect('domain', given.domain, whole);
  const inView = given.inView === undefined ? {} : { inView: checkRect('inView', given.inView, whole) };
  const within = given.within === undefined ? {} : { within: checkRect('within', given.within, whole) };
  const areas = given.expectedAreas === undefined ? {} : { expectedAreas: checkAreas(given.expectedAreas) };
  const level = given.level === undefined ? undefined : checkLevel(given.level, image.levels.length);
  const { depth } = image.stack ?? { depth: 1 };
  const chosen = given.slice ?? (depth > 1 ? depth >> 1 : undefined);
  const slice = chosen === undefined ? {} : { slice: checkSlice(chosen, depth) };
  const start = checkInit(init, domain ?? whole);
  const bound = boundIn(given, start, algorithm);
  const marks = isGiven(given.hints) ? loadedOf(ofMarks).checkHints(given.hints, domain ?? whole, depth) : undefined;
  if (marks && !algorithm.hints)
    throw badParameter('hints', given.hints, because('takes-none')`${algorithm.title} takes none`);
  if (marks?.slices && algorithm.hints !== 'slices') refuseOtherSlices(marks.slices, slice.slice ?? 0);
  if (marks && start.kind === 'everywhere') {
    throw badParameter('hints', given.hints, ONE_OBJECT);
  }
  const pinned = isGiven(given.pinned) ? loadedOf(ofMarks).checkPins(given.pinned, domain ?? whole) : undefined;
  if (pinned && algorithm.pins !== true)
    throw badParameter('pinned', show(given.pinned), because('takes-none')`${algorithm.title} takes none`);
  if (pinned && start.kind === 'everywhere') {
    throw badParameter('pinned', show(given.pinned), ONE_OBJECT);
  }
  const byExamples = isGiven(given.like) || isGiven(given.unlike);
  const likeness = byExamples ? loadedOf(ofExamples).checkExamples(given.like, given.unlike, whole) : undefined;
  if (likeness !== undefined && start.kind !== 'everywhere') {
    throw badParameter(
      'like',
      show(given.like ?? given.unlike),
      because('examples-auto')`examples go with init: 'auto'`,
    );
  }
  const known = { ...(marks ? { marks } : {}), ...(pinned ? { pinned } : {}), ...(likeness ? { likeness } : {}) };
  return {
    start,
    init: initOf(start),
    ...known,
    domain,
    ...within,
    ...inView,
    ...areas,
    ...bound,
    level,
    ...slice,
    parameters,
  };
};

/** The bound on the area of a click's contour, if any. */
const boundIn = (
  { largerThan, smallerThan }: SegmentRequest,
  start: Start,
  { title, sizes }: Algorithm,
): Pick<Task, 'largerThan' | 'smallerThan'> => {
  const larger = largerThan === undefined ? {} : { largerThan: checkBound('largerThan', largerThan, start) };
  const smaller = smallerThan === undefined ? {} : { smallerThan: checkBound('smallerThan', smallerThan, start) };
  const bound = { ...larger, ...smaller };
  const [[name, value] = [], other] = Object.entries(bound);
  if (name !== undefined && !sizes) throw badParameter(name, value, because('takes-none')`${title} takes none`);
  if (other)
    throw badParameter('smallerThan', smallerThan, because('one-bound')`largerThan is given; give one of them`);
  return bound;
};

/** Refuses marks on other slices, which a run on one slice ignores. */
const refuseOtherSlices = ({ inside, outside }: NonNullable<Marks['slices']>, slice: number): void => {
  const other = [...inside, ...outside].find((each) => each !== undefined && each !== slice);
  if (other === undefined) return;
  const reason = because('other-slice')`the object lies on slice ${slice}; mark that one, or run on all slices`;
  throw new SegmenterError('bad-hints', { hints: because('on-slice')`slice ${other}`, reason });
};
