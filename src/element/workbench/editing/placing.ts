/** Selected objects moved, copied, cut, pasted and duplicated: each is one step that can be undone. */

import type { Imported, LeftOut } from '../../../contours/formats/features.js';
import { toFeatureCollection, writeGeoJSON } from '../../../contours/formats/geojson.js';
import type { Point } from '../../../contours/geometry.js';
import type { Box } from '../../../core/geometry/rect.js';
import type { ContourFeature } from '../../../worker/protocol.js';
import type { Collection } from '../../contours/collection.js';
import { countObjects } from '../../contours/objects.js';
import { countOutside } from '../../contours/outside.js';
import { boxOfAll, copied, moved, type Slices, shiftWithin } from '../../contours/placed.js';
import type { MessageValues } from '../../i18n/messages.js';
import type { Stage } from '../../viewer/stage.js';
import type { Voice } from '../voice.js';
import { readClipboard, writeClipboard } from './clipboard.js';
import type { ObjectActions } from './object-actions.js';

/** Distance of a copy from what it was copied of, in CSS pixels. */
const BESIDE = 16;

/** Place for pasted contours: the pointer, or beside what they were copied of; or the same coordinates. */
export type PasteAt = 'pointer' | 'place';

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
    /** Image pixels per CSS pixel. */
    private readonly pixel: () => number,
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

  /** Copies beside the selected objects. */
  duplicate(): void {
    const { contours } = this.objects;
    this.#keep(contours, this.#beside(contours));
  }

  /** Pastes the contours on the clipboard, which `read` reads; other content is reported. Never rejects. */
  async paste(at: PasteAt, read: (text: string) => Promise<Imported>, data?: DataTransfer): Promise<void> {
    const { source } = this.stage;
    // Where the pointer is now: reading may take a while.
    const { pointer } = this;
    const texts = await readClipboard(data);
    if (texts.length === 0) {
      this.voice.say(data ? 'pasteNone' : 'pasteDenied');
      return;
    }
    for (const text of texts) {
      const { contours, ...left } = await read(text).catch((): Imported => ({ contours: [], skipped: [] }));
      if (this.stage.source !== source || !this.stage.image) return;
      if (contours.length === 0) continue;
      this.#keep(contours, at === 'place' ? { x: 0, y: 0 } : this.#toPointer(contours, pointer), left);
      return;
    }
    this.voice.say('pasteNone');
  }

  #copy(contours: readonly ContourFeature[], data: DataTransfer | undefined): Promise<void> {
    const written = writeClipboard(writeGeoJSON(toFeatureCollection(contours)), data);
    this.voice.say('copied', { count: countObjects(contours) });
    return written;
  }

  /** Shift that moves the middle of contours to the pointer; without a pointer, it avoids contours that are already there. */
  #toPointer(contours: readonly ContourFeature[], pointer: Point | undefined): Point {
    const box = boxOfAll(contours);
    if (!box) return { x: 0, y: 0 };
    if (!pointer) return this.#isTaken(box) ? this.#beside(contours) : this.within(contours, { x: 0, y: 0 });
    const to = { x: pointer.x - (box.x0 + box.x1) / 2, y: pointer.y - (box.y0 + box.y1) / 2 };
    return this.within(contours, { x: Math.round(to.x), y: Math.round(to.y) });
  }

  /** A contour lies exactly where a box is. */
  #isTaken(box: Box): boolean {
    return this.collection.contours.some((contour) => {
      const its = boxOfAll([contour]);
      return its && its.x0 <= box.x0 && its.y0 <= box.y0 && its.x1 >= box.x1 && its.y1 >= box.y1;
    });
  }

  /** A small shift, to the other side at the image's border. */
  #beside(contours: readonly ContourFeature[]): Point {
    const step = Math.max(1, Math.round(BESIDE * this.pixel()));
    const there = this.within(contours, { x: step, y: step });
    const back = this.within(contours, { x: -step, y: -step });
    return { x: there.x === 0 ? back.x : there.x, y: there.y === 0 ? back.y : there.y };
  }

  #keep(contours: readonly ContourFeature[], by: Point, { skipped, reason }: LeftOut = { skipped: [] }): void {
    const { image, slices } = this.stage;
    if (!image || contours.length === 0) return;
    const on: Slices = slices && { depth: slices.depth, slice: slices.slice };
    const fresh = copied(contours, on).map((contour) => moved(contour, by, image.placement));
    if (fresh.length > 0) {
      this.collection.put(fresh, 'paste');
      this.collection.selectMany(fresh.map(({ id }) => id));
    }
    const count = countObjects(fresh);
    const outside = fresh.length > 0 ? countOutside(fresh, image) : countOutside(contours, image);
    const [first] = skipped;
    if (outside > 0) this.voice.say('pastedOutside', { count, outside }, 'snake.undo');
    else if (first !== undefined)
      this.voice.say('pastedSome', { count, skipped: skipped.length, reason: reason ?? first }, 'snake.undo');
    else this.voice.say('pasted', { count }, 'snake.undo');
  }
}

/** Distances in pixels, to a tenth. */
const movedBy = ({ x, y }: Point): MessageValues => {
  const tenths = (value: number) => (lang: string) =>
    // A zero has no sign.
    new Intl.NumberFormat(lang, { maximumFractionDigits: 1, signDisplay: 'negative' }).format(value);
  return { x: tenths(x), y: tenths(y) };
};
