/** The contours on the image that is open: their history, the selection, and an event for every change. */
import { nearestTo, objectOf } from '../../contours/on-slice.js';
import { alike } from '../../core/alike.js';
import type { ContourFeature } from '../../worker/protocol.js';
import type { Voice } from '../workbench/voice.js';
import type { ClassChange } from './classes.js';
import {
  amended,
  type Change,
  type ChangeReason,
  committed,
  type Edit,
  exchanging,
  extended,
  type ImageWork,
  noWork,
  placesIn,
  putting,
  redone,
  removing,
  undone,
} from './edits.js';
import { countObjects } from './objects.js';
import { arranged, grown, type OpenChange, opened, wasUndone } from './open-change.js';

/** Dispatched as `edits` after every change of the list that was made here, before the element's own events. */
export class EditsEvent extends Event {
  constructor(readonly edits: readonly Edit[]) {
    super('edits');
  }
}

/** Dispatched as `classes` where a step back or forth changes the list of classes. */
export class ClassesEvent extends Event {
  constructor(readonly change: ClassChange) {
    super('classes');
  }
}

/** Dispatches `change` after every change of contours or selection, before the element's own events. */
export class Collection extends EventTarget {
  #work: ImageWork = noWork;
  #places = new Map<string, number>();
  /** The one that was selected last. */
  #selected: string | undefined;
  /** All that are selected. */
  #selection: ReadonlySet<string> = new Set();
  /** Contours as the page gave them, by those that `amend` put in their place. */
  readonly #given = new WeakMap<ContourFeature, ContourFeature>();

  constructor(
    private readonly voice: Pick<Voice, 'emit' | 'say'>,
    /** The slice of a volume on the screen. */
    private readonly slice: () => number | undefined = () => undefined,
  ) {
    super();
  }

  /** The list and its history. */
  get work(): ImageWork {
    return this.#work;
  }

  get contours(): readonly ContourFeature[] {
    return this.#work.contours;
  }

  get selected(): ContourFeature | undefined {
    return this.#selected === undefined ? undefined : this.get(this.#selected);
  }

  /** All that are selected, in drawing order. */
  get selection(): readonly ContourFeature[] {
    return [...this.#selection]
      .map((id) => [this.#places.get(id) ?? -1, this.get(id)] as const)
      .sort(([a], [b]) => a - b)
      .flatMap(([, contour]) => contour ?? []);
  }

  isSelected(id: string): boolean {
    return this.#selection.has(id);
  }

  get canUndo(): boolean {
    return this.#work.undo.length > 0;
  }

  get canRedo(): boolean {
    return this.#work.redo.length > 0;
  }

  get(id: string): ContourFeature | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : this.#work.contours[place];
  }

  /** Adds contours, or replaces those of the same id. With `silent`, no `contour-change` is sent, because runs send their own events. */
  put(contours: readonly ContourFeature[], reason: ChangeReason, silent = false): void {
    this.#commit(putting(this.contours, contours), reason, silent);
  }

  /** Replaces contours as a part of a change of the classes, which is undone with it. */
  reclassify(contours: readonly ContourFeature[], classes: ClassChange): void {
    this.#commit(putting(this.contours, contours), 'class', false, classes);
  }

  /** Replaces contours as `put` does, as one step with the change before where that replaced the same ones for the same reason. */
  extend(contours: readonly ContourFeature[], reason: ChangeReason): void {
    const edits = putting(this.contours, contours);
    if (edits.length > 0) this.#set(extended(this.#work, { reason, edits }), { reason, edits });
  }

  /** Replaces contours by others, in one change. `silent` as in `put`; an event is sent in any case for contours that are removed and not replaced. */
  exchange(gone: readonly string[], contours: readonly ContourFeature[], reason: ChangeReason, silent = false): void {
    this.#commit(exchanging(this.contours, gone, contours), reason, silent);
  }

  /** Puts these contours in the place of all others, in one change, with one of the classes if any. Contours that are there as they are given do not change. */
  replace(contours: readonly ContourFeature[], reason: ChangeReason, classes?: ClassChange): void {
    const wanted = contours.map((contour) => {
      const known = this.get(contour.id);
      return known && (alike(known, contour) || alike(this.#given.get(known), contour)) ? known : contour;
    });
    const gone = this.contours.map(({ id }) => id);
    const edits = isSame(wanted, this.contours) ? [] : exchanging(this.contours, gone, wanted);
    this.#commit(edits, reason, false, classes);
  }

  /** Begins a change that `grow` adds to, and that is undone as one. */
  begin(reason: ChangeReason): OpenChange {
    return opened(reason, this.#places);
  }

  /** Adds contours in place of others, as a part of an open change; `undefined` where that was undone. One event for all that come. */
  grow(open: OpenChange, gone: readonly string[], come: readonly ContourFeature[]): OpenChange | undefined {
    const next = grown(this.#work, open, gone, come);
    if (next) this.#set(next.work, { reason: open.reason, edits: next.edits });
    return next?.open;
  }

  /** Brings the contours of an open change into an order, at the end of the list. */
  arrange(open: OpenChange, order: readonly ContourFeature[]): void {
    if (!open.added || this.undid(open)) return;
    this.#work = arranged(this.#work, open, order);
    this.#places = placesIn(this.contours);
    // What is stored has an order, too.
    this.dispatchEvent(new EditsEvent([]));
    this.#changed();
  }

  /** Tells whether an open change was undone. */
  undid(open: OpenChange): boolean {
    return wasUndone(this.#work, open);
  }

  /** Removes contours, in one change; false where none of them is there. */
  remove(ids: readonly string[], reason: ChangeReason): boolean {
    return this.#commit(removing(this.contours, ids), reason);
  }

  /**
   * Gives contours that are in the list other measurements, or where the page `set` them other outlines, each in place of the one before; nothing
   * is added to the history.
   */
  amend(others: ReadonlyMap<ContourFeature, ContourFeature>, reason: 'measure' | 'set' = 'measure'): void {
    const edits = [...others].flatMap(([before, after]) => {
      const index = this.#places.get(before.id);
      return index === undefined || this.contours[index] !== before ? [] : [{ index, before, after }];
    });
    if (edits.length === 0) return;
    if (reason === 'set') for (const { before, after } of edits) this.#given.set(after, before);
    this.#work = amended(this.#work, new Map(edits.map(({ before, after }) => [before, after])));
    this.dispatchEvent(new EditsEvent(edits));
    this.#changed();
    this.#tell(
      'contour-change',
      edits.map(({ after }) => after),
      reason,
    );
  }

  undo(): boolean {
    let step = undone(this.#work);
    // Another tab did away with what the step changed: it is forgotten, and the one before is undone.
    while (step && !step.change.classes && isSame(step.work.contours, this.contours)) {
      const { redo } = this.#work;
      this.#work = { ...step.work, redo };
      step = undone(this.#work);
      if (step) continue;
      this.dispatchEvent(new EditsEvent([]));
      this.#changed();
    }
    return this.#travel(step, 'undone');
  }

  redo(): boolean {
    return this.#travel(redone(this.#work), 'redone');
  }

  /** Replaces the list and the history by those of `work`, and sends events for contours that come, change or go. */
  open(work: ImageWork, reasons: { readonly come: ChangeReason; readonly go: ChangeReason }): void {
    const before = this.contours;
    const known = new Map(before.map((contour) => [contour.id, contour]));
    this.#work = work;
    this.#places = placesIn(work.contours);
    this.#changed();
    const come = work.contours.filter((contour) => known.get(contour.id) !== contour);
    const gone = before.filter(({ id }) => !this.get(id));
    this.#tell('contour-change', come, reasons.come);
    this.#tell('contour-remove', gone, reasons.go);
    this.#forget(reasons.go);
  }

  /** Selects a contour, or none; false where there is no such contour. */
  select(id: string | undefined, reason: ChangeReason | 'select' = 'select'): boolean {
    const contour = id === undefined ? undefined : this.get(id);
    if (id !== undefined && !contour) return false;
    if (this.#selected === id && this.#selection.size <= 1) return true;
    this.#selects(id === undefined ? [] : [id], reason);
    return true;
  }

  /** Selects these and no others; the last of them is the one whose measurements are shown. Unknown ids are left out. */
  selectMany(ids: readonly string[]): void {
    this.#selects(
      ids.filter((id) => this.get(id)),
      'select',
    );
  }

  #selects(ids: readonly string[], reason: ChangeReason | 'select'): void {
    this.#selection = new Set(ids);
    this.#selected = ids.at(-1);
    const contour = this.selected;
    this.#changed();
    this.voice.emit('contour-select', { ...(contour ? { contour } : {}), reason });
  }

  /** Deselects removed contours; in a volume, an object stays selected if it has other contours. */
  #forget(reason: ChangeReason, gone: readonly ContourFeature[] = []): void {
    const left = [...this.#selection].filter((id) => this.get(id));
    if (left.length === this.#selection.size) return;
    const slice = this.slice();
    const objects = new Set(gone.filter(({ id }) => slice !== undefined && this.#selection.has(id)).map(objectOf));
    for (const id of left) objects.delete(objectOf(this.get(id)!));
    const others = [...objects].flatMap((object) => {
      const its = this.contours.filter((contour) => objectOf(contour) === object);
      return nearestTo(its, slice ?? 0)?.id ?? [];
    });
    this.#selects([...left, ...others], reason);
  }

  /**
   * Goes a step back or forth. Where that removes the selected contour, the object that it brings back is selected, of a volume its contour nearest to
   * the slice shown; of several objects none is, as after a search: some may be hidden.
   */
  #travel(
    step: { readonly work: ImageWork; readonly change: Change } | undefined,
    message: 'undone' | 'redone',
  ): boolean {
    if (!step) return false;
    const slice = this.slice();
    const come = step.change.edits.flatMap(({ after }) => after ?? []);
    const back = slice === undefined ? come.at(-1) : nearestTo(come, slice);
    const lost = this.#selected === undefined || !step.work.contours.some(({ id }) => id === this.#selected);
    const { classes } = step.change;
    if (classes) this.dispatchEvent(new ClassesEvent(classes));
    this.#set(step.work, step.change);
    if (back && lost && countObjects(come) === 1) this.select(back.id, step.change.reason);
    this.voice.say(message);
    return true;
  }

  #commit(edits: readonly Edit[], reason: ChangeReason, silent = false, classes?: ClassChange): boolean {
    if (edits.length === 0 && !classes) return false;
    const change: Change = { reason, edits, ...(classes && { classes }) };
    this.#set(committed(this.#work, change), change, silent);
    return true;
  }

  #set(work: ImageWork, { reason, edits }: Change, silent = false): void {
    this.#work = work;
    this.#places = placesIn(work.contours);
    this.dispatchEvent(new EditsEvent(edits));
    this.#changed();
    const kept = new Set(edits.flatMap(({ after }) => (after ? [after.id] : [])));
    const was = new Set(edits.map(({ before }) => before));
    const come = edits.flatMap(({ after }) => (after && !was.has(after) ? [after] : []));
    const gone = edits.flatMap(({ before }) => (before && !kept.has(before.id) ? [before] : []));
    if (!silent) this.#tell('contour-change', come, reason);
    this.#tell('contour-remove', gone, reason);
    this.#forget(reason, gone);
  }

  /** One event for all contours of a change; none for none. */
  #tell(name: 'contour-change' | 'contour-remove', contours: readonly ContourFeature[], reason: ChangeReason): void {
    const [contour] = contours;
    if (contour) this.voice.emit(name, { contour, contours, reason });
  }

  #changed(): void {
    this.dispatchEvent(new Event('change'));
  }
}

const isSame = (one: readonly ContourFeature[], other: readonly ContourFeature[]): boolean =>
  one.length === other.length && one.every((contour, k) => contour === other[k]);
