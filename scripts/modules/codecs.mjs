/**
 * WebAssembly decoders of packages as JavaScript modules, `codec:NAME`: the packages find their `.wasm` by an address, or
 * fetch it from one, which neither a worker of one file nor a strict content security policy allows.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { deflateRawSync } from 'node:zlib';

const require = createRequire(import.meta.url);

/** A module of bytes as text, raw deflate as base64: `unpacked` in `src/image/codecs/wasm.ts` gives them back. */
const packed = (wasm) =>
  `export const wasm = ${JSON.stringify(deflateRawSync(wasm, { level: 9 }).toString('base64'))};\n`;

/** The text of `file` that `pattern` matches; without it the package has changed, and so must this file. */
const matched = (text, pattern, file) => {
  const found = pattern.exec(text);
  if (!found) throw new Error(`${file} holds nothing like ${pattern} any more`);
  return found;
};

const modules = {
  /** OpenJPEG as Emscripten's factory, whose parts for Node ask for modules that no bundle has; with `wasmBinary` none is needed. */
  openjpeg() {
    const glue = require.resolve('@cornerstonejs/codec-openjpeg/decodewasmjs');
    const text = readFileSync(glue, 'utf8');
    const [node] = matched(text, /ENVIRONMENT_IS_NODE=typeof process[^;]*;/, glue);
    const [factory] = matched(text, /var OpenJPEGWASM = [\s\S]*?\}\)\(\);/, glue);
    const code = factory.replace(node, 'ENVIRONMENT_IS_NODE=false;');
    return `${code}\nexport const factory = OpenJPEGWASM;\n`;
  },
  'openjpeg-wasm': () => packed(readFileSync(require.resolve('@cornerstonejs/codec-openjpeg/decodewasm'))),
  /** libzstd: its functions are called directly, since the package fetches its text from a `data:` address. */
  'zstd-wasm'() {
    const file = require.resolve('zstddec');
    const [, base64] = matched(readFileSync(file, 'utf8'), /const wasm = "([\w+/=]{1000,})"/, file);
    return packed(Buffer.from(base64, 'base64'));
  },
};

/** The module `codec:NAME`. */
export const codecModule = (name) => {
  const make = modules[name];
  if (!make) throw new Error(`There is no codec "${name}"; there are: ${Object.keys(modules).join(', ')}`);
  return make();
};
