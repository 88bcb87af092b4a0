/** Compiles a WebAssembly SIMD module once, on first use. */

/** Bytes from hexadecimal digits: base 16 keeps bytes aligned to characters, so a module compresses better than in base64. */
export const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: hex.length / 2 }, (_, k) => Number.parseInt(hex.slice(2 * k, 2 * k + 2), 16));

/**
 * @param hex the module's bytes
 * @returns a function that returns the module, or `undefined` where the platform has no 128-bit SIMD or a content security policy forbids
 *   WebAssembly
 */
export const simdModule = (hex: string): (() => WebAssembly.Module | undefined) => {
  let compiled: { readonly found: WebAssembly.Module | undefined } | undefined;
  const compile = (): WebAssembly.Module | undefined => {
    try {
      return new WebAssembly.Module(bytesOf(hex));
    } catch {
      return undefined;
    }
  };
  return () => {
    compiled ??= { found: compile() };
    return compiled.found;
  };
};
