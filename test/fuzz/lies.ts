/** Lies in parsed JSON as data: members that are replaced, left out, doubled or put elsewhere. */
import fc from 'fast-check';

const WHOLE = 2 ** 20;

/** Values that a reader of numbers, texts, lists or objects does not expect. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    0.5,
    1e308,
    -1e308,
    2 ** 31,
    2 ** 53,
    '',
    '0',
    '__proto__',
    'constructor',
    '../../x',
    '/etc',
    '\ud800',
    [],
    {},
    [[[[]]]],
    [null],
    { toString: 1, valueOf: 1 },
    { length: 1e9 },
  ),
  fc.string({ maxLength: 8 }),
  fc.double({ noNaN: true }),
  fc.jsonValue({ maxDepth: 2 }),
);

export interface Lie {
  readonly kind: 'set' | 'drop' | 'copy' | 'repeat';
  /** In 2²⁰ths of all places: the one that lies, and the source of what is copied there. */
  readonly at: number;
  readonly from: number;
  readonly value: unknown;
}

export const lies: fc.Arbitrary<readonly Lie[]> = fc.array(
  fc.record({
    kind: fc.constantFrom<Lie['kind']>('set', 'set', 'set', 'drop', 'copy', 'repeat'),
    at: fc.nat(WHOLE - 1),
    from: fc.nat(WHOLE - 1),
    value: odd,
  }),
  { minLength: 1, maxLength: 4 },
);

type Container = Record<string, unknown>;

const placesOf = (value: unknown, found: [Container, string][] = []): [Container, string][] => {
  if (typeof value !== 'object' || value === null) return found;
  for (const key of Object.keys(value)) {
    found.push([value as Container, key]);
    placesOf((value as Container)[key], found);
  }
  return found;
};

const put = (object: Container, key: string, value: unknown): void => {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
};

/** A copy of `value`, JSON as it is parsed, with the lies in it. */
export const liedTo = (value: unknown, all: readonly Lie[]): unknown => {
  const whole: Container = { value: structuredClone(value) };
  for (const { kind, at, from, value: lie } of all) {
    const places = placesOf(whole);
    const [object, key] = places[Math.floor((at / WHOLE) * places.length)]!;
    const [source, name] = places[Math.floor((from / WHOLE) * places.length)]!;
    if (kind === 'drop' && object !== whole) Reflect.deleteProperty(object, key);
    else if (kind === 'copy') put(object, key, structuredClone(source[name]));
    else if (kind === 'repeat' && Array.isArray(object)) object.push(structuredClone(object[Number(key)]));
    else put(object, key, structuredClone(lie));
    if (placesOf(whole).length > 5000) break;
  }
  return whole.value;
};
