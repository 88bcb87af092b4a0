/** Packed WebAssembly: see `scripts/modules/codecs.mjs`. */
declare module 'codec:zstd-wasm' {
  export const wasm: string;
}

declare module 'codec:openjpeg-wasm' {
  export const wasm: string;
}

declare module 'codec:openjpeg' {
  /** Emscripten's: resolves to the module once it can be used. */
  export const factory: (options: {
    readonly wasmBinary: Uint8Array;
    readonly print: (line: string) => void;
    readonly printErr: (line: string) => void;
  }) => Promise<import('./jpeg2000/openjpeg.js').OpenJpeg>;
}

declare module 'lerc' {
  const lerc: {
    /** Throws a string or an `Error` where the blob is damaged. */
    decode(
      input: ArrayBuffer,
      options: { readonly returnPixelInterleavedDims: boolean },
    ): {
      readonly width: number;
      readonly height: number;
      /** One array a band; the values of a pixel side by side where asked for. */
      readonly pixels: readonly (ArrayBufferView & { readonly length: number })[];
      /** 0 where a pixel is not valid. */
      readonly mask: Uint8Array | null;
    };
  };
  export default lerc;
}
