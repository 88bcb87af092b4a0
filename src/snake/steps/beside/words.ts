/** A small problem, and its contours at their end, as words that are transferred between workers without a copy. */
import type { Checkpoint } from '../checkpoint.js';
import type { SmallProblem } from './small.js';

/** Joins several arrays: their number, the length of each, then their words. */
const joined = (parts: readonly Uint32Array[]): Uint32Array => {
  const words = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 1 + parts.length));
  words[0] = parts.length;
  let at = 1 + parts.length;
  for (const [k, part] of parts.entries()) {
    words[1 + k] = part.length;
    words.set(part, at);
    at += part.length;
  }
  return words;
};

/** The arrays that were joined, as views of the words. */
const arraysIn = (words: Uint32Array): Uint32Array[] => {
  const count = words[0]!;
  let at = 1 + count;
  return Array.from({ length: count }, (_, k) => {
    const from = at;
    at += words[1 + k]!;
    return words.subarray(from, at);
  });
};

/** The words of a problem. */
export const wordsOf = ({ planes, geometry, state, ring }: SmallProblem): Uint32Array => {
  const { width, height, samples } = planes;
  return joined([Uint32Array.of(width, height), planes.geometry, samples, geometry, state, ring]);
};

/** The problem in such words, as views of them. */
export const problemIn = (words: Uint32Array): SmallProblem => {
  const [size, planeGeometry, samples, geometry, state, ring] = arraysIn(words);
  const planes = { width: size![0]!, height: size![1]!, geometry: planeGeometry!, samples: samples! };
  return { planes, geometry: geometry!, state: state!, ring: ring! };
};

/** The words of the contours at their end. */
export const wordsOfCheckpoint = ({ state, rings, waiting }: Checkpoint): Uint32Array =>
  joined([state, ...rings, ...waiting]);

/** The contours in such words, as views of them. */
export const checkpointIn = (words: Uint32Array): Checkpoint => {
  const [state, ...each] = arraysIn(words);
  const contours = each.length / 2;
  return { state: state!, rings: each.slice(0, contours), waiting: each.slice(contours) };
};
