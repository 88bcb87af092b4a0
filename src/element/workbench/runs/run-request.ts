/** What a run asks the engine for: its start, its algorithm with parameters, its slice. */
import type { Init, InitList } from '../../../algorithm/start.js';
import { largestOf } from '../../../contours/geometry.js';
import { sliceOf } from '../../../contours/on-slice.js';
import { SegmenterError } from '../../../core/errors.js';
import { loaded } from '../../../core/later.js';
import { because } from '../../../core/reasons.js';
import type { ContourFeature, ImageInfo, SegmentRequest } from '../../../worker/protocol.js';
import type { ClientRun } from '../../client/client-run.js';
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

/** A run to be. */
export interface RunRequest {
  /** Page's model that is asked for outlines. */
  readonly model: ModelContribution | undefined;
  /** Algorithm or model. */
  readonly algorithm: string;
  readonly from: Init | InitList;
  readonly slice: number | undefined;
  /** The engine's request, its start apart. */
  readonly options: Omit<SegmentRequest, 'init'> & Required<Pick<SegmentRequest, 'algorithm' | 'parameters'>>;
  /** The run, where it is known what comes of it. */
  readonly standing: ClientRun | undefined;
}

/** Makes the request of a run. @throws SegmenterError where the contour is no start, or its marks are none */
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
  // A mark changes what it is of alone; what is set now counts where it was set to be seen at once.
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
