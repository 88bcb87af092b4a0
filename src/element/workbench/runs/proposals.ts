/** Runs by a model of the page: it is asked for outlines, and what it gives is refined or kept as it is. */
import type { Geometry } from '../../../algorithm/algorithm.js';
import type { Init, InitList } from '../../../algorithm/start.js';
import { largestOf } from '../../../contours/geometry.js';
import { lyingOn } from '../../../contours/laid-on.js';
import { abortable } from '../../../core/abort.js';
import { loaded } from '../../../core/later.js';
import { uuid } from '../../../core/uuid.js';
import { measure } from '../../../worker/feature.js';
import type { ImageInfo, RunResult } from '../../../worker/protocol.js';
import type { ClientRun } from '../../client/client-run.js';
import type { ModelContext, ModelContribution } from '../../extensions/own-model.js';
import { displayRequest } from '../../viewer/display-request.js';
import type { SeatedEngine } from '../../viewer/engine-seat.js';
import type { SegmentOptions } from '../events.js';
import { endedRun } from './ended-run.js';

interface Asked {
  readonly init: Init | InitList;
  readonly given: SegmentOptions;
  readonly slice: number | undefined;
  readonly engine: SeatedEngine;
  readonly image: ImageInfo;
  readonly signal: AbortSignal;
  /** Of the contour that the run takes the place of. */
  readonly id: string | undefined;
}

/** What a model answered. */
export interface Proposal {
  /** The starts that its outlines are for the snake: the largest polygon of each. */
  readonly starts: Init | InitList;
  /** The run, where the outlines are not refined. */
  readonly run: ClientRun | undefined;
  /** A result of it, with the model's id in the metadata. */
  named(result: RunResult): RunResult;
}

/** Asks a model. Rejects with a coded error, or an `AbortError` as soon as the run is aborted. */
export const proposalOf = async (model: ModelContribution, asked: Asked): Promise<Proposal> => {
  const outlines = await propose(model, asked);
  return {
    starts: startsOf(outlines),
    run: model.refine === false ? unrefined(outlines, asked) : undefined,
    named: (result) => ({
      ...result,
      contours: result.contours.map((contour) => ({
        ...contour,
        properties: { ...contour.properties, metadata: { ...contour.properties.metadata, proposedBy: model.id } },
      })),
    }),
  };
};

const propose = (
  model: ModelContribution,
  { init, given, slice, engine, image, signal }: Asked,
): Promise<readonly Geometry[]> => {
  const picture: ModelContext['picture'] = (rect, width, height) =>
    engine.display(image.id, displayRequest(image, rect, { width, height, slice }), { signal });
  const asked = async (): Promise<readonly Geometry[]> => {
    const { ask, promptsOf } = await loaded(import('../../extensions/model-answers.js'));
    return ask(model, promptsOf(init, { ...given, slice }, image), { image, signal, picture });
  };
  return abortable(asked(), signal);
};

const startsOf = (outlines: readonly Geometry[]): Init | InitList => {
  const starts = outlines.flatMap((outline) => largestOf(outline) ?? []);
  const [only] = starts;
  return starts.length === 1 && only ? only : starts;
};

/** A run that has ended, with the outlines as they are. */
const unrefined = (outlines: readonly Geometry[], { slice, image, id = uuid() }: Asked): ClientRun =>
  endedRun(
    outlines.map((geometry, k) => ({
      type: 'Feature',
      id: k === 0 ? id : uuid(),
      geometry: lyingOn(geometry, slice),
      properties: {
        objectType: 'annotation',
        measurements: measure(geometry, image.placement),
        metadata: { image: image.name },
      },
    })),
    id,
  );
