/** Offsets of the words that describe the part of a response that a kernel reads. The shaders take these from here. */
export const P = {
  /** Pixels of a row of the whole response. */
  stride: 0,
  /** Of a stored sample: 8 or 16. */
  bits: 1,
  /** The part, in pixels of the response. */
  x: 2,
  y: 3,
  width: 4,
  height: 5,
  /** Pixels of a cell's side. */
  side: 6,
  /** Cells side by side. */
  columns: 7,
  /** Minimum strengths: of every pixel, and of at least one pixel of each piece. */
  low: 8,
  high: 9,
} as const;

/** Words of a part's record. */
const PART_WORDS = 10;

/** Bits of a word of the response that mark a primary or a secondary maximum. */
export const MARKS = 48;

/** Pixels of the side of a block whose median strength is found. */
export const BLOCK = 64;

/** The median of a block without a sample. */
export const NO_MEDIAN = 2 ** 32 - 1;

/** The record of a part. */
export const partWords = (part: Partial<Record<keyof typeof P, number>>): Uint32Array => {
  const words = new Uint32Array(PART_WORDS);
  for (const name of Object.keys(P) as (keyof typeof P)[]) words[P[name]] = part[name] ?? 0;
  return words;
};

/** The samples of a part's record, one a pixel. */
export const samplesOf = (
  window: Uint32Array,
  { buffer, byteOffset, byteLength }: Uint32Array,
): Uint8Array | Uint16Array =>
  window[P.bits] === 8
    ? new Uint8Array(buffer, byteOffset, byteLength)
    : new Uint16Array(buffer, byteOffset, byteLength / 2);
