import { simdModule } from '../../../core/simd-module.js';
import { module } from './module.js';

/** The exports of `assembly/level-set/`; addresses in bytes. */
interface Exports {
  bind(sums: number, offsets: number, weights: number, count: number): void;
  follow(first: number, change: number, next: number): void;
}

/** The kernels in WebAssembly and their memory. */
export interface Simd extends Exports {
  readonly memory: WebAssembly.Memory;
}

const PAGE = 65536;

/** The module's own data lies below. */
export const FREE = 1024;

/** `undefined` where the platform has no 128-bit SIMD, or a content security policy forbids WebAssembly. */
const moduleOf = simdModule(module);

/**
 * The module with a memory of its own, of so many bytes from `FREE` on, or nothing where the platform has no 128-bit SIMD or not so
 * much memory, or a content security policy forbids WebAssembly.
 */
export const simdWith = (bytes: number): Simd | undefined => {
  const found = moduleOf();
  if (found === undefined) return undefined;
  try {
    const pages = Math.ceil((FREE + bytes) / PAGE);
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    const { exports } = new WebAssembly.Instance(found, { env: { memory } });
    return isExports(exports) ? { memory, bind: exports.bind, follow: exports.follow } : undefined;
  } catch {
    return undefined;
  }
};

const isExports = (exports: object): exports is Exports => 'bind' in exports && 'follow' in exports;
