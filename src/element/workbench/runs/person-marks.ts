/** The marks of a person on the selected contour: listed, added, taken away, hidden. A change of them runs the contour again. */
import type { Hints, MarkSide } from '../../../algorithm/hints.js';
import { requestOf } from '../../../worker/feature.js';
import type { ContourFeature } from '../../../worker/protocol.js';
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
    private readonly runs: Runs,
    private readonly changed: () => void,
  ) {}

  /** Lists the marks on the contour's slice, in the order in which they were made; those inside first where it is not known; none where nothing is selected. */
  get all(): readonly ShownHint[] {
    return shownHints(this.#hints).filter((mark) => this.#isHere(mark));
  }

  get #hints(): Hints | undefined {
    const selected = this.selected();
    return selected && requestOf(selected)?.hints;
  }

  /** Whether a mark lies on the selected contour's slice; those that name none lie on that of the start. */
  #isHere({ slice }: ShownHint): boolean {
    const selected = this.selected();
    const here = selected?.geometry.plane?.z;
    return here === undefined || (slice ?? requestOf(selected!)?.slice ?? here) === here;
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
    return this.selected() ? this.#side : undefined;
  }

  set side(side: MarkSide | undefined) {
    if (side === this.#side) return;
    this.#side = side;
    this.changed();
  }

  /** Runs the selected contour again with its marks changed; without effect where nothing is selected. */
  change(next: (marks: readonly ShownHint[]) => readonly ShownHint[]): void {
    const selected = this.selected();
    if (!selected) return;
    const slice = selected.geometry.plane?.z;
    const hints = this.#hints;
    const before = shownHints(hints);
    const here = next(before.filter((mark) => this.#isHere(mark)));
    const left = before.filter((mark) => here.includes(mark) || !this.#isHere(mark));
    const marks = [...left, ...here.filter((mark) => !before.includes(mark))].map((mark) =>
      slice !== undefined && here.includes(mark) ? { slice, ...mark } : mark,
    );
    this.runs.start(selected.id, { hints: wantedHints(marks, isOrdered(hints)) });
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
