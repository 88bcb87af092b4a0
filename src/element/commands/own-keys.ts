/** Keys that the person at the page gave to commands, kept in the browser for all images. */
import type { Commands } from './commands.js';
import { chordOf, display, type KeyPress } from './keys.js';

const PLACE = 'snake-segmenter keys';

/** Modifiers and other keys that are not a shortcut by themselves. */
const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta', 'CapsLock', 'Dead', 'Process']);

/** Key bindings that a person changed, and the change under way. */
export class OwnKeys {
  /** Whether shortcuts are being edited: a chosen command then waits for its key. */
  editing = false;
  /** The command that the next key goes to. */
  waiting: string | undefined;
  #stop: AbortController | undefined;
  #own: Record<string, readonly string[]> = {};

  constructor(
    private readonly commands: Commands,
    /** Whether they are kept. */
    private readonly keeps: () => boolean,
    private readonly changed: () => void,
    /** Says that a command has no key any more, because another has it now. */
    private readonly lost: (key: string, title: string) => void,
  ) {}

  /** Restores the stored keys; no effect where there are none, or storage is denied. */
  restore(): void {
    if (!this.keeps()) return;
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? '{}');
      for (const [id, keys] of Object.entries(kept ?? {})) {
        const known = this.commands.list.some((info) => info.id === id);
        if (known && Array.isArray(keys))
          this.#give(
            id,
            keys.filter((key) => typeof key === 'string'),
          );
      }
    } catch {
      // What cannot be read is as good as none.
    }
  }

  edit(editing: boolean): void {
    this.editing = editing;
    this.#waits(undefined);
  }

  ask(id: string): void {
    this.#waits(this.waiting === id ? undefined : id);
  }

  /** While a command waits, the next key is its, wherever the focus is, and does nothing else. */
  #waits(id: string | undefined): void {
    this.waiting = id;
    this.#stop?.abort();
    this.#stop = undefined;
    if (id !== undefined) {
      this.#stop = new AbortController();
      window.addEventListener('keydown', this.#press, { signal: this.#stop.signal, capture: true });
    }
    this.changed();
  }

  readonly #press = (event: KeyboardEvent): void => {
    if (!this.press(event)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** Takes a key for the command that waits. Escape leaves it as it is; Delete and Backspace leave it without a key. False where none waits. */
  press(event: KeyPress): boolean {
    const id = this.waiting;
    if (id === undefined) return false;
    if (MODIFIERS.has(event.key)) return true;
    this.#waits(undefined);
    if (event.key === 'Delete' || event.key === 'Backspace') this.#give(id, []);
    else if (event.key !== 'Escape') this.#take(id, chordOf(event));
    this.#keep();
    this.changed();
    return true;
  }

  /** All keys as they are at first. */
  reset(): void {
    this.#own = {};
    this.#waits(undefined);
    this.commands.restoreKeys();
    this.#keep();
    this.changed();
  }

  #take(id: string, key: string): void {
    const before = this.commands.list.find((info) => info.id !== id && info.keys.includes(key));
    this.#give(id, [key]);
    if (before) this.lost(display(key), before.title);
  }

  #give(id: string, keys: readonly string[]): void {
    this.commands.rebind(id, ...keys);
    // A key is removed from the command that had it before.
    for (const [other, its] of Object.entries(this.#own)) {
      this.#own[other] = other === id ? its : its.filter((key) => !keys.includes(key));
    }
    this.#own[id] = keys;
  }

  #keep(): void {
    if (!this.keeps()) return;
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.#own));
    } catch {
      // Denied or full: the keys last as long as the page.
    }
  }
}
