/**
 * Keys of the clipboard. The browser follows them by an event that carries the clipboard's data without asking for permission, so they
 * are left to it, and the command runs at that event; where no event comes, it runs by itself.
 */
import type { Commands } from '../commands/commands.js';
import { hasText } from '../workbench/editing/clipboard.js';

/** The event that each chord makes. */
const events: Readonly<Record<string, 'copy' | 'cut' | 'paste'>> = {
  'Mod+C': 'copy',
  'Mod+X': 'cut',
  'Mod+V': 'paste',
  'Mod+Shift+V': 'paste',
};

/** Commands that take the data of the event. */
const COMMANDS: ReadonlySet<string> = new Set(['snake.copy', 'snake.cut', 'snake.paste', 'snake.paste.inPlace']);

/** Milliseconds after which no event is to be expected. */
const PATIENCE = 300;

/** Runs the clipboard's commands at the browser's events. */
export class ClipboardKeys {
  /** The command that waits for its event. */
  #waiting: { readonly command: string; readonly event: string } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly commands: Commands,
    signal: AbortSignal,
  ) {
    for (const name of ['copy', 'cut', 'paste'] as const) {
      document.addEventListener(name, (event) => this.#take(event), { signal });
    }
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /** True where a chord is left to the browser. Text that is selected elsewhere than in the viewer is the browser's to copy. */
  leaves(chord: string, inViewer: boolean): boolean {
    const event = events[chord];
    const command = this.commands.commandFor(chord);
    if (event === undefined || command === undefined || !COMMANDS.has(command)) return false;
    if (event !== 'paste' && !inViewer && String(getSelection()) !== '') return true;
    this.#waiting = { command, event };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#run(), PATIENCE);
    return true;
  }

  #take(event: ClipboardEvent): void {
    const { clipboardData } = event;
    if (this.#waiting?.event !== event.type || event.defaultPrevented || !clipboardData) return;
    if (event.type === 'paste' && !hasText(clipboardData)) {
      // A file is the page's.
      if (clipboardData.files.length > 0) this.#waiting = undefined;
    }
    if (this.#waiting) event.preventDefault();
    this.#run(clipboardData);
  }

  #run(data?: DataTransfer): void {
    const { command } = this.#waiting ?? {};
    this.#waiting = undefined;
    clearTimeout(this.#timer);
    if (command !== undefined) this.commands.execute(command, ...(data ? [data] : []));
  }
}
