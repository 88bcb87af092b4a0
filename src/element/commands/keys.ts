/** Key bindings as text: `Mod+Shift+Z`, `Escape`, `B`. `Mod` is Command on a Mac, Control elsewhere. */

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

/** Normalises a chord: modifiers in a fixed order, letters in upper case. */
export const normalise = (chord: string): string => {
  const parts = chord.split('+').map((part) => part.trim());
  const key = parts.pop() ?? '';
  const modifiers = new Set(parts.map((part) => part.toLowerCase()));
  return [
    modifiers.has('mod') || modifiers.has('ctrl') || modifiers.has('cmd') ? 'Mod' : '',
    modifiers.has('alt') ? 'Alt' : '',
    modifiers.has('shift') ? 'Shift' : '',
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
