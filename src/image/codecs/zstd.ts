/** Zstandard (RFC 8878) by libzstd, which compares the checksums of frames that have one. */
import { because, Damage } from '../../core/reasons.js';
import { startWasm, unpacked } from './wasm.js';

interface Zstd {
  readonly memory: WebAssembly.Memory;
  malloc(size: number): number;
  free(at: number): void;
  ZSTD_decompress(to: number, room: number, from: number, size: number): number;
  ZSTD_isError(result: number): number;
}

/** Memory of an instance, in bytes, above which the next call makes a new instance, because WebAssembly memory never shrinks. */
const LARGE = 2 ** 27;

let compiled: Promise<WebAssembly.Module> | undefined;
let instance: Zstd | undefined;

const isZstd = (exports: WebAssembly.Exports): exports is WebAssembly.Exports & Zstd =>
  ['malloc', 'free', 'ZSTD_decompress', 'ZSTD_isError'].every((name) => typeof exports[name] === 'function');

const start = async (): Promise<Zstd> => {
  compiled ??= unpacked('zstd').then((bytes) => WebAssembly.compile(bytes));
  compiled.catch(() => {
    compiled = undefined;
  });
  const env = { emscripten_notify_memory_growth: () => {} };
  const { exports } = await WebAssembly.instantiate(await compiled, { env });
  if (!isZstd(exports)) throw new TypeError('the module is not libzstd');
  return exports;
};

/**
 * The whole content of a stream of frames, which has at most `room` bytes.
 * @throws RangeError where the stream is damaged, cut short or longer; SegmenterError `unsupported` where WebAssembly is forbidden
 */
export const unzstd = async (bytes: Uint8Array, room: number): Promise<Uint8Array<ArrayBuffer>> => {
  const zstd = instance ?? (await startWasm('Zstandard', start));
  instance = undefined;
  const from = zstd.malloc(bytes.length);
  const to = zstd.malloc(room);
  if (from === 0 || to === 0)
    throw new Damage(because('zstd-memory')`${bytes.length + room} bytes could not be allocated to unpack it`);
  new Uint8Array(zstd.memory.buffer).set(bytes, from);
  const size = zstd.ZSTD_decompress(to, room, from, bytes.length);
  const failed = zstd.ZSTD_isError(size) !== 0;
  const out = failed ? undefined : new Uint8Array(zstd.memory.buffer.slice(to, to + size));
  zstd.free(from);
  zstd.free(to);
  if (zstd.memory.buffer.byteLength <= LARGE) instance = zstd;
  if (out === undefined)
    throw new Damage(because('zstd-damaged')`its Zstandard stream is damaged, cut short or too long`);
  return out;
};
