import { simdModule } from '../../../../core/simd-module.js';
import { module } from './module.js';

/** The exports of `assembly/snake/find/`; addresses, strides and rooms in bytes. */
interface Exports {
  blurRoom(width: number, radius: number): number;
  blurBegin(room: number, width: number, height: number, radius: number): void;
  blurStrip(): number;
  blurOut(): number;
  blurStride(): number;
  blurTake(rows: number): number;
  leastAhead(at: number, count: number, step: number, side: number): void;
  vote(
    trees: number,
    count: number,
    shares: number,
    stack: number,
    columns: number,
    stride: number,
    pixels: number,
    sums: number,
    labels: number,
    classes: number,
  ): void;
}

/** The kernels in WebAssembly and their memory. */
export interface Simd extends Exports {
  readonly memory: WebAssembly.Memory;
  /** Grows the memory to at least `bytes` bytes from `FREE` on; false where that is impossible. */
  reserve(bytes: number): boolean;
}

const PAGE = 65536;

/** The module's own data lies below. */
export const FREE = 1024;

/** `undefined` where the platform has no 128-bit SIMD, or a content security policy forbids WebAssembly. */
const moduleOf = simdModule(module);

let kept: Simd | undefined;

/** The module; `undefined` where it is not available. */
export const simd = (): Simd | undefined => {
  const found = moduleOf();
  if (found === undefined) return undefined;
  kept ??= instantiate(found);
  return kept;
};

const instantiate = (found: WebAssembly.Module): Simd | undefined => {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { exports } = new WebAssembly.Instance(found, { env: { memory } });
  const reserve = (bytes: number): boolean => {
    const lacking = FREE + bytes - memory.buffer.byteLength;
    try {
      if (lacking > 0) memory.grow(Math.ceil(lacking / PAGE));
      return true;
    } catch {
      return false;
    }
  };
  return isExports(exports) ? { ...exports, memory, reserve } : undefined;
};

const isExports = (exports: object): exports is Exports => 'blurTake' in exports && 'vote' in exports;
