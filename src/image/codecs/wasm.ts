/** Decoders in WebAssembly: their bytes as the build packs them, and a plain answer where a page forbids them. */
import { SegmenterError } from '../../core/errors.js';
import { because } from '../../core/reasons.js';
import { packed } from './packed.js';
import type { Packed } from './packed-name.js';

/**
 * The bytes of a module that `scripts/modules/codecs.mjs` packed: raw deflate as base64.
 * @throws SegmenterError `not-loaded` where its text does not come
 */
export const unpacked = async (name: Packed): Promise<Uint8Array<ArrayBuffer>> => {
  const bytes = Uint8Array.from(atob(await packed(name)), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};

/**
 * Whatever `start` gives.
 * @throws SegmenterError `unsupported` where WebAssembly is missing or forbidden, or as `start` does
 */
export const startWasm = async <T>(what: string, start: () => Promise<T>): Promise<T> => {
  try {
    if (typeof WebAssembly === 'undefined') throw new TypeError('there is no WebAssembly here');
    return await start();
  } catch (cause) {
    if (cause instanceof SegmenterError) throw cause;
    const reason = because(
      'needs-wasm',
    )`it needs WebAssembly: the page's content security policy must have 'wasm-unsafe-eval' in script-src`;
    throw new SegmenterError('unsupported', { what, reason }, { cause });
  }
};
