/** WebAssembly of decoders as text, each loaded when it is first needed. */
import { loaded } from '../../core/later.js';
import type { Packed } from './packed-name.js';

const load: Readonly<Record<Packed, () => Promise<{ readonly wasm: string }>>> = {
  openjpeg: () => loaded(import('codec:openjpeg-wasm')),
  zstd: () => loaded(import('codec:zstd-wasm')),
};

/** The text that `scripts/modules/codecs.mjs` made: raw deflate as base64. */
export const packed = async (name: Packed): Promise<string> => (await load[name]()).wasm;
