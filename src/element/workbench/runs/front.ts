/** The front of the run under way as it is drawn: of the states that arrive between two frames the newest, in the next frame. */
import type { RunState } from '../../../algorithm/algorithm.js';
import type { Init, InitList } from '../../../algorithm/start.js';
import { boxOf } from '../../../worker/checks/told-init.js';
import type { Evolving } from '../../overlay/drawing.js';
import { startDrawn } from '../../overlay/start-drawn.js';
import type { Voice } from '../voice.js';

/** A run whose front is drawn. */
export interface Watched {
  readonly run: { readonly id: string };
  readonly algorithm: string;
  /** What the run starts from. */
  readonly from: Init | InitList;
  /** On a volume: the slice of the start. */
  readonly slice: number | undefined;
  /** The newest. */
  readonly state?: RunState;
  readonly paused: boolean;
}

/** Algorithms whose fronts are open lines. */
const OPEN = new Set(['linear-features']);

/** Reports states by `contour-progress`; `changed` is called in the frame in which a new front is to be drawn. */
export class Front {
  #evolving: Evolving | undefined;
  #frame = 0;
  #told: RunState | undefined;

  constructor(
    private readonly voice: Voice,
    private readonly changed: () => void,
  ) {}

  get evolving(): Evolving | undefined {
    return this.#evolving;
  }

  /** Draws the start of a run that is held before its first front. */
  showStart({ paused, from, slice }: Watched): void {
    if (!paused || this.#evolving) return;
    const start = startDrawn(from);
    if (!start) return;
    this.#evolving = { ...start, ...(slice === undefined ? {} : { slice }) };
    this.changed();
  }

  /** A state of the run has arrived. */
  arrived(watched: Watched): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.tell(watched);
    });
  }

  /** Reports and draws the newest state, unless that was done already. */
  tell({ run, algorithm, from, slice: first, state }: Watched): void {
    if (!state || state === this.#told) return;
    this.#told = state;
    const { iteration, step, ring, criterion, level, slice, done, starts } = state;
    const on = slice === undefined ? {} : { slice };
    const known = { ...(done !== undefined && { done }), ...(starts && { starts }) };
    const box = boxOf(from);
    this.#evolving = {
      rings: state.rings ?? (ring.length === 0 ? [] : [ring]),
      closed: !OPEN.has(algorithm),
      ...(state.picture ? { picture: state.picture } : {}),
      ...(box && slice === first ? { boxes: [box] } : {}),
      ...on,
    };
    this.changed();
    // The page may write into its ring: copying one of 2,000 vertices takes some microseconds.
    const own = ring.slice();
    this.voice.emit('contour-progress', { id: run.id, iteration, step, ring: own, criterion, level, ...known, ...on });
  }

  /** Takes the front of a run that has ended off the screen. */
  clear(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#told = undefined;
    this.#evolving = undefined;
    this.changed();
  }
}
