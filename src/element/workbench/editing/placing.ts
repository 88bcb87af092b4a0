/** Selected objects moved, copied and cut: each is one step that can be undone. `pasting` brings copies. */

import { toFeatureCollection, writeGeoJSON } from '../../../contours/formats/geojson.js';
import type { Point } from '../../../contours/geometry.js';
import type { ContourFeature } from '../../../worker/protocol.js';
import type { Collection } from '../../contours/collection.js';
import { countObjects } from '../../contours/objects.js';
import { boxOfAll, moved, shiftWithin } from '../../contours/placed.js';
import type { MessageValues } from '../../i18n/messages.js';
import type { Stage } from '../../viewer/stage.js';
import type { Voice } from '../voice.js';
import { writeClipboard } from './clipboard.js';
import type { ObjectActions } from './object-actions.js';

/** Moves and copies whole contours. */
export class Placing {
  /** The pointer over the image, in image pixels; none for a finger that is lifted. */
  pointer: Point | undefined;
  /** The last move was by keys, and nothing was done since: the next one joins it. */
  #joins = false;
  #by: Point = { x: 0, y: 0 };

  constructor(
    private readonly voice: Voice,
    private readonly stage: Stage,
    private readonly collection: Collection,
    private readonly objects: ObjectActions,
  ) {}

  /** Contours of the selected objects that are not locked. */
  get free(): readonly ContourFeature[] {
    return this.objects.contours.filter(({ properties }) => properties.isLocked !== true);
  }

  /** The part of a shift by which contours can be moved within the image. */
  within(contours: readonly ContourFeature[], by: Point): Point {
    const { image } = this.stage;
    const box = boxOfAll(contours);
    return box && image ? shiftWithin(box, by, image) : { x: 0, y: 0 };
  }

  /** Moves the selected objects, but those that are locked; with `joins` as one step with a move just before. */
  move(by: Point, joins: boolean): void {
    const { free } = this;
    if (free.length < this.objects.contours.length) this.voice.say('locked');
    this.#move(free, by, joins);
  }

  /** Moves contours that were dragged, even if they are no longer selected; removed contours stay removed. */
  drop(dragged: readonly ContourFeature[], by: Point): void {
    if (this.free.length < this.objects.contours.length) this.voice.say('locked');
    const there = dragged.flatMap(({ id }) => this.collection.get(id) ?? []);
    if (there.length === 0) this.voice.say('objectGone');
    this.#move(there, by, false);
  }

  #move(contours: readonly ContourFeature[], by: Point, joins: boolean): void {
    const shift = this.within(contours, by);
    if (shift.x === 0 && shift.y === 0) return;
    const placement = this.stage.image?.placement;
    const there = contours.map((contour) => moved(contour, shift, placement));
    const before = joins && this.#joins ? this.#by : { x: 0, y: 0 };
    if (joins && this.#joins) this.collection.extend(there, 'move');
    else this.collection.put(there, 'move');
    this.#joins = joins;
    this.#by = { x: before.x + shift.x, y: before.y + shift.y };
    this.voice.say('moved', movedBy(this.#by), 'snake.undo');
  }

  /** Makes the next move by keys a separate undo step. */
  rest(): void {
    this.#joins = false;
  }

  copy(data?: DataTransfer): Promise<void> {
    return this.#copy(this.objects.contours, data);
  }

  /** Copies and removes the selected objects that are not locked. */
  cut(data?: DataTransfer): Promise<void> {
    const { free } = this;
    if (free.length < this.objects.contours.length) this.voice.say('locked');
    if (free.length === 0) return Promise.resolve();
    const written = this.#copy(free, data);
    this.objects.remove();
    return written;
  }

  #copy(contours: readonly ContourFeature[], data: DataTransfer | undefined): Promise<void> {
    const written = writeClipboard(writeGeoJSON(toFeatureCollection(contours)), data);
    this.voice.say('copied', { count: countObjects(contours) });
    return written;
  }
}

/** Distances in pixels, to a tenth. */
const movedBy = ({ x, y }: Point): MessageValues => {
  const tenths = (value: number) => (lang: string) =>
    // A zero has no sign.
    new Intl.NumberFormat(lang, { maximumFractionDigits: 1, signDisplay: 'negative' }).format(value);
  return { x: tenths(x), y: tenths(y) };
};
