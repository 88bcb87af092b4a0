/** Lists of numbers from callers: returned as given where they are typed arrays, else copied, since a getter may change its answer. */
import { badParameter } from '../core/errors.js';
import { reading } from '../core/given.js';

const WANTED = 'it must be an array or a typed array of numbers';

/**
 * The numbers of a list, each element read once.
 * @throws SegmenterError `bad-parameter`, which names the first element that is no number
 */
export const numbersIn = (name: string, value: unknown): ArrayLike<number> =>
  listIn(name, value, (element): element is number => typeof element === 'number');

/** The cells of a mask: numbers, or true and false. Throws as `numbersIn`. */
export const cellsIn = (name: string, value: unknown): ArrayLike<number> => {
  const isCell = (element: unknown): element is number | boolean =>
    typeof element === 'number' || typeof element === 'boolean';
  const cells = listIn(name, value, isCell);
  return isNumeric(cells) ? cells : cells.map(Number);
};

type Typed = ArrayBufferView & ArrayLike<number>;

const isNumeric = (value: unknown): value is Typed =>
  ArrayBuffer.isView(value) && !/DataView|Big/.test(Object.prototype.toString.call(value));

const listIn = <T>(name: string, value: unknown, fits: (element: unknown) => element is T): Typed | T[] =>
  reading(name, () => {
    if (isNumeric(value)) return value;
    if (typeof value !== 'object' || value === null || !('length' in value)) throw badParameter(name, value, WANTED);
    const { length } = value;
    if (typeof length !== 'number' || !Number.isSafeInteger(length) || length < 0)
      throw badParameter(`${name}.length`, length, 'it must be a whole number of at least 0');
    const copy: T[] = [];
    for (let k = 0; k < length; k++) {
      const element: unknown = Reflect.get(value, k);
      if (!fits(element)) throw badParameter(`${name}[${k}]`, element, 'it must be a number');
      copy.push(element);
    }
    return copy;
  });
