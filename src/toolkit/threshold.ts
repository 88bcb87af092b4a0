/** The threshold of Otsu, for algorithms of a page. */
import { badParameter } from '../core/errors.js';
import { computed } from '../core/numbers/computed.js';
import { twoClasses } from '../snake/find/map/two-classes.js';
import { cellsIn, numbersIn } from './numbers.js';

/** The largest value of 16 bits. */
const MOST = 65535;

/**
 * The threshold that parts values best into two classes (Otsu 1979), to a thousandth of their range.
 * @param values of one plane; what is not finite does not count
 * @param missing 1 where a value does not count
 * @returns values above it are of the upper class; `undefined` where all are alike
 * @throws SegmenterError `bad-parameter` where `values` has anything but numbers, or `missing` another length
 */
export const threshold = (values: ArrayLike<number>, missing?: Uint8Array): number | undefined => {
  const numbers = numbersIn('values', values);
  const left = missing && cellsIn('missing', missing);
  const { length } = numbers;
  if (left && left.length !== length)
    throw badParameter('missing', `${left.length} flags`, `it must have ${length} flags, one a value`);
  const out = computed(new Uint8Array(length), (k) => (Number.isFinite(numbers[k]) && !left?.[k] ? 0 : 1));
  let [low, high] = [Infinity, -Infinity];
  for (let k = 0; k < length; k++) {
    if (out[k]) continue;
    low = Math.min(low, numbers[k]!);
    high = Math.max(high, numbers[k]!);
  }
  // A range may be too large for a number, and a fourth of it never is.
  const share = high - low === Infinity && low > -Infinity ? 0.25 : 1;
  const step = (high * share - low * share) / MOST;
  if (!(step > 0)) return undefined;
  const scaled = computed(new Uint16Array(length), (k) =>
    out[k] ? 0 : Math.round((numbers[k]! * share - low * share) / step),
  );
  const found = twoClasses(scaled, out);
  return found && (low * share + (found.threshold + 0.5) * step) / share;
};
