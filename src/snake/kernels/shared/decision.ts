/** One contour in the deciding half of a step: its candidates' scores, and their indices. */

import type { Words } from '../../../compute/recording.js';
import { ringScore, type Scored, type ScoreKind, type Scores } from '../../criterion/scores.js';
import {
  candidateCapacity,
  DIRECTIONS,
  ENERGY_WORDS,
  G,
  Phase,
  S,
  stateWords,
  totalsWords,
  vertexOfSlot,
} from './layout.js';
import type { RingWords } from './legality.js';

/** One contour in the deciding half of a step: its ring, state and scores. */
export class Decision {
  readonly geometry: Uint32Array;
  readonly state: Uint32Array;
  readonly totals: Uint32Array;
  readonly scores: Uint32Array;
  readonly base: number;
  readonly phase: number;
  readonly vertices: number;
  readonly set: number;
  readonly kind: ScoreKind;
  readonly ring: RingWords;
  /** Index of the contour's first candidate among those of all contours. */
  readonly first: number;
  /** The current score of the ring. */
  readonly present: Scored;

  readonly #row: number;

  constructor(
    { geometry, state, ring, totals, scores }: Words<'geometry' | 'state' | 'ring' | 'totals' | 'scores'>,
    readonly judge: Scores,
    readonly contour: number,
  ) {
    this.geometry = geometry;
    this.state = state;
    this.totals = totals;
    this.scores = scores;
    const moments = geometry[G.moments]!;
    const capacity = geometry[G.capacity]!;
    this.base = contour * stateWords(moments);
    this.phase = state[this.base + S.phase]!;
    this.vertices = state[this.base + S.vertices]!;
    this.set = state[this.base + S.set]!;
    this.kind = this.phase === Phase.prune ? 'length' : 'energy';
    this.ring = { words: ring, at: 2 * capacity * contour, vertices: this.vertices };
    this.first = contour * candidateCapacity(capacity);
    this.#row = totalsWords(moments);
    this.present = ringScore(this.kind, state, this.base);
  }

  scored(candidate: number): Scored {
    const index = this.first + candidate;
    return {
      scores: this.scores,
      score: index * ENERGY_WORDS,
      totals: this.totals,
      row: index * this.#row,
    };
  }

  isWorst(candidate: number): boolean {
    return this.judge.isWorst(this.scores, (this.first + candidate) * ENERGY_WORDS);
  }

  less(a: Scored, b: Scored): boolean {
    return this.judge.less(this.kind, a, b, this.state, this.base);
  }

  compare(a: number, b: number): number {
    return this.judge.compare(this.kind, this.scored(a), this.scored(b), this.state, this.base);
  }

  improves(candidate: number): boolean {
    return !this.isWorst(candidate) && this.less(this.scored(candidate), this.present);
  }

  /** The vertex that a candidate moves or removes. */
  vertexOf(candidate: number): number {
    return this.phase === Phase.move
      ? vertexOfSlot(this.set, Math.floor(candidate / DIRECTIONS), this.vertices)
      : candidate;
  }

  before(i: number): number {
    return i === 0 ? this.vertices - 1 : i - 1;
  }

  after(i: number): number {
    return i === this.vertices - 1 ? 0 : i + 1;
  }
}
