/** Moves of the view to objects and coordinates; in a volume, to their slice too. */
import { sliceOf } from '../../contours/on-slice.js';
import { type AnnotatedObject, contourOn } from '../contours/objects.js';
import type { SegmenterProperties } from '../segmenter-properties.js';
import type { Stage } from '../viewer/stage.js';
import { centreOn, fitAround, panTo } from '../viewer/view-moves.js';
import type { ObjectActions } from './editing/object-actions.js';
import { uncovered } from './uncovered.js';
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
    private readonly element: SegmenterProperties,
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

  /** Moves the view so that the selected object does not lie under the panel, once that is shown: in a narrow window it covers a part of the image. */
  async uncoverSelected(): Promise<void> {
    await this.element.updateComplete;
    const { hold } = this.stage;
    const object = this.objects.selected.at(-1);
    if (!hold || !object) return;
    const { canvas } = hold.viewer;
    if (uncovered(this.element, canvas) < canvas.clientHeight) this.lookAt(object);
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
    const { hold } = this.stage;
    if (hold) move(hold, contour.geometry, uncovered(this.element, hold.viewer.canvas));
  }
}
