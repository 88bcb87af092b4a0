import { simdModule } from '../../../core/simd-module.js';
import { module } from './module.js';

/** The exports of `assembly/level-set/`, which have the names of `bits/passes.ts`; lists by their addresses in bytes. */
interface Exports {
  data(list: number, count: number): number;
  /** 1 where no cell would change. */
  stopped(list: number, count: number): number;
  recross(count: number): void;
  smooth(list: number, count: number): number;
  settle(count: number): number;
  follow(list: number, count: number): number;
}

/** The kernels in WebAssembly and their memory. */
export interface Simd extends Exports {
  readonly memory: WebAssembly.Memory;
}

const PAGE = 65536;

/** Address of the words of `Place`; the module's own data lie below. */
export const TABLE = 1024;
/** Address in bytes from which on a run's arrays lie. */
export const FREE = 2048;

/** `undefined` where the platform has no 128-bit SIMD, or a content security policy forbids WebAssembly. */
const moduleOf = simdModule(module);

/**
 * The module with its own memory, which has `bytes` bytes from `FREE` on; `undefined` where the platform has no 128-bit SIMD or not
 * enough memory, or a content security policy forbids WebAssembly.
 */
export const simdWith = (bytes: number): Simd | undefined => {
  const found = moduleOf();
  if (found === undefined) return undefined;
  try {
    const pages = Math.ceil((FREE + bytes) / PAGE);
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    const { exports } = new WebAssembly.Instance(found, { env: { memory } });
    return isExports(exports) ? { ...exports, memory } : undefined;
  } catch {
    return undefined;
  }
};

const isExports = (exports: object): exports is Exports => 'data' in exports && 'follow' in exports;
