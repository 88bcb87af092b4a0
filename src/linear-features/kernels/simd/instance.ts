import { bytesOf } from '../../../core/simd-module.js';
import { module } from './module.js';

/** The exports of `assembly/`; addresses, steps, strides and lengths in bytes, `pixels` and `count` in elements. */
export interface Simd {
  readonly memory: WebAssembly.Memory;
  holed(at: number, count: number): boolean;
  smooth8(row: number, stride: number, columns: number, out: number, pixels: number, shift: number): void;
  smooth16(row: number, stride: number, columns: number, out: number, pixels: number, shift: number): void;
  smoothBeside(row: number, stride: number, out: number, from: number, to: number, shift: number): void;
  halve(top: number, bottom: number, out: number, pixels: number): void;
  maxima(
    row: number,
    pixels: number,
    marks: number,
    steps: number,
    orientations: number,
    h1: number,
    h2: number,
    whole: boolean,
    threshold: number,
    ratio: number,
    secondThreshold: number,
    secondRatio: number,
  ): void;
  search(row: number, pixels: number, lines: number, steps: number, count: number): void;
  coarsen(block: number, length: number, shift: number): void;
  score(
    block: number,
    sums: number,
    best: number,
    labels: number,
    from: number,
    to: number,
    margin: number,
    lines: number,
    orientations: number,
    count: number,
  ): void;
  scoreBeside(
    block: number,
    best: number,
    labels: number,
    from: number,
    to: number,
    lines: number,
    orientations: number,
    count: number,
  ): void;
  respond(block: number, best: number, labels: number, marks: number, response: number, pixels: number): void;
  add(near: number, far: number, blend: number, response: number, pixels: number): void;
  packBytes(at: number, length: number, flip: boolean): void;
}

/**
 * The module of `assembly/`, or nothing where the platform has no 128-bit SIMD or a content security policy forbids
 * WebAssembly. Its memory, of 2 MiB, belongs to whichever CPU kernel is doing a workgroup.
 */
export const instantiate = (
  compile = (bytes: BufferSource): WebAssembly.Module => new WebAssembly.Module(bytes),
): Simd | undefined => {
  try {
    const { exports } = new WebAssembly.Instance(compile(bytesOf(module)));
    return isSimd(exports) ? exports : undefined;
  } catch {
    return undefined;
  }
};

const isSimd = (exports: object): exports is Simd =>
  'memory' in exports && exports.memory instanceof WebAssembly.Memory && 'respond' in exports;

let tried: { readonly found: Simd | undefined } | undefined;

/** The shared instance. */
export const simd = (): Simd | undefined => {
  tried ??= { found: instantiate() };
  return tried.found;
};
