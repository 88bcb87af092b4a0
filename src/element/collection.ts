/** The contours of one component: their history, the selection, and an event for every change. */
import type { ContourFeature } from '../worker/protocol.js';
import type { Emit } from './events.js';
import { type Change, type ChangeReason, History } from './history.js';

export class Collection {
  readonly #history = new History();
  #selected: string | undefined;

  constructor(
    private readonly emit: Emit,
    private readonly changed: () => void,
  ) {}

  get contours(): readonly ContourFeature[] {
    return this.#history.contours;
  }

  get selected(): ContourFeature | undefined {
    return this.#selected === undefined ? undefined : this.#history.get(this.#selected);
  }

  get canUndo(): boolean {
    return this.#history.state.undo.length > 0;
  }

  get canRedo(): boolean {
    return this.#history.state.redo.length > 0;
  }

  get(id: string): ContourFeature | undefined {
    return this.#history.get(id);
  }

  /** Adds or replaces. A run tells its contours by its own events, so `silent` leaves `contour-change` out. */
  put(contours: readonly ContourFeature[], reason: ChangeReason, silent = false): void {
    this.#tell(this.#history.put(contours, reason), silent);
  }

  /** Adds in place of others; as `put` with `silent`, but for those that go for good. */
  exchange(gone: readonly string[], contours: readonly ContourFeature[], reason: ChangeReason): void {
    const change = this.#history.exchange(gone, contours, reason);
    const kept = new Set(contours.map(({ id }) => id));
    this.#tell(change, true);
    for (const { before } of change.edits) {
      if (before && !kept.has(before.id)) this.emit('contour-remove', { contour: before, reason });
    }
  }

  replace(contours: readonly ContourFeature[], reason: ChangeReason): void {
    this.#tell(this.#history.replace(contours, reason));
  }

  remove(ids: readonly string[], reason: ChangeReason): boolean {
    const change = this.#history.remove(ids, reason);
    this.#tell(change);
    return change.edits.length > 0;
  }

  undo(): boolean {
    return this.#tell(this.#history.undo());
  }

  redo(): boolean {
    return this.#tell(this.#history.redo());
  }

  /** Selects a contour, or none; false where there is no such contour. */
  select(id: string | undefined, reason: ChangeReason | 'select' = 'select'): boolean {
    const contour = id === undefined ? undefined : this.#history.get(id);
    if (id !== undefined && !contour) return false;
    if (this.#selected === id) return true;
    this.#selected = id;
    this.changed();
    this.emit('contour-select', { ...(contour ? { contour } : {}), reason });
    return true;
  }

  /** The contour after or before the selected one, round the end. */
  neighbour(by: 1 | -1): ContourFeature | undefined {
    const { contours, selected } = this;
    const at = selected ? contours.indexOf(selected) : by > 0 ? -1 : 0;
    return contours[(at + by + contours.length) % Math.max(1, contours.length)];
  }

  #tell(change: Change | undefined, silent = false): boolean {
    if (!change || change.edits.length === 0) return false;
    const { reason } = change;
    this.changed();
    if (!silent) {
      const kept = new Set(change.edits.flatMap(({ after }) => (after ? [after.id] : [])));
      for (const { before, after } of change.edits) {
        if (after) this.emit('contour-change', { contour: after, reason });
        else if (before && !kept.has(before.id)) this.emit('contour-remove', { contour: before, reason });
      }
    }
    if (this.#selected !== undefined && !this.#history.get(this.#selected)) this.select(undefined, reason);
    return true;
  }
}
