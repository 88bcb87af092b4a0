/** Moves of the view to objects and coordinates; in a volume, to their slice too. */
import { sliceOf } from '../../contours/on-slice.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { type AnnotatedObject, contourOn } from '../contours/objects.js';
import type { Stage } from '../viewer/stage.js';
import { centreOn, fitAround, panAbove, panTo } from '../viewer/view-moves.js';
import type { ObjectActions } from './editing/object-actions.js';
import type { Voice } from './voice.js';

/** Two numbers, as people write a place. */
const PLACE = /^[\s([]*(?:x\s*[:=]?)?\s*(-?\d+(?:\.\d+)?)[\s,;]+(?:y\s*[:=]?)?\s*(-?\d+(?:\.\d+)?)[\s)\]]*$/i;

/** Moves the view, for commands and for the lists of objects. */
export class Moving {
  constructor(
    private readonly voice: Voice,
    private readonly stage: Stage,
    private readonly objects: ObjectActions,
    private readonly showSlice: (slice: number) => void,
  ) {}

  /** Moves the view to an object, and the slice of a volume, where it is not seen well: outside, or tiny. */
  bringIntoView(object: AnnotatedObject): void {
    this.#show(object, fitAround);
  }

  /** Moves the view to an object that is not wholly in it, at the same scale where it has room. */
  lookAt(object: AnnotatedObject): void {
    this.#show(object, panTo);
  }

  /** Selects the object after or before the one selected last, and shows it. */
  goOn(by: 1 | -1): void {
    const object = this.objects.selectNext(by);
    if (object) this.lookAt(object);
  }

  /** Moves the view so that a contour lies in the part of it above a line, in CSS pixels from its upper edge. */
  lookAbove({ geometry }: ContourFeature, line: number): void {
    const { hold } = this.stage;
    if (hold) panAbove(hold, geometry, line);
  }

  /** Moves the view to coordinates, two numbers in full-resolution pixels; says what is wanted, and is false, where the text is none that lie on the image. */
  goTo(text: string): boolean {
    const { hold, image } = this.stage;
    if (!hold?.item || !image) return false;
    const [, x, y] = PLACE.exec(text)?.map(Number) ?? [];
    const { width, height } = image;
    const there = x !== undefined && y !== undefined && x >= 0 && y >= 0 && x <= width && y <= height;
    if (there) centreOn(hold, x, y);
    this.voice.say(there ? 'wentTo' : 'noPlace', there ? { x, y } : { width, height });
    return there;
  }

  #show(object: AnnotatedObject, move: typeof fitAround): void {
    const contour = contourOn(object, this.stage.slice);
    this.showSlice(sliceOf(contour));
    if (this.stage.hold) move(this.stage.hold, contour.geometry);
  }
}
