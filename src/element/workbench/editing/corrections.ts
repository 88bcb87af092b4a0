/** Changes of the shape of objects that are there: cut along a line, parts made objects, holes filled; of a volume, on all of its slices. */
import { areaIn } from '../../../algorithm/shapes/clip.js';
import { filled } from '../../../algorithm/shapes/cut.js';
import { dividedAtNecks } from '../../../algorithm/shapes/necks.js';
import { polygonsOf } from '../../../algorithm/shapes/polygons.js';
import { cutThrough, type Division, partsThrough, type Sheet } from '../../../algorithm/shapes/through.js';
import { boundsOf, type Point } from '../../../contours/geometry.js';
import { objectOf, sliceOf } from '../../../contours/on-slice.js';
import type { ContourFeature } from '../../../worker/protocol.js';
import type { Collection } from '../../contours/collection.js';
import { dividedInto, shapedTo } from '../../contours/divided.js';
import { type AnnotatedObject, countObjects } from '../../contours/objects.js';
import type { Visibility } from '../../contours/visibility.js';
import type { Stage } from '../../viewer/stage.js';
import type { Voice } from '../voice.js';
import type { Workbench } from '../workbench.js';
import type { ObjectActions } from './object-actions.js';

/** Makes those of a component. */
export const correctionsOf = (bench: Workbench): Corrections =>
  new Corrections(bench.voice, bench.stage, bench.collection, bench.objects, () => bench.shown, bench.visibility);

/** Cuts, parts and holes of objects that are there. */
export class Corrections {
  constructor(
    private readonly voice: Voice,
    private readonly stage: Stage,
    private readonly collection: Collection,
    private readonly objects: ObjectActions,
    /** The contours on the slice shown. */
    private readonly shown: () => readonly ContourFeature[],
    private readonly visibility: Visibility,
  ) {}

  /** Cuts the selected objects along a line, or all that it divides where none is selected. */
  cut(line: readonly Point[]): void {
    const { selection } = this.collection;
    const near = this.shown().filter((contour) => meets(contour, line));
    const chosen = selection.length > 0 ? near.filter(({ id }) => this.collection.isSelected(id)) : near;
    const ids = new Set(chosen.map(objectOf));
    this.#divide(
      this.objects.all.filter(({ id }) => ids.has(id)),
      (sheets) => cutThrough(sheets, line, this.stage.slice ?? 0),
      'notCut',
    );
  }

  /**
   * Makes each part of the selected objects a separate object. Parts that overlap from slice to slice are one part. An object on one slice that is
   * connected is split at its necks.
   */
  split(): void {
    this.#divide(this.#chosen, (sheets) => partsThrough(sheets) ?? dividedAtNecks(sheets), 'onePart');
  }

  /** Fills the holes of the selected objects. */
  fillHoles(): void {
    const holed = this.#chosen
      .flatMap(({ contours }) => contours)
      .filter(({ geometry }) => polygonsOf(geometry).some((rings) => rings.length > 1));
    if (holed.length === 0) this.voice.say('noHoles');
    if (holed.length === 0 || this.objects.refuses(holed)) return;
    const changed = holed.flatMap(
      (contour) => shapedTo(contour, filled(areaIn(contour.geometry)), this.stage.image) ?? [],
    );
    this.collection.put(changed, 'edit');
    this.voice.say('holesFilled', { count: countObjects(changed) }, 'snake.undo');
  }

  get #chosen(): readonly AnnotatedObject[] {
    return this.objects.selected.filter(({ contours: [first] }) => !this.visibility.isHidden(first));
  }

  /** Takes objects apart in one change. */
  #divide(
    objects: readonly AnnotatedObject[],
    apart: (sheets: readonly Sheet[]) => Division | undefined,
    nothing: 'notCut' | 'onePart',
  ): void {
    const { image, slice } = this.stage;
    const sheetOf = (contour: ContourFeature): Sheet => ({
      slice: slice === undefined ? 0 : sliceOf(contour),
      area: areaIn(contour.geometry),
    });
    const divided = objects.flatMap(({ contours }) => {
      const sheets = contours.map(sheetOf);
      const division = apart(sheets);
      return division ? [{ contours, sheets, division }] : [];
    });
    if (divided.length === 0) this.voice.say(nothing);
    if (divided.length === 0 || this.objects.refuses(divided.flatMap(({ contours }) => contours))) return;
    const changed = divided.flatMap(({ contours, sheets, division }) => dividedInto(contours, sheets, division, image));
    this.collection.put(changed, 'edit');
    const count = countObjects(changed);
    const slices = new Set(changed.map(sliceOf)).size;
    if (slice === undefined || slices < 2) this.voice.say('divided', { count }, 'snake.undo');
    else this.voice.say('dividedThrough', { count, slices }, 'snake.undo');
  }
}

const meets = ({ geometry }: ContourFeature, line: readonly Point[]): boolean => {
  const its = boundsOf(geometry);
  const { x0, y0, x1, y1 } = boundsOf({ type: 'LineString', coordinates: line.map(({ x, y }) => [x, y]) });
  return x0 <= its.x1 && x1 >= its.x0 && y0 <= its.y1 && y1 >= its.y0;
};
