import { arenaOf } from '../../../compute/arena.js';
import type { Words } from '../../../compute/recording.js';
import { simdModule } from '../../../core/simd-module.js';
import { Scores } from '../../criterion/scores.js';
import { module } from './module.js';

/** Exports of `assembly/snake/`; addresses in bytes. */
interface Exports {
  /** Takes the address of each buffer, then that of the scratch. */
  bind(...addresses: readonly number[]): void;
  bindTables(geometry: number, samples: number, prefixes: number): void;
  prefixRow(row: number, plane: number): void;
  tryMoves(contour: number, part: number, parts: number): void;
  closeStep(contour: number): void;
  addRun(at: number, pixels: number, bands: number, bits: number, out: number): void;
  addFlagged(at: number, pixels: number, bands: number, bits: number, flags: number, out: number): void;
}

/** The WebAssembly kernels of one executor, and the integer scores as their fallback. */
export type Simd = Exports & {
  /** Integer scores of the last bound run, used where the estimates leave a comparison undecided. */
  judge: Scores | undefined;
};

/** Memory for the temporary data of a call: after the module's own constants, in the part that an arena reserves for it. */
const SCRATCH = 2 ** 16;

/** `undefined` where the platform has no 128-bit SIMD, or a content security policy forbids WebAssembly. */
const moduleOf = simdModule(module);

const instances = new WeakMap<WebAssembly.Memory, Simd | undefined>();

const instanceIn = (memory: WebAssembly.Memory): Simd | undefined => {
  if (!instances.has(memory)) instances.set(memory, instantiate(memory));
  return instances.get(memory);
};

const instantiate = (memory: WebAssembly.Memory): Simd | undefined => {
  const found = moduleOf();
  if (found === undefined) return undefined;
  const words = new Uint32Array(memory.buffer);
  const scored = (row: number) => ({ scores: words, score: 0, totals: words, row: row >> 2 });
  const exact = (length: number, a: number, b: number, state: number): number => {
    const kind = length ? 'length' : 'energy';
    const of = (row: number): bigint | undefined => simd?.judge?.exact(kind, scored(row), words, state >> 2);
    const [one = 0n, other = 0n] = [of(a >>> 0), of(b >>> 0)];
    return one < other ? -1 : one > other ? 1 : 0;
  };
  const { exports } = new WebAssembly.Instance(found, { env: { memory }, compare: { exact } });
  if (!isExports(exports)) return undefined;
  const simd: Simd = { ...exports, judge: undefined };
  return simd;
};

const isExports = (exports: object): exports is Exports => 'bind' in exports && 'closeStep' in exports;

const judges = new WeakMap<Uint32Array, Scores>();

const judgeOf = (geometry: Uint32Array): Scores => {
  const judge = judges.get(geometry) ?? new Scores(geometry);
  judges.set(geometry, judge);
  return judge;
};

/** In the order of the arguments of `bind`. */
const bound = [
  'geometry',
  'state',
  'ring',
  'waiting',
  'samples',
  'prefixes',
  'edges',
  'segment_sums',
  'totals',
  'scores',
  'choice',
  'order',
] as const;

/** The module, bound to the buffers of a run that a kernel uses; `undefined` where they are in different memories or there is no module. */
export const boundTo = (words: Words<'geometry'>): Simd | undefined => {
  const { simd, addresses, judge } = bindings.get(words) ?? bindingOf(words);
  if (simd === undefined) return undefined;
  simd.bind(...addresses);
  simd.judge = judge;
  return simd;
};

interface SimdBinding {
  readonly simd: Simd | undefined;
  readonly addresses: readonly number[];
  readonly judge: Scores;
}

/** Cached by the words of a dispatch, which are the same object when it is repeated. */
const bindings = new WeakMap<Words<'geometry'>, SimdBinding>();

const bindingOf = (words: Words<'geometry'>): SimdBinding => {
  const given: Partial<Words> = words;
  const binding = {
    simd: near(Object.values(words)),
    addresses: [...bound.map((name) => given[name]?.byteOffset ?? 0), SCRATCH],
    judge: judgeOf(words.geometry),
  };
  bindings.set(words, binding);
  return binding;
};

/** The instance as of `boundTo`, for the kernels that only read an image. */
export const boundToTables = ({
  geometry,
  samples,
  prefixes,
}: Words<'geometry' | 'samples' | 'prefixes'>): Simd | undefined => {
  const simd = near([geometry, samples, prefixes]);
  simd?.bindTables(geometry.byteOffset, samples.byteOffset, prefixes.byteOffset);
  return simd;
};

/** The module whose memory contains the words. */
export const simdBeside = (words: Uint32Array): Simd | undefined => near([words]);

const near = (words: readonly Uint32Array[]): Simd | undefined => {
  const memory = arenaOf(words);
  return memory && instanceIn(memory);
};
