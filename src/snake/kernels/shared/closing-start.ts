import type { GroupFunction, Words } from '../../../compute/recording.js';
import { store64 } from '../../../core/numbers/wide.js';
import type { ClosingWords } from './closing.js';
import { edgeLength } from './edge-length.js';
import {
  Closed,
  candidateCapacity,
  domainOffset,
  Extra,
  G,
  Phase,
  restOffset,
  S,
  Status,
  stateWords,
} from './layout.js';
import { beginPass, countStep } from './phases.js';

/**
 * Adds up a ring all of whose edges have been summed, at the start and after vertices were added: the moments of the domain and of the
 * region, both including what lies beyond the tables, and the ring's steps and length.
 */
export const joinStart = ({
  geometry,
  state,
  ring,
  edges,
  segment_sums,
}: Words<'geometry' | 'state' | 'ring' | 'edges' | 'segment_sums'>): ((contour: number) => void) => {
  const moments = geometry[G.moments]!;
  const capacity = geometry[G.capacity]!;
  const width = 2 * moments;
  return (contour) => {
    const base = contour * stateWords(moments);
    const k = state[base + S.vertices]!;
    const first = contour * candidateCapacity(capacity);
    const row = base + S.totals;
    const domain = base + domainOffset(moments);
    const rest = base + restOffset(moments);
    for (let word = 0; word < width; word += 2) {
      let low = state[rest + word]!;
      let high = state[rest + word + 1]!;
      for (let i = 0; i < k; i++) {
        const from = 2 * (first + i) * width + word;
        const to = (contour * capacity + i) * width + word;
        edges[to] = segment_sums[from]!;
        edges[to + 1] = segment_sums[from + 1]!;
        low += segment_sums[from]!;
        high += segment_sums[from + 1]!;
      }
      store64(state, row + word, low, high);
      const all = 2 * (first + k) * width + word;
      const beyond = rest + width + word;
      store64(state, domain + word, segment_sums[all]! + state[beyond]!, segment_sums[all + 1]! + state[beyond + 1]!);
    }
    const at = 2 * capacity * contour;
    let dx = 0;
    let dy = 0;
    let length = 0;
    for (let i = 0; i < k; i++) {
      const n = i === k - 1 ? 0 : i + 1;
      const x = Math.abs(ring[at + 2 * n]! - ring[at + 2 * i]!);
      const y = Math.abs(ring[at + 2 * n + 1]! - ring[at + 2 * i + 1]!);
      dx += x;
      dy += y;
      length += edgeLength(x, y);
    }
    state[row + width + Extra.vertices] = k;
    state[row + width + Extra.dx] = dx;
    state[row + width + Extra.dy] = dy;
    state[row + width + Extra.length] = length;
    state[row + width + Extra.valid] = 1;
  };
};

/** Begins the first pass of a starting ring, whose energy and length must then be scored. */
export const closeStart = ({ geometry, state, waiting }: ClosingWords): GroupFunction => {
  const words = stateWords(geometry[G.moments]!);
  return (_x, _y, contour) => {
    const base = contour * words;
    if (state[base + S.status] !== Status.running || state[base + S.phase] !== Phase.start) return;
    if (state[base + S.evaluated] !== Phase.start) return;
    state[base + S.evaluated] = Phase.none;
    state[base + S.closed] = Closed.stage + Closed.energy + Closed.length;
    beginPass(geometry, state, base, waiting, contour);
    countStep(geometry, state, base);
  };
};
