/** Functions with each argument and each member of it wrong in every way: nothing but coded errors may leave them. */
import { SegmenterError } from '../../src/core/errors.js';
import { kinds } from './odd-values.js';

const cyclic = (): unknown => {
  const list: unknown[] = [1, 2];
  list.push(list);
  return list;
};
const wrong: Readonly<Record<string, () => unknown>> = {
  ...kinds,
  '-1': () => -1,
  '0.5': () => 0.5,
  Infinity: () => Infinity,
  '2 ** 60': () => 2 ** 60,
  'a text': () => '3',
  true: () => true,
  'an empty list': () => [],
  'texts of numbers': () => ['1', '2'],
  'a list of holes': () => new Array(3),
  'a list of itself': cyclic,
  'a huge list': () => ({ length: 2 ** 40 }),
  'bits of 64': () => new BigInt64Array(9),
  'a view': () => new DataView(new ArrayBuffer(9)),
  'a frozen object': () => Object.freeze({ width: 3, height: 3 }),
  'a getter': () =>
    Object.defineProperty({}, 'length', {
      get: () => {
        throw new Error('a trap');
      },
    }),
};

/** An argument as a caller should give it, made anew for each call. */
export type Sound = () => unknown;
export interface Callable {
  readonly call: (...values: readonly unknown[]) => unknown;
  readonly sound: readonly Sound[];
  /** Kinds of values that are left out. */
  readonly spared?: readonly string[];
}

export const invoke = (target: object, name: string, values: readonly unknown[]): unknown => {
  const member: unknown = Reflect.get(target, name);
  if (typeof member !== 'function') throw new Error(`${name} is no function`);
  return Reflect.apply(member, target, values);
};
export const functionsOf = (module: object): readonly string[] =>
  Object.entries(module).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []));
export const methodsOf = (value: object): readonly string[] =>
  Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(value)))
    .filter(([name, { value: method }]) => typeof method === 'function' && name !== 'constructor')
    .map(([name]) => name);

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** The sound arguments with one of them, or a member of one, replaced. */
function* spoilt(sound: readonly Sound[]): Generator<readonly [label: string, values: readonly unknown[]]> {
  const made = (): unknown[] => sound.map((make) => make());
  for (const [label, make] of Object.entries(wrong)) {
    for (const k of sound.keys()) {
      yield [`argument ${k}: ${label}`, made().with(k, make())];
      const given = sound[k]?.();
      if (!isPlain(given)) continue;
      for (const name of Object.keys(given))
        yield [`argument ${k}.${name}: ${label}`, made().with(k, { ...given, [name]: make() })];
    }
  }
  yield ['no argument', []];
}

const isTold = (error: unknown): boolean =>
  (error instanceof SegmenterError && error.code !== 'internal') ||
  (error instanceof DOMException && error.name === 'AbortError');

/** Whether plain data hold a number that is none. */
const isNonsense = (value: unknown, depth = 5): boolean => {
  if (typeof value === 'number') return !Number.isFinite(value);
  if (depth === 0 || typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((member) => isNonsense(member, depth - 1));
};

/** Calls a function with sound arguments, and with each of them wrong in every way. Rejects where it answers or throws what it must not. */
export const attack = async ({ call, sound, spared = [] }: Callable): Promise<void> => {
  const first = await call(...sound.map((make) => make()));
  if (isNonsense(first)) throw new Error(`${String(first)} is no answer`);
  for (const [label, values] of spoilt(sound)) {
    if (spared.some((kind) => label.endsWith(kind))) continue;
    const answer: unknown = await Promise.resolve()
      .then(() => call(...values))
      .catch((error: unknown) => {
        if (!isTold(error)) throw new Error(`${label}: ${error instanceof Error ? error.stack : String(error)}`);
      });
    if (isNonsense(answer)) throw new Error(`${label} gave ${String(answer)}`);
  }
};
