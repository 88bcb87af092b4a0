/** Names that are like one that is not known. */
import { because, type Reason } from './reasons.js';

/**
 * Edit distance with transpositions (optimal string alignment: Damerau 1964): insertions, deletions and substitutions of one
 * character, and transpositions of two adjacent characters.
 */
const distance = (a: string, b: string): number => {
  let [before, above] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const exchanged = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? replaced) + 1 : replaced;
      row.push(Math.min(replaced, exchanged, above[j]! + 1, row[j - 1]! + 1));
    }
    [before, above] = [above, row];
  }
  return above[b.length]!;
};

/** Maximum share of mistyped characters of a name: with more, a match could be chance. */
const MISTYPED = 1 / 3;

/** The name that was probably meant, ignoring case and punctuation; `undefined` where none is near. */
export const nearest = (name: string, known: readonly string[]): string | undefined => {
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const wanted = plain(name).slice(0, 64);
  let best: string | undefined;
  let least = Math.max(1, Math.floor(MISTYPED * wanted.length)) + 1;
  for (const candidate of known) {
    const d = distance(wanted, plain(candidate));
    if (d < least) [best, least] = [candidate, d];
  }
  return best;
};

/** Why a name is refused: it is none of those known. */
export const unknownName = (name: string, known: readonly string[]): Reason => {
  const near = nearest(name, known);
  return because(
    'no-parameter',
  )`there is no such parameter; ${near === undefined ? because('known-are')`known are ${known.join(', ') || 'none'}` : because('nearest-is')`the nearest is ${near}`}`;
};
