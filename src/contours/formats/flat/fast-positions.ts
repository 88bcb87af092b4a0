/** Parses runs of positions in WebAssembly: the same result as `PositionRun`, in a third of the time. */
import { simdModule } from '../../../core/simd-module.js';
import { module } from '../../kernels/simd/module.js';
import { PositionRun } from './positions.js';

/** The exports of `assembly/contours/`; addresses in bytes. */
interface Wasm {
  readonly memory: WebAssembly.Memory;
  readonly end: WebAssembly.Global;
  readonly begun: WebAssembly.Global;
  take(from: number, limit: number, whole: number, to: number, most: number): number;
}

/** Layout of the module's memory of 320 KiB: a window of the text, followed by two zeros, and the doubles. */
const TEXT = 4096;
const WINDOW = 96 * 1024;
const VALUES = TEXT + WINDOW + 16;
const MOST = (320 * 1024 - VALUES) >> 4;
/** The window is moved when fewer bytes of it are left: positions are shorter, and rings rarely begin in this rest. */
const LEFT = 4096;

/** `undefined` where a content security policy forbids WebAssembly. */
const moduleOf = simdModule(module);

/** The positions of one text: `take` must be given the same bytes each time. */
export class FastRun {
  end = 0;
  count = 0;
  begun = true;
  #from = 0;
  #to = 0;
  readonly #text: Uint8Array;
  readonly #values: Float64Array;

  constructor(private readonly wasm: Wasm) {
    const { buffer } = wasm.memory;
    this.#text = new Uint8Array(buffer, TEXT, WINDOW + 2);
    this.#values = new Float64Array(buffer, VALUES, 2 * MOST);
  }

  take(bytes: Uint8Array, from: number, values: Float64Array, at: number): void {
    if (from < this.#from || from > this.#to || (this.#to < bytes.length && from > this.#to - LEFT)) {
      this.#from = from;
      this.#to = Math.min(bytes.length, from + WINDOW);
      this.#text.set(bytes.subarray(from, this.#to));
      this.#text.fill(0, this.#to - from, this.#to - from + 2);
    }
    const { wasm } = this;
    const whole = this.#to === bytes.length ? 1 : 0;
    const most = Math.min((values.length - at) >> 1, MOST);
    const base = TEXT - this.#from;
    this.count = wasm.take(base + from, base + this.#to, whole, VALUES, most);
    this.end = Number(wasm.end.value) - base;
    this.begun = wasm.begun.value !== 0;
    values.set(this.#values.subarray(0, 2 * this.count), at);
  }
}

/** A parser for the positions of one text. */
export const positionRun = (): FastRun | PositionRun => {
  const found = moduleOf();
  if (found === undefined) return new PositionRun();
  const { exports } = new WebAssembly.Instance(found);
  return isWasm(exports) ? new FastRun(exports) : new PositionRun();
};

const isWasm = (exports: object): exports is Wasm =>
  'take' in exports && 'memory' in exports && exports.memory instanceof WebAssembly.Memory;
