import { arenaOf } from '../../../../compute/arena.js';
import { simdModule } from '../../../../core/simd-module.js';
import { module } from './module.js';

/** The exports of `assembly/linear-features/network/`, which have the names of the plain forms; arrays by their addresses. */
export interface Wasm {
  /** Sets the space of the following calls. */
  bind(count: number, stride: number, ...arrays: readonly number[]): void;
  tally(marks: number, count: number, least: number, limit: number, out: number): void;
  place(marks: number, count: number, width: number, least: number, shift: number): void;
  meet(...arraysAndHigh: readonly number[]): void;
  sweep(...arrays: readonly number[]): number;
  long(...arraysAndLeast: readonly number[]): number;
  compact(count: number, ...arrays: readonly number[]): number;
  trace(...arrays: readonly number[]): number;
  nodes(): number;
  /** Sets the lines of the following calls. */
  bindLines(count: number, starts: number): void;
  draw(...arraysAndStride: readonly number[]): void;
  settle(half: number, width: number, height: number, ...arrays: readonly number[]): void;
  measure(clutter: number, ...arrays: readonly number[]): void;
  simplify(tolerance: number, ...arrays: readonly number[]): void;
  framed(
    count: number,
    x: number,
    y: number,
    scaleX: number,
    scaleY: number,
    scale: number,
    ...arrays: readonly number[]
  ): void;
}

/** `undefined` where the platform has no 128-bit SIMD, or a content security policy forbids WebAssembly. */
const moduleOf = simdModule(module);

const instances = new WeakMap<WebAssembly.Memory, Wasm | undefined>();

/** The module whose memory holds the words; `undefined` where they are elsewhere, or there is no module. */
export const wasmBeside = (words: Uint32Array): Wasm | undefined => {
  const memory = arenaOf([words]);
  if (memory === undefined) return undefined;
  if (!instances.has(memory)) instances.set(memory, instantiate(memory));
  return instances.get(memory);
};

const instantiate = (memory: WebAssembly.Memory): Wasm | undefined => {
  const found = moduleOf();
  if (found === undefined) return undefined;
  const { exports } = new WebAssembly.Instance(found, { env: { memory } });
  return isWasm(exports) ? exports : undefined;
};

const isWasm = (exports: object): exports is Wasm => 'meet' in exports && 'simplify' in exports;
