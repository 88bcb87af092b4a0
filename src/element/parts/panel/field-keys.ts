/**
 * Keys in a text field of the panel. Escape drops what was typed since it had the focus, and the keys go back to the image. Ctrl+S saves, with what is
 * typed there.
 */

import { dropTyped, isTyped } from './typed.js';

type Field = HTMLInputElement | HTMLTextAreaElement;

const before = new WeakMap<Field, string>();

const fieldOf = ({ target }: Event): Field | undefined => {
  if (target instanceof HTMLTextAreaElement) return target;
  return target instanceof HTMLInputElement && /^(text|search|number)$/.test(target.type) ? target : undefined;
};

/** The field that had the focus last. */
let last: Field | undefined;

/** Before a page goes away, and its work is saved, the field takes what is typed there. */
const takeTyped = (): void => {
  if (last?.isConnected && isTyped(last)) last.dispatchEvent(new Event('change'));
};

/** A field has the focus from now on. */
export const noteText = (event: Event): void => {
  const field = fieldOf(event);
  if (!field) return;
  before.set(field, field.value);
  last = field;
  for (const leaving of ['beforeunload', 'pagehide']) addEventListener(leaving, takeTyped, { capture: true });
};

/** Takes a key of the panel. The first Escape in a field for searching clears it, as browsers do. */
export const leaveOnEscape = (event: KeyboardEvent, leave: () => void): void => {
  const field = fieldOf(event);
  if (event.key !== 'Escape' || !field || (field.type === 'search' && field.value !== '')) return;
  event.stopPropagation();
  field.value = before.get(field) ?? field.value;
  dropTyped(field);
  leave();
};

/** Passes Control with S, and with Shift too, from a field to the component, which saves; the field keeps the focus. */
export const saveFromField = (event: KeyboardEvent): void => {
  const field = fieldOf(event);
  const tree = field?.getRootNode();
  if (!(event.ctrlKey || event.metaKey) || !/^s$/i.test(event.key) || !(tree instanceof ShadowRoot)) return;
  field?.dispatchEvent(new Event('change'));
  if (tree.host.dispatchEvent(new KeyboardEvent('keydown', event))) return;
  event.preventDefault();
  event.stopPropagation();
};
