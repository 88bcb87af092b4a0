/** What a page does with its own viewer: it opens another image, closes or moves one that is open, or destroys the viewer. */
import type OpenSeadragon from 'openseadragon';
import { abortable } from '../../core/abort.js';

/** Functions to call for what a page does. */
export interface HostEvents {
  /** After each image that the viewer opens, takes into its world, moves in it or loses from it. */
  changed(): void;
  /** The world is emptied, at once: to open another image, which is not known yet, or for good. */
  closed(): void;
  /** What the viewer was told to open could not be opened; `changed` is called after it. */
  failed(source: unknown): void;
  /** The viewer is destroyed. */
  gone(): void;
}

/** Watches a viewer until `end`. While something waits for an image that is to open, that alone hears of changes. */
export class HostWatch {
  /** Ends the watch. */
  readonly end: () => void;
  #look: (() => void) | undefined;

  constructor(
    private readonly viewer: OpenSeadragon.Viewer,
    { changed, closed, failed, gone }: HostEvents,
  ) {
    const { world } = viewer;
    const tell = (): void => (this.#look ?? changed)();
    const left = (): void =>
      queueMicrotask(() => {
        // A destroyed viewer has no canvas, and before 6.0 no world.
        if (!viewer.canvas) gone();
        else if (world.getItemCount() > 0 || !this.#opening) tell();
      });
    const emptied = (): void => {
      left();
      (this.#look ?? closed)();
    };
    const missed = (event: object): void => {
      failed('source' in event ? event.source : undefined);
      left();
    };
    const own = [['open', tell] as const, ['open-failed', missed] as const, ['close', emptied] as const];
    const ofWorld = [['add-item', tell] as const, ['remove-item', left] as const, ['item-index-change', left] as const];
    for (const [name, hear] of own) viewer.addHandler(name, hear);
    for (const [name, hear] of ofWorld) world.addHandler(name, hear);
    this.end = () => {
      for (const [name, hear] of own) viewer.removeHandler(name, hear);
      for (const [name, hear] of ofWorld) world.removeHandler(name, hear);
    };
  }

  /** The viewer was told to open something that is not there yet. */
  get #opening(): boolean {
    return Reflect.get(this.viewer, '_opening') === true;
  }

  /** Resolves when the viewer has opened what it was told to, or `first` and its first image is there. Rejects with an `AbortError`. */
  async opened(first: boolean, signal: AbortSignal): Promise<void> {
    try {
      while (this.#opening && !(first && this.viewer.world.getItemCount() > 0)) {
        const changed = new Promise<void>((resolve) => {
          this.#look = resolve;
        });
        await abortable(changed, signal);
      }
    } finally {
      this.#look = undefined;
    }
  }
}
