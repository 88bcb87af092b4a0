/** Objects like those that a person accepted: what is shown to the engine, and what becomes of what it finds. */

import { defaultAlgorithm } from '../../../algorithm/algorithm.js';
import { SEARCHED, SEARCHED_FINELY } from '../../../algorithm/domain.js';
import { onSlice } from '../../../contours/on-slice.js';
import { isWanted } from '../../../contours/seams/wanted.js';
import { SegmenterError } from '../../../core/errors.js';
import { chooseLevel } from '../../../core/geometry/levels.js';
import type { Rect } from '../../../core/geometry/rect.js';
import { because } from '../../../core/reasons.js';
import type { ContourFeature, ImageInfo, SegmentRequest } from '../../../worker/protocol.js';
import type { Collection } from '../../contours/collection.js';
import { examplesOf, isOpen, liesIn, rejectedIn } from '../../contours/found.js';
import { fresh, isFreshAmong } from '../../contours/fresh.js';
import { type Projection, visibleBox } from '../../overlay/projection.js';
import type { Stage } from '../../viewer/stage.js';
import type { Runs } from '../runs/runs.js';
import type { Learnt } from './learnt.js';
import { areaIn } from './search-area.js';
import { seenLevel, sizesOf } from './search-sizes.js';
import type { Searching } from './searching.js';

/** Finds objects: what stands out, or what is like those that are accepted. */
export class Finder {
  /** The level at which the view was searched last: what was seen there is what the whole image is searched for. */
  #seen: { readonly image: number; readonly level: number } | undefined;

  /** What was searched last for objects like the examples. */
  #searched: { readonly image: number | undefined; readonly domain: Rect | undefined } | undefined;

  constructor(
    private readonly stage: Stage,
    private readonly collection: Collection,
    private readonly runs: Runs,
    private readonly learnt: Learnt,
    private readonly searching: Searching,
  ) {}

  /**
   * Finds what stands out. Found contours that were not accepted are replaced, and an object with another contour gets no
   * second one; of volumes all is found anew.
   * @param domain to look at; all of the image when not given
   */
  detect(domain?: Rect): Promise<ContourFeature> {
    const { collection, stage, runs } = this;
    const options = { exclusive: true, ...(domain ? { domain } : {}) };
    const { image } = stage;
    const seenAt = (level: number): void => {
      this.#seen = image && { image: image.id, level };
    };
    if (image) {
      const rect = domain ?? { x: 0, y: 0, width: image.width, height: image.height };
      seenAt(chooseLevel(rect, image.levels, SEARCHED));
    }
    if (stage.slice !== undefined) return runs.segment('auto', options);
    const old = collection.contours.filter((contour) => isOpen(contour) && liesIn(contour, domain));
    const others = collection.contours.filter((contour) => !old.includes(contour));
    return runs.find(options, old, (result) => {
      const { searchedLevel } = result.details ?? {};
      if (typeof searchedLevel === 'number') seenAt(searchedLevel);
      return { ...result, contours: freshOf(result.contours, others) };
    });
  }

  /**
   * Finds all objects like the examples: contours that were drawn or accepted, and those selected. Found ones that were deleted
   * are counter-examples. Found ones that were not accepted are replaced. Without an example the model that was learnt before,
   * perhaps on another image, is used. Where the domain has too many pixels at the level that they ask for, it is searched region by
   * region.
   * @param domain to look at; all of the image when not given
   */
  find(domain?: Rect): Promise<ContourFeature> {
    const { learnt, stage } = this;
    this.#searched = { image: stage.image?.id, domain };
    const { here, examples, rejected, shown } = this.#examples();
    const old = here.filter((contour) => !examples.includes(contour) && liesIn(contour, domain));
    const others = [...examples, ...rejected];
    const level = this.#finerLevel(domain, shown.like);
    if (level !== undefined) {
      return this.#findInRegions(
        { ...shown, level, ...(domain ? { region: domain } : { regions: true }) },
        old,
        others,
      );
    }
    return this.runs.find(
      { ...shown, algorithm: defaultAlgorithm, exclusive: true, ...(domain ? { domain } : {}) },
      old,
      (result) => {
        const contours = freshOf(result.contours, others);
        learnt.model = result.details?.objectModel ?? learnt.model;
        return { ...result, contours };
      },
    );
  }

  /**
   * Finds what stands out in the whole image, or in an area of it, region by region; otherwise as `detect`.
   * @param area a selected contour that is not an object, but contains the objects to find
   */
  detectAll(area?: ContourFeature): Promise<ContourFeature> {
    const { collection, stage } = this;
    const contours = collection.contours.filter((contour) => contour !== area);
    const [old, others] = [contours.filter(isOpen), contours.filter((contour) => !isOpen(contour))];
    const seen = this.#seen?.image === stage.image?.id ? this.#seen : undefined;
    return this.searching.start(
      { ...whereOf(area), exclusive: true, ...(seen ? { level: seen.level } : {}) },
      { replaced: inside(old, area), admits: isFreshAmong(others) },
    );
  }

  /** Finds all objects like the examples in the whole image, or in an area of it, region by region; otherwise as `find`. */
  findAll(area?: ContourFeature): Promise<ContourFeature> {
    const { collection } = this;
    this.#searched = undefined;
    const { examples, rejected, shown } = this.#examples(area);
    const known = new Set(examples);
    const old = collection.contours.filter((contour) => contour !== area && !known.has(contour));
    return this.#findInRegions({ ...shown, ...whereOf(area) }, inside(old, area), [...examples, ...rejected]);
  }

  #findInRegions(
    options: Readonly<Record<string, unknown>>,
    replaced: readonly ContourFeature[],
    others: readonly ContourFeature[],
  ): Promise<ContourFeature> {
    const { learnt } = this;
    return this.searching.start(
      { ...options, algorithm: defaultAlgorithm, exclusive: true },
      {
        replaced,
        // The level at which objects were learnt before.
        sizes: sizesOf(learnt.model),
        admits: isFreshAmong(others),
        learnt: (model) => {
          learnt.model = model;
        },
      },
    );
  }

  /** The level that the examples ask for, where a domain has too many pixels there to be searched at once. */
  #finerLevel(domain: Rect | undefined, like: unknown): number | undefined {
    const { image } = this.stage;
    if (!image || image.stack) return undefined;
    const rect = domain ?? { x: 0, y: 0, width: image.width, height: image.height };
    const level = seenLevel(image.levels, { ...sizesOf(this.learnt.model), ...sizesOf(like) });
    return level < chooseLevel(rect, image.levels, SEARCHED_FINELY) ? level : undefined;
  }

  /**
   * The request by which found objects are rated: examples and counter-examples so far, and the domain that was searched last;
   * where that was an image region by region, what is in view. `undefined` where there is no example.
   */
  get lesson(): Omit<SegmentRequest, 'init'> | undefined {
    const { stage, learnt } = this;
    const { image, hold } = stage;
    const { examples, rejected } = this.#examples(undefined, new Set());
    if (!image || examples.length === 0) return undefined;
    const { scale } = sizesOf(learnt.model);
    const inView = hold && this.#searched?.image !== image.id ? viewIn(image, hold.overlay.projection) : undefined;
    const domain = inView ?? this.#searched?.domain;
    // The level at which objects were learnt, unless so much is in view that it has too many pixels there.
    const most = chooseLevel(
      domain ?? { x: 0, y: 0, width: image.width, height: image.height },
      image.levels,
      SEARCHED_FINELY,
    );
    const level = image.levels.findIndex(({ scaleX }, index) => scaleX === scale && index >= most);
    return {
      algorithm: defaultAlgorithm,
      like: examplesOf(examples),
      unlike: examplesOf(rejected),
      ...(domain ? { domain } : {}),
      ...(level >= 0 ? { level } : {}),
    };
  }

  /** Contours to learn from: those that were drawn or accepted, and those selected; an area that is searched is none of them. */
  #examples(area?: ContourFeature, selected: ReadonlySet<ContourFeature> = new Set(this.collection.selection)) {
    const { collection, stage, learnt } = this;
    const here = onSlice(collection.contours, stage.slice);
    const examples = here.filter((contour) => contour !== area && (selected.has(contour) || !isOpen(contour)));
    const like = examplesOf(examples);
    const rejected = [...learnt.unlike, ...onSlice(rejectedIn(collection.work), stage.slice)];
    const shown = like.length > 0 ? { like, unlike: examplesOf(rejected) } : { like: learnt.model };
    return { here, examples, rejected, shown };
  }
}

/** The part of an image that is in view. */
const viewIn = ({ width, height }: Pick<ImageInfo, 'width' | 'height'>, projection: Projection | undefined) => {
  if (!projection) return undefined;
  const { x0, y0, x1, y1 } = visibleBox(projection);
  const [x, y] = [Math.max(0, Math.floor(x0)), Math.max(0, Math.floor(y0))];
  const rect = { x, y, width: Math.min(width, Math.ceil(x1)) - x, height: Math.min(height, Math.ceil(y1)) - y };
  return rect.width > 0 && rect.height > 0 ? rect : undefined;
};

/** Options of a search in an area, or everywhere. */
const whereOf = (area: ContourFeature | undefined) => {
  const region = area && areaIn(area);
  return region ? { region } : { regions: true };
};

/** Those that a search in an area finds anew. */
const inside = (contours: readonly ContourFeature[], area: ContourFeature | undefined): readonly ContourFeature[] => {
  const region = area && areaIn(area);
  return region ? contours.filter(({ geometry }) => isWanted(geometry, region)) : contours;
};

const freshOf = (found: readonly ContourFeature[], others: readonly ContourFeature[]): ContourFeature[] => {
  const contours = fresh(found, others);
  if (contours.length === 0)
    throw new SegmenterError('nothing-found', { where: because('nothing-new')`that is not there already` });
  return contours;
};
