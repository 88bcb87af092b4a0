/** Compiles a module of WebAssembly SIMD once, when it is first wanted. */

/**
 * @param base64 the module's bytes
 * @returns a function that gives the module, or nothing where the platform has no 128-bit SIMD or a content security policy forbids
 *   WebAssembly
 */
export const simdModule = (base64: string): (() => WebAssembly.Module | undefined) => {
  let compiled: { readonly found: WebAssembly.Module | undefined } | undefined;
  const compile = (): WebAssembly.Module | undefined => {
    try {
      return new WebAssembly.Module(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));
    } catch {
      return undefined;
    }
  };
  return () => {
    compiled ??= { found: compile() };
    return compiled.found;
  };
};
