/** WebAssembly of decoders as text, each loaded when it is first needed. */

/** A decoder's WebAssembly. */
export type Packed = 'openjpeg' | 'zstd';

const load: Readonly<Record<Packed, () => Promise<{ readonly wasm: string }>>> = {
  openjpeg: () => import('codec:openjpeg-wasm'),
  zstd: () => import('codec:zstd-wasm'),
};

/** Whether `name` is one of them. */
export const isPacked = (name: unknown): name is Packed => typeof name === 'string' && Object.hasOwn(load, name);

/** The text that `scripts/modules/codecs.mjs` made: raw deflate as base64. */
export const packed = async (name: Packed): Promise<string> => (await load[name]()).wasm;
