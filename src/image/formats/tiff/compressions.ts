/** Values of the `Compression` tag that are read here. */
export const compressions = {
  none: 1,
  lzw: 5,
  jpeg: 7,
  deflate: 8,
  packBits: 32773,
  oldDeflate: 32946,
  aperioYcbcr: 33003,
  aperioRgb: 33005,
  jpeg2000: 34712,
  lerc: 34887,
  zstandard: 50000,
  webp: 50001,
} as const;
