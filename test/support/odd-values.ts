/** Values of every kind that a caller may pass by mistake, for fast-check. */
import fc from 'fast-check';

const failing = (what: string): never => {
  throw new Error(`a trap: ${what}`);
};

/** Every trap of it throws. */
export const trapped = (): object =>
  new Proxy(
    {},
    {
      get: () => failing('get'),
      has: () => failing('has'),
      ownKeys: () => failing('ownKeys'),
      getPrototypeOf: () => failing('getPrototypeOf'),
    },
  );

/** A value that is made when it is used: fast-check looks into those that it holds, which some of them do not stand. */
export class Odd {
  constructor(
    readonly label: string,
    readonly make: () => unknown,
  ) {}

  toString(): string {
    return this.label;
  }
}

/** Values by what they are. */
export const kinds: Readonly<Record<string, () => unknown>> = {
  null: () => null,
  undefined: () => undefined,
  NaN: () => Number.NaN,
  '-0': () => -0,
  '1e308': () => 1e308,
  'a bigint': () => 2n ** 70n,
  'a symbol': () => Symbol('odd'),
  'a function': () => () => {},
  'no prototype': () => Object.create(null),
  'no text': () => ({ toString: 1, valueOf: 1 }),
  'a fake signal': () => ({ aborted: false, addEventListener: null, [Symbol.toStringTag]: 'AbortSignal' }),
  'a proxy': trapped,
  'a map': () => new Map(),
  'no date': () => new Date(Number.NaN),
  bytes: () => new Uint8Array(3),
  'a blob': () => new Blob(['x']),
  'a promise': () => Promise.resolve(1),
  'an aborted signal': () => AbortSignal.abort(),
  lists: () => [[[]]],
  'half a character': () => '\ud800',
  'a long text': () => 'x'.repeat(100_000),
};

export const oddValue: fc.Arbitrary<Odd> = fc.oneof(
  fc.constantFrom(...Object.keys(kinds)).map((label) => new Odd(label, kinds[label]!)),
  fc
    .anything({ maxDepth: 3, withNullPrototype: true, withBigInt: true, withTypedArray: true })
    .map((value) => new Odd(fc.stringify(value), () => value)),
);

/** An object some of whose members are odd, by the names that a function reads. */
export const oddMembers = (names: readonly string[], sound: object = {}): fc.Arbitrary<Odd> =>
  fc.array(fc.tuple(fc.constantFrom(...names), oddValue), { maxLength: 4 }).map((members) => {
    const label = members.map(([name, { label }]) => `${name}: ${label}`).join(', ');
    return new Odd(`{${label}}`, () => ({
      ...sound,
      ...Object.fromEntries(members.map(([name, odd]) => [name, odd.make()])),
    }));
  });
