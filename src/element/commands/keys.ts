/** Key bindings as text: `Mod+Shift+Z`, `Escape`, `B`. `Mod` is Command on a Mac, Control elsewhere. */

import { badParameter } from '../../core/errors.js';

/** The members of a keyboard event that a binding is compared with. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

const mac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

const names: Readonly<Record<string, string>> = { ' ': 'Space', '+': 'Plus' };

const MOD = /^(mod|control|ctrl|command|cmd|meta)$/i;
const ALT = /^(alt|option)$/i;
const SHIFT = /^shift$/i;
/** One character but +, or a name as keyboard events give it. */
const KEY = /^([^+]|[A-Z]\w+)$/u;

/** Throws `bad-parameter` where a binding that a page gives is neither a chord nor empty. */
export const checkChord = (name: string, chord: unknown): void => {
  if (chord === undefined || chord === '') return;
  const [key = '', ...modifiers] =
    typeof chord === 'string'
      ? chord
          .split('+')
          .map((part) => part.trim())
          .reverse()
      : [];
  const known = modifiers.every((part) => [MOD, ALT, SHIFT].some((each) => each.test(part)));
  if (!known || !KEY.test(key)) throw badParameter(name, chord, 'it must be a text such as Mod+Shift+Z');
};

/** Normalises a chord: modifiers in a fixed order, letters in upper case. */
export const normalise = (chord: string): string => {
  const parts = chord.split('+').map((part) => part.trim());
  const key = parts.pop() ?? '';
  const held = (modifier: RegExp): boolean => parts.some((part) => modifier.test(part));
  return [
    held(MOD) ? 'Mod' : '',
    held(ALT) ? 'Alt' : '',
    held(SHIFT) ? 'Shift' : '',
    key.length === 1 ? key.toUpperCase() : key,
  ]
    .filter(Boolean)
    .join('+');
};

/** The chord of a key event. Shift counts with letters and named keys only: other characters may need it to be typed. */
export const chordOf = (event: KeyPress): string => {
  const key = names[event.key] ?? event.key;
  const counts =
    event.key.length > 1 || event.key === ' ' || (key.toLowerCase() !== key.toUpperCase() && key.length === 1);
  return normalise(
    [
      event.ctrlKey || event.metaKey ? 'Mod' : '',
      event.altKey ? 'Alt' : '',
      event.shiftKey && counts ? 'Shift' : '',
      key,
    ]
      .filter(Boolean)
      .join('+'),
  );
};

/** A chord as text for a tooltip. */
export const display = (chord: string): string => {
  return normalise(chord)
    .split('+')
    .map((part) =>
      part === 'Mod' ? (mac ? '⌘' : 'Ctrl') : part === 'Escape' ? 'Esc' : part === 'Delete' ? 'Del' : part,
    )
    .join(mac ? '' : '+');
};

/** A chord in the form of `aria-keyshortcuts`. */
export const ariaKeys = (chord: string): string => normalise(chord).replace('Mod', mac ? 'Meta' : 'Control');
