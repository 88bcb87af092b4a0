/** Interface of every fuzzer: values, and the property that must hold for each of them. */
import fc from 'fast-check';
import { SegmenterError } from '../../src/core/errors.js';

export interface Fuzzer {
  readonly name: string;
  readonly property: fc.IAsyncProperty<unknown>;
  /** Lets go of what it holds. */
  stop?(): Promise<void> | void;
}

/** Seconds of processor time that no input may take. */
const MOST_SECONDS = 5;

/** A fuzzer whose check throws where something is wrong; slowness is wrong too. */
export const fuzzer = <T>(
  name: string,
  values: fc.Arbitrary<T>,
  check: (value: T) => Promise<void> | void,
  stop?: () => Promise<void> | void,
): Fuzzer => ({
  name,
  property: fc.asyncProperty(values, async (value) => {
    const before = process.cpuUsage();
    await check(value);
    const { user, system } = process.cpuUsage(before);
    const seconds = (user + system) / 1e6;
    if (seconds > MOST_SECONDS) throw new Error(`it took ${seconds.toFixed(1)} s of the processor`);
  }),
  ...(stop ? { stop } : {}),
});

/** A coded error that blames no fault of ours, or an abort. */
export const isTold = (error: unknown): boolean =>
  (error instanceof SegmenterError && error.code !== 'internal') ||
  (error instanceof DOMException && error.name === 'AbortError');

/** Value of a call, or nothing where it was refused with a coded error; any other error is thrown. */
export const outcomeOf = async <T>(call: () => T | Promise<T>): Promise<T | undefined> => {
  try {
    return await call();
  } catch (error) {
    if (isTold(error)) return undefined;
    throw error;
  }
};

export const must = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what);
};
