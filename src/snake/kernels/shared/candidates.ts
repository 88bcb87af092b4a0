/** The candidates of a phase, and the segments whose sums each needs. */
import type { Words } from '../../../compute/recording.js';
import {
  candidatesOf,
  DIRECTIONS,
  G,
  Phase,
  pinsOffset,
  pinWord,
  S,
  Status,
  stateWords,
  stepX,
  stepY,
  vertexOfSlot,
} from './layout.js';

/** Whether a point lies in the contour's box: vertices outside it are not moved, removed or added. */
export const inBox = (state: Uint32Array, base: number, x: number, y: number): boolean => {
  const box = base + S.box;
  return x >= state[box]! && y >= state[box + 1]! && x <= state[box + 2]! && y <= state[box + 3]!;
};

/** Whether a vertex at a point is pinned: it is not moved or removed. */
const isPinned = (geometry: Uint32Array, state: Uint32Array, x: number, y: number): boolean => {
  const pins = geometry[G.pins]!;
  if (pins === 0) return false;
  const first = pinsOffset(geometry[G.contours]!, geometry[G.moments]!);
  const word = pinWord(x, y);
  for (let i = first; i < first + pins; i++) if (state[i] === word) return true;
  return false;
};

/** The column to which direction `w` takes a vertex at column `x`, within the contour's box. */
export const movedX = (state: Uint32Array, base: number, x: number, w: number): number => {
  const d = state[base + S.distance]!;
  return Math.min(Math.max(x + stepX[w % DIRECTIONS]! * d, state[base + S.box]!), state[base + S.box + 2]!);
};

/** The row to which direction `w` takes a vertex at row `y`, within the contour's box. */
export const movedY = (state: Uint32Array, base: number, y: number, w: number): number => {
  const d = state[base + S.distance]!;
  return Math.min(Math.max(y + stepY[w % DIRECTIONS]! * d, state[base + S.box + 1]!), state[base + S.box + 3]!);
};

/** The words in which a kernel sees contours. */
type ContourWords = Words<'geometry' | 'state' | 'ring' | 'waiting'>;

/** One contour's ring and state as a kernel sees them. */
export class Candidates {
  readonly geometry: Uint32Array;
  readonly phase: number;
  readonly vertices: number;
  readonly #state: Uint32Array;
  readonly #ring: Uint32Array;
  readonly #waiting: Uint32Array;
  readonly #base: number;
  readonly #ringAt: number;
  readonly #waitingAt: number;
  readonly #set: number;

  /** Vertex of the current candidate, and its target position. */
  vertex = 0;
  x = 0;
  y = 0;
  /** Ends of the current segment. */
  x0 = 0;
  y0 = 0;
  x1 = 0;
  y1 = 0;

  /** @param base the first word of the contour's state */
  constructor({ geometry, state, ring, waiting }: ContourWords, contour: number, base: number) {
    this.geometry = geometry;
    this.#state = state;
    this.#ring = ring;
    this.#waiting = waiting;
    this.#base = base;
    this.#ringAt = 2 * geometry[G.capacity]! * contour;
    this.#waitingAt = geometry[G.capacity]! * contour;
    this.phase = state[base + S.phase]!;
    this.vertices = state[base + S.vertices]!;
    this.#set = state[base + S.set]!;
  }

  /** Candidates of this step; 0 once the contour is done. */
  get count(): number {
    const running = this.#state[this.#base + S.status] === Status.running;
    return running ? candidatesOf(this.phase, this.#set, this.vertices) : 0;
  }

  /** Segments whose sums a candidate needs. */
  get sides(): number {
    return this.phase === Phase.move ? 2 : 1;
  }

  before(i: number): number {
    return i === 0 ? this.vertices - 1 : i - 1;
  }

  after(i: number): number {
    return i === this.vertices - 1 ? 0 : i + 1;
  }

  xOf(i: number): number {
    return this.#ring[this.#ringAt + 2 * i]!;
  }

  yOf(i: number): number {
    return this.#ring[this.#ringAt + 2 * i + 1]!;
  }

  /** Makes candidate `c` the current one; false where it has nothing to try. */
  look(c: number): boolean {
    const i = this.phase === Phase.move ? vertexOfSlot(this.#set, Math.floor(c / DIRECTIONS), this.vertices) : c;
    this.vertex = i;
    if (this.phase === Phase.start) return true;
    const x = this.xOf(i);
    const y = this.yOf(i);
    if (!inBox(this.#state, this.#base, x, y) || isPinned(this.geometry, this.#state, x, y)) return false;
    if (this.phase !== Phase.move) return this.vertices > 3;
    if (this.#waiting[this.#waitingAt + i] !== 0) return false;
    this.x = movedX(this.#state, this.#base, x, c);
    this.y = movedY(this.#state, this.#base, y, c);
    return this.x !== x || this.y !== y;
  }

  /** Makes segment `side` of the current candidate the current one; false where it does not exist. */
  segment(side: number): boolean {
    const i = this.vertex;
    switch (this.phase) {
      case Phase.move: {
        const end = side === 0 ? this.before(i) : this.after(i);
        const ex = this.xOf(end);
        const ey = this.yOf(end);
        if (side === 0) this.#set4(ex, ey, this.x, this.y);
        else this.#set4(this.x, this.y, ex, ey);
        return true;
      }
      case Phase.prune: {
        const p = this.before(i);
        const n = this.after(i);
        this.#set4(this.xOf(p), this.yOf(p), this.xOf(n), this.yOf(n));
        return side === 0;
      }
      case Phase.start:
        if (i === this.vertices) {
          // The domain's right side: its sums are those of the whole domain.
          const right = this.geometry[G.width]!;
          this.#set4(right, 0, right, this.geometry[G.height]!);
        } else {
          const n = this.after(i);
          this.#set4(this.xOf(i), this.yOf(i), this.xOf(n), this.yOf(n));
        }
        return side === 0;
      default:
        return false;
    }
  }

  #set4(x0: number, y0: number, x1: number, y1: number): void {
    this.x0 = x0;
    this.y0 = y0;
    this.x1 = x1;
    this.y1 = y1;
  }
}

/** Every contour of a run, looked up once per dispatch. */
export const contoursOf = (
  words: ContourWords,
): readonly { readonly candidates: Candidates; readonly count: number; readonly base: number }[] => {
  const { geometry } = words;
  const each = stateWords(geometry[G.moments]!);
  return Array.from({ length: geometry[G.contours]! }, (_, contour) => {
    const base = contour * each;
    const candidates = new Candidates(words, contour, base);
    return { candidates, count: candidates.count, base };
  });
};
