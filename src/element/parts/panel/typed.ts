/**
 * What a person types stays in its field until the field commits it, whatever is rendered meanwhile, and belongs to the object that was selected when it
 * was begun. Otherwise a field shows what is rendered, also where that is what was rendered before.
 */
import { noChange } from 'lit';
import { Directive, directive, type PropertyPart } from 'lit/directive.js';
import { setCommittedValue } from 'lit/directive-helpers.js';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Fields with text that is not committed, and what they were of when it was begun. */
const owners = new WeakMap<EventTarget, unknown>();

/** Listens to the input of a field of `owner`. */
export const begins =
  (owner?: unknown) =>
  ({ currentTarget }: Event): void => {
    if (currentTarget && !owners.has(currentTarget)) owners.set(currentTarget, owner);
  };

/** Listens to the change of a field of `owner`: what was typed is of the owner that was then. */
export const commits =
  <Owner, Of extends Field>(owner: Owner, commit: (field: Of, owner: Owner) => void) =>
  ({ currentTarget }: Event): void => {
    const field = currentTarget as Of;
    const then = owners.has(field) ? (owners.get(field) as Owner) : owner;
    owners.delete(field);
    commit(field, then);
  };

/** Whether a field has text that is not committed. */
export const isTyped = (field: Field): boolean => owners.has(field);

/** Drops what is typed in a field: the next rendering shows its value. */
export const dropTyped = (field: Field): void => {
  owners.delete(field);
};

class Typed extends Directive {
  render(value: string): string {
    return value;
  }

  override update(part: PropertyPart, [value]: [string]): unknown {
    const { element } = part;
    if (owners.has(element) || (element as Field).value === value) return noChange;
    // Lit leaves alone what it rendered before.
    setCommittedValue(part);
    return value;
  }
}

/** The value of a text field, but for what is typed there. */
export const typed = directive(Typed);
