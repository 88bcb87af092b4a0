/** Pointer and keys on rows of objects: they select, extend the selection, bring into view and remove. */
import type { AnnotatedObject } from '../../contours/objects.js';
import type { RowState } from './row-state.js';

/** Objects and state of rows, and what they call. */
export interface RowsView {
  readonly disabled: boolean;
  readonly objects: readonly AnnotatedObject[];
  readonly state: RowState;
  isSelected(object: AnnotatedObject): boolean;
  select(objects: readonly AnnotatedObject[]): void;
  /** Removes the selected objects but those that are locked, then selects `next` where nothing else is selected; false where nothing was removed. */
  remove(next: AnnotatedObject | undefined): boolean;
  /** Brings an object into the view. */
  show(object: AnnotatedObject): void;
}

/** Rows that Page Up and Page Down pass. */
const PAGE = 5;

/** Selects a row: with Shift all from the anchor to it, with Control it too or no longer, else it alone. */
export const pick = (
  object: AnnotatedObject,
  view: RowsView,
  how: { readonly shift: boolean; readonly mod: boolean },
): void => {
  const { state } = view;
  const { rows } = state;
  const anchor = state.placeOf(state.anchor);
  const here = state.placeOf(object.id);
  state.active = object.id;
  if (how.shift && anchor >= 0) {
    const range = rows.slice(Math.min(anchor, here), Math.max(anchor, here) + 1);
    view.select([...range.filter((other) => other !== object), object]);
    return;
  }
  state.anchor = object.id;
  if (!how.mod) {
    view.select([object]);
    return;
  }
  const others = view.objects.filter((other) => other !== object && view.isSelected(other));
  view.select(view.isSelected(object) ? others : [...others, object]);
};

/** The object to go on with where that at a place goes with all that are selected: the next, else the one before; none where it stays. */
const onwards = ({ state: { rows }, isSelected }: RowsView, at: number): AnnotatedObject | undefined => {
  const here = rows[at];
  if (!here || !isSelected(here)) return here;
  const stays = (object: AnnotatedObject): boolean => !isSelected(object);
  return rows.slice(at).find(stays) ?? rows.slice(0, at).findLast(stays);
};

/** Up and Down walk, with Shift they extend; Space joins; Enter brings into view; Delete removes, and goes on with the next row. */
export const onRowKey = (event: KeyboardEvent, view: RowsView): void => {
  const { state } = view;
  const { rows } = state;
  const at = state.placeOf(state.active);
  const object = rows[at];
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: rows.length - 1,
    PageDown: at + PAGE,
    PageUp: at - PAGE,
  };
  const step = steps[event.key];
  const how = { shift: event.shiftKey, mod: event.ctrlKey || event.metaKey };
  if (step !== undefined) {
    const next = rows[Math.min(rows.length - 1, Math.max(0, step))];
    if (next) pick(next, view, { ...how, mod: false });
  } else if (event.key === ' ' && object) pick(object, view, { shift: false, mod: true });
  else if (event.key === 'Enter' && object) view.show(object);
  else if ((event.key === 'Delete' || event.key === 'Backspace') && !view.disabled) {
    const next = onwards(view, at);
    if (view.remove(next === object ? undefined : next)) state.goOn(next?.id);
  } else return;
  event.preventDefault();
  event.stopPropagation();
};
