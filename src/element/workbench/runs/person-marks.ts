/** The marks of a person on the selected contour: listed, added, taken away, hidden. A change of them runs the contour again. */
import type { Hints, MarkSide } from '../../../algorithm/hints.js';
import { polygonsOf } from '../../../algorithm/shapes/polygons.js';
import { requestOf } from '../../../worker/feature.js';
import type { ContourFeature } from '../../../worker/protocol.js';
import type { Collection } from '../../contours/collection.js';
import type { ShownHint } from '../../overlay/drawing.js';
import { isOrdered, shownHints, wantedHints } from '../../tools/hints.js';
import type { Runs } from './runs.js';

/** The marks on the selected contour, which its record has. */
export class PersonMarks {
  #hidden = false;
  #side: MarkSide | undefined;

  constructor(
    /** The selected contour on the slice shown. */
    private readonly selected: () => ContourFeature | undefined,
    private readonly collection: Collection,
    private readonly runs: Runs,
    private readonly changed: () => void,
  ) {}

  /** Lists the marks on the contour's slice, in the order in which they were made; those inside first where it is not known; none where nothing is selected. */
  get all(): readonly ShownHint[] {
    const selected = this.selected();
    return selected ? shownHints(hintsOf(selected)).filter(isOn(selected)) : [];
  }

  /** Whether the selected contour can have marks: lines have none. */
  get possible(): boolean {
    const selected = this.selected();
    return selected !== undefined && polygonsOf(selected.geometry).length > 0;
  }

  /** Whether marks are left out of the drawing. */
  get hidden(): boolean {
    return this.#hidden;
  }

  set hidden(hidden: boolean) {
    this.#hidden = hidden;
    this.changed();
  }

  /** The side of the marks that the point tool makes without Alt; `undefined` where it starts another object. */
  get side(): MarkSide | undefined {
    return this.possible ? this.#side : undefined;
  }

  set side(side: MarkSide | undefined) {
    if (side === this.#side) return;
    this.#side = side;
    this.changed();
  }

  /**
   * Runs the selected contour again with its marks changed; without effect where nothing is selected.
   * @param next called when the run's turn comes, with the marks of then: those made meanwhile are among them
   */
  change(next: (marks: readonly ShownHint[]) => readonly ShownHint[]): void {
    const selected = this.selected();
    if (!selected) return;
    this.runs.start(selected.id, () => ({ hints: withMarks(this.collection.get(selected.id) ?? selected, next) }));
  }

  /** Takes one mark away by its place in the list. */
  remove(index: number): void {
    this.change((marks) => marks.filter((_, k) => k !== index));
  }

  /** Takes all marks of the slice away. */
  clear(): void {
    this.change(() => []);
  }
}

const hintsOf = (contour: ContourFeature): Hints | undefined => requestOf(contour)?.hints;

/** Tells whether a mark lies on the contour's slice; those that name none lie on that of the start. */
const isOn = (contour: ContourFeature): ((mark: ShownHint) => boolean) => {
  const here = contour.geometry.plane?.z;
  const start = requestOf(contour)?.slice ?? here;
  return ({ slice = start }) => here === undefined || slice === here;
};

/** The marks of a contour, those on its slice changed. */
const withMarks = (contour: ContourFeature, next: (marks: readonly ShownHint[]) => readonly ShownHint[]): Hints => {
  const slice = contour.geometry.plane?.z;
  const hints = hintsOf(contour);
  const before = shownHints(hints);
  const isHere = isOn(contour);
  const here = next(before.filter(isHere));
  const left = before.filter((mark) => here.includes(mark) || !isHere(mark));
  const marks = [...left, ...here.filter((mark) => !before.includes(mark))].map((mark) =>
    slice !== undefined && here.includes(mark) ? { slice, ...mark } : mark,
  );
  return wantedHints(marks, isOrdered(hints));
};
