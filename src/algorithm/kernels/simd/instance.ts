import { simdModule } from '../../../core/simd-module.js';
import { module } from './module.js';

/** The exports of `assembly/algorithm/`; addresses and sizes in bytes. */
interface Exports {
  relax(
    room: number,
    size: number,
    width: number,
    height: number,
    depth: number,
    stride: number,
    slice: number,
    start: number,
    sweeps: number,
    factor: number,
  ): void;
}

/** The kernels in WebAssembly and their memory. */
export interface Simd extends Exports {
  readonly memory: WebAssembly.Memory;
}

const PAGE = 65536;

/** The module's own data lies below this address. */
export const FREE = 1024;

/** `undefined` where the platform has no 128-bit SIMD, or a content security policy forbids WebAssembly. */
const moduleOf = simdModule(module);

let kept: Simd | undefined;

/** The module with at least `bytes` bytes of memory from `FREE` on; `undefined` where the memory or the module is not available. */
export const simdWith = (bytes: number): Simd | undefined => {
  const found = moduleOf();
  if (found === undefined) return undefined;
  try {
    kept ??= instantiate(found);
    const lacking = FREE + bytes - (kept?.memory.buffer.byteLength ?? 0);
    if (lacking > 0) kept?.memory.grow(Math.ceil(lacking / PAGE));
    return kept;
  } catch {
    return undefined;
  }
};

const instantiate = (module: WebAssembly.Module): Simd | undefined => {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return isExports(exports) ? { memory, relax: exports.relax } : undefined;
};

const isExports = (exports: object): exports is Exports => 'relax' in exports;
