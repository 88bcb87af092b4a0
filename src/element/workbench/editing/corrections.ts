/** Changes of the shape of contours that are there: cut along a line, parts made objects, holes filled. */
import { type Area, areaIn, geometryOfArea, partsOf } from '../../../algorithm/shapes/clip.js';
import { cutAlong, filled } from '../../../algorithm/shapes/cut.js';
import { polygonsOf } from '../../../algorithm/shapes/polygons.js';
import { boundsOf, type Point } from '../../../contours/geometry.js';
import { uuid } from '../../../core/uuid.js';
import type { ContourFeature } from '../../../worker/protocol.js';
import type { Collection } from '../../contours/collection.js';
import { measured } from '../../contours/edited.js';
import type { Stage } from '../../viewer/stage.js';
import type { Voice } from '../voice.js';
import type { Workbench } from '../workbench.js';
import type { ObjectActions } from './object-actions.js';

/** Makes those of a component. */
export const correctionsOf = (bench: Workbench): Corrections =>
  new Corrections(bench.voice, bench.stage, bench.collection, bench.objects, () => bench.shown);

/** Cuts, parts and holes of contours that are there. */
export class Corrections {
  constructor(
    private readonly voice: Voice,
    private readonly stage: Stage,
    private readonly collection: Collection,
    private readonly objects: ObjectActions,
    /** The contours on the slice shown. */
    private readonly shown: () => readonly ContourFeature[],
  ) {}

  /** Cuts the selected contours along a line, or all that it divides where none is selected. */
  cut(line: readonly Point[]): void {
    const { selection } = this.collection;
    const near = this.shown().filter((contour) => meets(contour, line));
    const chosen = selection.length > 0 ? near.filter(({ id }) => this.collection.isSelected(id)) : near;
    this.#split(chosen, (area) => cutAlong(area, line), 'notCut');
  }

  /** Makes each part of the selected contours an object of its own. */
  split(): void {
    this.#split(this.#chosen, (area) => partsOf(area).filter((part) => geometryOfArea(part)), 'onePart');
  }

  /** Fills the holes of the selected contours. */
  fillHoles(): void {
    const holed = this.#chosen.filter(({ geometry }) => polygonsOf(geometry).some((rings) => rings.length > 1));
    if (holed.length === 0) this.voice.say('noHoles');
    if (holed.length === 0 || this.objects.refuses(holed)) return;
    const changed = holed.flatMap((contour) => this.#shaped(contour, filled(areaIn(contour.geometry))) ?? []);
    this.collection.put(changed, 'edit');
    this.voice.say('holesFilled', { count: changed.length }, 'snake.undo');
  }

  get #chosen(): readonly ContourFeature[] {
    return this.shown().filter(({ id }) => this.collection.isSelected(id));
  }

  /** Takes contours apart in one change; the first piece stays the object, the others are new ones of its class. */
  #split(
    contours: readonly ContourFeature[],
    apart: (area: Area) => readonly Area[],
    nothing: 'notCut' | 'onePart',
  ): void {
    const divided = contours.flatMap((contour) => {
      const pieces = apart(areaIn(contour.geometry));
      return pieces.length > 1 ? [{ contour, pieces }] : [];
    });
    if (divided.length === 0) this.voice.say(nothing);
    if (divided.length === 0 || this.objects.refuses(divided.map(({ contour }) => contour))) return;
    const changed = divided.flatMap(({ contour, pieces: [first = [], ...others] }) => [
      ...(this.#shaped(contour, first) ?? []),
      ...others.flatMap((piece) => this.#shaped(anew(contour), piece) ?? []),
    ]);
    this.collection.put(changed, 'edit');
    this.voice.say('divided', { count: changed.length }, 'snake.undo');
  }

  /** The contour with this area; none where it is a crumb. */
  #shaped(contour: ContourFeature, area: Area): readonly [ContourFeature] | undefined {
    const geometry = geometryOfArea(area);
    const { plane } = contour.geometry;
    const whole = geometry && { ...contour, geometry: plane ? { ...geometry, plane } : geometry };
    return whole && [measured(whole, this.stage.image?.placement)];
  }
}

/** An object of its own, of the same class. */
const anew = (contour: ContourFeature): ContourFeature => {
  const { object: _whole, ...metadata } = contour.properties.metadata;
  const { name: _its, ...properties } = contour.properties;
  return { ...contour, id: uuid(), properties: { ...properties, metadata } };
};

const meets = ({ geometry }: ContourFeature, line: readonly Point[]): boolean => {
  const its = boundsOf(geometry);
  const { x0, y0, x1, y1 } = boundsOf({ type: 'LineString', coordinates: line.map(({ x, y }) => [x, y]) });
  return x0 <= its.x1 && x1 >= its.x0 && y0 <= its.y1 && y1 >= its.y0;
};
