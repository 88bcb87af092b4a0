/** Escape in a text field of the panel: what was typed since it had the focus is dropped, and the keys go back to the image. */

import { dropTyped } from './typed.js';

type Field = HTMLInputElement | HTMLTextAreaElement;

const before = new WeakMap<Field, string>();

const fieldOf = ({ target }: Event): Field | undefined => {
  if (target instanceof HTMLTextAreaElement) return target;
  return target instanceof HTMLInputElement && /^(text|search|number)$/.test(target.type) ? target : undefined;
};

/** A field has the focus from now on. */
export const noteText = (event: Event): void => {
  const field = fieldOf(event);
  if (field) before.set(field, field.value);
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
