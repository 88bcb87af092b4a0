/** The work of a search: its plan, its regions in order, and its messages. Loaded with the first search. */

import { defaultAlgorithm } from '../../../algorithm/algorithm.js';
import type { RegionGrid } from '../../../contours/seams/region-grid.js';
import { byArea, PIXEL_BUDGET } from '../../../contours/seams/regions.js';
import { isWanted } from '../../../contours/seams/wanted.js';
import { abortable } from '../../../core/abort.js';
import { abortError, badParameter, SegmenterError } from '../../../core/errors.js';
import { because } from '../../../core/reasons.js';
import type { ContourFeature, ImageInfo, SegmentRequest } from '../../../worker/protocol.js';
import type { Collection } from '../../contours/collection.js';
import { timeText } from '../../contours/measured.js';
import type { Extensions } from '../../extensions/extensions.js';
import { addEnglish } from '../../i18n/messages.js';
import { englishSearches } from '../../i18n/searches/en.js';
import { visibleBox } from '../../overlay/projection.js';
import type { SegmenterProperties } from '../../segmenter-properties.js';
import type { SeatedEngine } from '../../viewer/engine-seat.js';
import type { Stage } from '../../viewer/stage.js';
import type { SegmentOptions } from '../events.js';
import type { SplitOptions } from '../runs/run-options.js';
import { settingsOf } from '../runs/settings.js';
import type { Voice } from '../voice.js';
import { areaOf, outwards, planOf, regionSettingsOf } from './search-plan.js';
import { RegionRuns } from './search-regions.js';
import { SearchResult, type SearchTerms } from './search-result.js';
import { sizesOf } from './search-sizes.js';

addEnglish(englishSearches);

/** The search under way. */
export interface Search {
  readonly id: string;
  readonly stop: AbortController;
  paused: boolean;
  /** The page hears of its outcome, and it ends next. */
  told?: boolean;
  runs?: RegionRuns;
  result?: SearchResult;
}

/** The parts of a component that a search works with. */
export interface SearchBench {
  readonly element: SegmenterProperties;
  readonly voice: Voice;
  readonly stage: Stage;
  readonly collection: Collection;
  readonly extensions: Extensions;
  /** Holds the search where it is to wait. */
  hold(): void;
}

/** Regions that are searched in parallel: a device works on one while the other is read. */
const AT_ONCE = { cpu: 1, webgpu: 2 } as const;

/**
 * Searches an image, and resolves to the first object. Rejects with a coded error or an `AbortError`; what was found until then stays.
 */
export const carriedOut = async (
  bench: SearchBench,
  search: Search,
  given: SplitOptions['given'],
  signal: AbortSignal,
  terms: SearchTerms,
): Promise<ContourFeature> => {
  const { stage, voice, collection } = bench;
  await abortable(stage.usable, signal);
  const { engine, image } = stage;
  if (!engine || !image) throw new SegmenterError('no-image');
  const started = performance.now();
  const { regions, region, ...others } = given;
  const asked = requestOf(bench, others, image);
  const area = areaOf(region, (id) => collection.get(id));
  const plan = planOf({ level: asked.level, regions: regionSettingsOf(regions), area }, image, {
    ...terms.sizes,
    ...sizesOf(asked.like),
  });
  if (!voice.emit('contour-before-start', { init: 'auto', options: given })) throw abortError();
  voice.emit('contour-start', { id: search.id, init: 'auto', options: given });
  const request = await learntFrom(byArea({ ...asked, level: plan.level }, plan.grid), engine, image, signal, terms);
  const admits = (contour: ContourFeature): boolean =>
    isWanted(contour.geometry, area) && terms.admits?.(contour) !== false;
  const result = new SearchResult(collection, plan.grid, {
    ...terms,
    admits,
    classification: classOf(bench, request),
    placement: image.placement,
  });
  const runs = new RegionRuns({ engine, image, request, signal, progressed: () => voice.changed() });
  Object.assign(search, { result, runs });
  bench.hold();
  voice.changed();
  try {
    await runs.search(ordered(stage, plan.grid), AT_ONCE[stage.seat.backend?.backend ?? 'cpu'], (its, found) => {
      result.put(its, found);
      tell(voice, search, plan.level);
    });
  } catch (error) {
    if (!signal.aborted) await result.end();
    throw error;
  }
  const kept = await result.end();
  if (signal.aborted) throw abortError();
  search.told = true;
  return ended(voice, search, kept, runs.cancelled, performance.now() - started);
};

/** The request that all regions have in common. Throws a coded error for what is not searched in regions. */
const requestOf = (
  { element, stage, extensions }: SearchBench,
  given: SegmentOptions,
  { stack }: ImageInfo,
): SegmentRequest => {
  const algorithm = given.algorithm ?? (given.like === undefined ? element.algorithm : defaultAlgorithm);
  if (stack) {
    const reason = because('whole-volume')`a volume is searched as a whole`;
    throw new SegmenterError('unsupported', { what: because('search-in-regions')`A search in regions`, reason });
  }
  if (extensions.models.get(algorithm)) {
    const wanted = because(
      'model-in-view',
    )`a model of the page is asked about what is in view; choose an algorithm for the whole image`;
    throw badParameter('algorithm', algorithm, wanted);
  }
  if (algorithm === 'linear-features')
    throw badParameter(
      'algorithm',
      algorithm,
      because('lines-in-regions')`lines are not sought in regions, at whose seams they would be cut`,
    );
  const parameters = { ...settingsOf(element, algorithm, stage.seat.algorithms), ...given.parameters };
  const { paused: _held, ...request } = given;
  return { pixelBudget: PIXEL_BUDGET, ...request, algorithm, init: 'auto', parameters };
};

/** Objects found by examples have the classes of these, and no other. */
const classOf = ({ element }: SearchBench, { like }: SegmentRequest) =>
  like === undefined ? element.classification : undefined;

/** From the middle of the view outwards. */
const ordered = (stage: Stage, grid: RegionGrid) => {
  const { projection } = stage.hold?.overlay ?? {};
  const { x0, y0, x1, y1 } = projection ? visibleBox(projection) : { x0: 0, y0: 0, x1: 0, y1: 0 };
  return outwards(grid, { x: (x0 + x1) / 2, y: (y0 + y1) / 2 });
};

const tell = (voice: Voice, { id, result }: Search, level: number): void => {
  if (!result) return;
  const { done, regions, count } = result;
  voice.emit('contour-progress', {
    id,
    iteration: 0,
    step: 0,
    ring: [],
    criterion: 0,
    level,
    done: done / regions,
    regions: { done, of: regions, contours: count },
  });
  voice.changed();
};

const ended = (
  voice: Voice,
  { id, result }: Search,
  contours: readonly ContourFeature[],
  cancelled: boolean,
  milliseconds: number,
): ContourFeature => {
  const [first] = contours;
  const { regions = 0, done = 0, full = 0, failures = [] } = result ?? {};
  if (!first) {
    const [failure] = failures;
    if (cancelled) {
      voice.say(done > 0 ? 'searchCancelled' : 'stopped', { count: 0, done, regions });
      throw abortError();
    }
    if (failure && failures.length === regions) throw failure;
    throw new SegmenterError('nothing-found', {
      where: result?.any ? because('nothing-new')`that is not there already` : because('in-any-region')`in any region`,
    });
  }
  const details = { regions, done, full, failures: failures.map((each) => each.toJSON()) };
  if (cancelled) voice.emit('contour-cancel', { id, contour: first });
  else voice.emit('contour-complete', { contour: first, contours, details });
  const failed = failures.length;
  const key = cancelled ? 'searchCancelled' : failed > 0 ? 'searchFailed' : full > 0 ? 'searchFull' : 'searchDone';
  const time = timeText(milliseconds);
  voice.say(key, { count: contours.length, done, regions, full, failed, time }, 'snake.undo');
  return first;
};

/** A request with a model in the place of its examples: all regions are searched by the same. */
const learntFrom = async (
  request: SegmentRequest,
  engine: SeatedEngine,
  image: ImageInfo,
  signal: AbortSignal,
  terms: SearchTerms,
): Promise<SegmentRequest> => {
  const { like, unlike, init: _everywhere, ...others } = request;
  if (like === undefined && unlike === undefined) return request;
  const isModel = typeof like === 'object' && like !== null && 'type' in like && like.type === 'ObjectModel';
  const model = isModel ? like : await engine.learn(image.id, { ...others, like, unlike }, { signal });
  terms.learnt?.(model);
  return { ...others, init: 'auto', like: model };
};
