/** Moves of the view to objects; in a volume, to their slice too. */
import type OpenSeadragon from 'openseadragon';
import { sliceOf } from '../../contours/on-slice.js';
import { type AnnotatedObject, contourOn } from '../contours/objects.js';
import type { SegmenterProperties } from '../segmenter-properties.js';
import type { Stage } from '../viewer/stage.js';
import { fitAround, panTo } from '../viewer/view-moves.js';
import type { ObjectActions } from './editing/object-actions.js';
import { uncovered } from './uncovered.js';

/** Moves the view, for commands and for the lists of objects. */
export class Moving {
  /** The middle of the view before the panel covered a part of it, and then. */
  #aside: { readonly from: OpenSeadragon.Point; readonly to: OpenSeadragon.Point } | undefined;

  constructor(
    private readonly stage: Stage,
    private readonly objects: ObjectActions,
    private readonly showSlice: (slice: number) => void,
    private readonly element: SegmenterProperties,
  ) {}

  /** Moves the view to an object, which fills a third of it, and the slice of a volume. */
  bringIntoView(object: AnnotatedObject): void {
    this.show(object, fitAround);
  }

  /** Moves the view to an object that is not wholly in it, at the same scale where it has room. */
  lookAt(object: AnnotatedObject): void {
    this.show(object, panTo);
  }

  /** Selects the object after or before the one selected last, and shows it. */
  goOn(by: 1 | -1): void {
    const object = this.objects.selectNext(by);
    if (object) this.lookAt(object);
  }

  /**
   * Moves the view so that the selected object does not lie under the panel, once that is shown: in a narrow window it covers a part of the image. Once
   * the panel is gone the view goes back, unless it was moved.
   */
  async uncoverSelected(): Promise<void> {
    await this.element.updateComplete;
    const { hold } = this.stage;
    if (!hold) return;
    const { canvas, viewport } = hold.viewer;
    const now = viewport.getCenter();
    const from = this.#aside?.to.equals(now) ? this.#aside.from : undefined;
    this.#aside = undefined;
    // Its height in whole pixels may be more than it is.
    if (uncovered(this.element, canvas) < canvas.clientHeight - 1) {
      const object = this.objects.selected.at(-1);
      if (object) this.lookAt(object);
      this.#aside = { from: from ?? now, to: viewport.getCenter() };
    } else if (from) viewport.panTo(from);
  }

  /** Moves the view to an object, and the slice of a volume, as `move` does. */
  show(object: AnnotatedObject, move: typeof fitAround): void {
    const contour = contourOn(object, this.stage.slice);
    this.showSlice(sliceOf(contour));
    const { hold } = this.stage;
    if (hold) move(hold, contour.geometry, uncovered(this.element, hold.viewer.canvas));
  }
}
