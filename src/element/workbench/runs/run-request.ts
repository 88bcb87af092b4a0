/** What a run asks the engine for: its start, its algorithm with parameters, its slice. */
import type { Init, InitList } from '../../../algorithm/start.js';
import { largestOf } from '../../../contours/geometry.js';
import { sliceOf } from '../../../contours/on-slice.js';
import { SegmenterError, show } from '../../../core/errors.js';
import { loaded } from '../../../core/later.js';
import { because } from '../../../core/reasons.js';
import { toldInit } from '../../../worker/checks/told-init.js';
import type { ContourFeature, ImageInfo, SegmentRequest } from '../../../worker/protocol.js';
import type { ClientRun } from '../../client/client-run.js';
import type { Collection } from '../../contours/collection.js';
import { pinnedOn } from '../../contours/pinned.js';
import type { Extensions } from '../../extensions/extensions.js';
import type { ModelContribution } from '../../extensions/own-model.js';
import type { SegmenterProperties } from '../../segmenter-properties.js';
import type { Stage } from '../../viewer/stage.js';
import type { SegmentInit, SegmentOptions } from '../events.js';
import { asksForShape, clickOf } from './click-of.js';
import type { Correction } from './corrected.js';
import type { Drawn } from './drawn.js';
import { settingsOf } from './settings.js';

/** The circumstances of a run. */
export interface Wish {
  readonly init: SegmentInit;
  readonly given: SegmentOptions;
  /** The contour that `init` names. */
  readonly refined: ContourFeature | undefined;
  readonly within: Drawn | undefined;
  /** True where a run is repeated to see what a setting does. */
  readonly redoing: boolean;
}

/** Everything that a run needs before it begins. */
export interface RunRequest {
  /** The page's model that gives the outlines; `undefined` where an algorithm does. */
  readonly model: ModelContribution | undefined;
  /** Id of the algorithm or of the model. */
  readonly algorithm: string;
  readonly from: Init | InitList;
  readonly slice: number | undefined;
  /** The engine's request without its start, which is `from`. */
  readonly options: Omit<SegmentRequest, 'init'> & Required<Pick<SegmentRequest, 'algorithm' | 'parameters'>>;
  /** A run that has ended already with the contour as it is, where its marks leave nothing to correct. */
  readonly standing: ClientRun | undefined;
}

/** The contour that a run starts from, where `init` is an id. @throws SegmenterError `bad-init` where no contour has it */
export const refinedBy = (init: SegmentInit, collection: Collection): ContourFeature | undefined => {
  const told = toldInit(init);
  if (told.kind !== 'id') return undefined;
  const contour = collection.get(told.id);
  if (contour) return contour;
  throw new SegmenterError('bad-init', {
    init: show(init),
    reason: because('no-contour-id')`no contour has this id`,
  });
};

/** Makes the request of a run. @throws SegmenterError `bad-init` where a contour cannot be a start, `bad-hints` where marks are invalid */
export const requestFor = async (
  element: SegmenterProperties,
  stage: Stage,
  extensions: Extensions,
  image: ImageInfo,
  { init, given, refined, within, redoing }: Wish,
): Promise<RunRequest> => {
  const outline = (): Init => (refined ? polygonOf(refined) : 'auto');
  const wanted = given.algorithm ?? element.algorithm;
  const model = extensions.models.get(wanted);
  const known = extensions.engineAlgorithm(wanted);
  const { algorithms } = stage.seat;
  const alone = refined && !within && !model;
  const { own, standing }: Correction =
    alone && asksForShape(given)
      ? { own: clickOf(refined, algorithms) }
      : alone && given.hints
        ? (await loaded(import('./corrected.js'))).correctionOf(
            refined,
            given.algorithm,
            { algorithm: known, init: outline(), hints: given.hints },
            image,
          )
        : {};
  const { algorithm = known } = own ?? {};
  const slice = given.slice ?? own?.slice ?? (refined && stage.slice !== undefined ? sliceOf(refined) : stage.slice);
  // A mark corrects a contour with the parameters that made it. Where a run is repeated to show what a setting does, the current settings count.
  const set = (!redoing && own?.parameters) || settingsOf(element, algorithm, algorithms);
  const from = within?.from ?? own?.init ?? (refined || typeof init === 'string' ? outline() : init);
  const { pins } = algorithms.find(({ id }) => id === algorithm) ?? {};
  const pinned = pins && alone && !asksForShape(given) ? pinnedOn(from, refined) : {};
  return {
    model,
    algorithm: own ? algorithm : wanted,
    from,
    slice,
    options: { ...own, ...pinned, ...given, algorithm, slice, parameters: { ...set, ...given.parameters } },
    standing: redoing ? undefined : standing,
  };
};

/** A contour as a start: of several polygons the largest. */
const polygonOf = ({ id, geometry }: ContourFeature): Init => {
  const largest = largestOf(geometry);
  if (largest) return largest;
  throw new SegmenterError('bad-init', {
    init: id,
    reason: because('no-line-start')`lines cannot be a start; a Polygon can`,
  });
};
