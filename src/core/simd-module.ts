/** Compiles a module of WebAssembly SIMD once, when it is first wanted. */

/** Bytes from hexadecimal digits: base 16 keeps a module's bytes in step, so that they compress better than in base64. */
export const bytesOf = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: hex.length / 2 }, (_, k) => Number.parseInt(hex.slice(2 * k, 2 * k + 2), 16));

/**
 * @param hex the module's bytes
 * @returns a function that gives the module, or nothing where the platform has no 128-bit SIMD or a content security policy forbids
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
