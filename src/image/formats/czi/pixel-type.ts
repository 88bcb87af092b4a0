/** The kinds of pixels that blocks of a CZI store, and their compressions. */

/** A kind of pixel: colours are stored blue first and given red first. */
export interface PixelType {
  readonly bands: 1 | 3;
  /** 32 are floats. */
  readonly bits: 8 | 16 | 32;
}

const types: Readonly<Record<number, PixelType>> = {
  0: { bands: 1, bits: 8 },
  1: { bands: 1, bits: 16 },
  2: { bands: 1, bits: 32 },
  3: { bands: 3, bits: 8 },
  4: { bands: 3, bits: 16 },
};

const typeNames: Readonly<Record<number, string>> = {
  8: 'Bgr96Float',
  9: 'Bgra32',
  10: 'Gray64ComplexFloat',
  11: 'Bgr192ComplexFloat',
  12: 'Gray32',
  13: 'Gray64',
};

/** The kind of pixel by its number; none where it is not read. */
export const pixelType = (type: number): PixelType | undefined => types[type];
/** The name of a kind of pixel that is not read. */
export const pixelTypeName = (type: number): string => typeNames[type] ?? `${type}`;

/** Compressions of blocks that are read. */
export const compressions = { none: 0, jpeg: 1, lzw: 2, zstandard0: 5, zstandard1: 6 } as const;

const JPEG_XR = 4;
/** The name of a compression that is not read. */
export const compressionName = (compression: number): string =>
  compression === JPEG_XR ? 'JPEG XR' : `${compression}`;

const known: ReadonlySet<number> = new Set(Object.values(compressions));
/** Whether a compression is read. */
export const isCompression = (compression: number): boolean => known.has(compression);
