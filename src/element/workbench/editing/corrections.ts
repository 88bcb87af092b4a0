/** Changes of the shape of objects that are there: cut along a line, parts made objects, holes filled; of a volume, on all of its slices. */
import { areaIn } from '../../../algorithm/shapes/clip.js';
import { filled } from '../../../algorithm/shapes/cut.js';
import { dividedAtNecks } from '../../../algorithm/shapes/necks.js';
import { polygonsOf } from '../../../algorithm/shapes/polygons.js';
import { cutThrough, type Division, partsThrough, type Sheet } from '../../../algorithm/shapes/through.js';
import { boundsOf, type Point } from '../../../contours/geometry.js';
import { objectOf, sliceOf } from '../../../contours/on-slice.js';
import type { ContourFeature } from '../../../worker/protocol.js';
import { dividedInto, shapedTo } from '../../contours/divided.js';
import { type AnnotatedObject, countObjects } from '../../contours/objects.js';
import type { Workbench } from '../workbench.js';

/** What of a workbench changes the shape of objects. */
export type CorrectionsBench = Pick<Workbench, 'voice' | 'stage' | 'collection' | 'objects' | 'shown' | 'visibility'>;

/** Cuts, parts and holes of objects that are there. */
export class Corrections {
  constructor(private readonly bench: CorrectionsBench) {}

  /** Cuts the selected objects along a line, or all that it divides where none is selected. */
  cut(line: readonly Point[]): void {
    const { selection } = this.bench.collection;
    const near = this.bench.shown.filter((contour) => meets(contour, line));
    const chosen = selection.length > 0 ? near.filter(({ id }) => this.bench.collection.isSelected(id)) : near;
    const ids = new Set(chosen.map(objectOf));
    this.#divide(
      this.bench.objects.all.filter(({ id }) => ids.has(id)),
      (sheets) => cutThrough(sheets, line, this.bench.stage.slice ?? 0),
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
    if (holed.length === 0) this.bench.voice.say('noHoles');
    if (holed.length === 0 || this.bench.objects.refuses(holed)) return;
    const changed = holed.flatMap(
      (contour) => shapedTo(contour, filled(areaIn(contour.geometry)), this.bench.stage.image) ?? [],
    );
    this.bench.collection.put(changed, 'edit');
    this.bench.voice.say('holesFilled', { count: countObjects(changed) }, 'snake.undo');
  }

  get #chosen(): readonly AnnotatedObject[] {
    return this.bench.objects.selected.filter(({ contours: [first] }) => !this.bench.visibility.isHidden(first));
  }

  /** Takes objects apart in one change. */
  #divide(
    objects: readonly AnnotatedObject[],
    apart: (sheets: readonly Sheet[]) => Division | undefined,
    nothing: 'notCut' | 'onePart',
  ): void {
    const { image, slice } = this.bench.stage;
    const sheetOf = (contour: ContourFeature): Sheet => ({
      slice: slice === undefined ? 0 : sliceOf(contour),
      area: areaIn(contour.geometry),
    });
    const divided = objects.flatMap(({ contours }) => {
      const sheets = contours.map(sheetOf);
      const division = apart(sheets);
      return division ? [{ contours, sheets, division }] : [];
    });
    if (divided.length === 0) this.bench.voice.say(nothing);
    if (divided.length === 0 || this.bench.objects.refuses(divided.flatMap(({ contours }) => contours))) return;
    const changed = divided.flatMap(({ contours, sheets, division }) => dividedInto(contours, sheets, division, image));
    this.bench.collection.put(changed, 'edit');
    const count = countObjects(changed);
    const slices = new Set(changed.map(sliceOf)).size;
    if (slice === undefined || slices < 2) this.bench.voice.say('divided', { count }, 'snake.undo');
    else this.bench.voice.say('dividedThrough', { count, slices }, 'snake.undo');
  }
}

const meets = ({ geometry }: ContourFeature, line: readonly Point[]): boolean => {
  const its = boundsOf(geometry);
  const { x0, y0, x1, y1 } = boundsOf({ type: 'LineString', coordinates: line.map(({ x, y }) => [x, y]) });
  return x0 <= its.x1 && x1 >= its.x0 && y0 <= its.y1 && y1 >= its.y0;
};
