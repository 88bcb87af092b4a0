/** Result of the kernels, in memory. */
export interface LineResponse {
  readonly width: number;
  readonly height: number;
  /** K. */
  readonly orientations: number;
  /** One a pixel: strength in bits 6 to 31, secondary and primary mark in bits 5 and 4, orientation in bits 0 to 3. */
  readonly words: Uint32Array;
  /** The packed samples, lines bright, 0 where a pixel is outside. */
  readonly samples: Uint8Array | Uint16Array;
}
