/** A directory of TIFF 6.0 or BigTIFF as bytes, little-endian. */

export const [ASCII, SHORT, LONG, RATIONAL, DOUBLE, LONG8] = [2, 3, 4, 5, 12, 16] as const;

/** Rationals are numerator and denominator in turn. */
export interface TypedValues {
  readonly type: typeof ASCII | typeof SHORT | typeof LONG | typeof RATIONAL | typeof DOUBLE | typeof LONG8;
  readonly values: readonly number[];
}

/** Options of the bytes of a directory. */
export interface DirectoryOptions {
  /** BigTIFF, whose offsets have 64 bits. */
  readonly big?: boolean;
  /** Whether another directory follows, right behind this one. */
  readonly more?: boolean;
}

/** Bytes of a value. */
const sizeOf = { [ASCII]: 1, [SHORT]: 2, [LONG]: 4, [RATIONAL]: 8, [DOUBLE]: 8, [LONG8]: 8 } as const;

/** The directory that stands at `start`, its larger values after it, of an even length. */
export const encodeDirectory = (
  entries: ReadonlyMap<number, TypedValues>,
  start: number,
  { big = false, more = false }: DirectoryOptions = {},
): Uint8Array<ArrayBuffer> => {
  const sorted = [...entries].sort(([a], [b]) => a - b);
  // What fits in an entry stands there in place of an offset.
  const [counter, inline] = big ? [8, 8] : [2, 4];
  const entry = 4 + 2 * inline;
  const fixed = counter + entry * sorted.length + inline;
  const lengths = sorted.map(([, { type, values }]) => (values.length * sizeOf[type]) / (type === RATIONAL ? 2 : 1));
  const extra = lengths.reduce((sum, length) => sum + (length > inline ? length + (length & 1) : 0), 0);
  const view = new DataView(new ArrayBuffer(fixed + extra));
  const setWord = (at: number, value: number): void => {
    if (big) view.setBigUint64(at, BigInt(value), true);
    else view.setUint32(at, value, true);
  };
  if (big) setWord(0, sorted.length);
  else view.setUint16(0, sorted.length, true);
  if (more) setWord(fixed - inline, start + fixed + extra);
  let free = fixed;
  sorted.forEach(([tag, { type, values }], k) => {
    const at = counter + entry * k;
    const length = lengths[k]!;
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, type, true);
    setWord(at + 4, length / sizeOf[type]);
    let to = at + 4 + inline;
    if (length > inline) {
      setWord(to, start + free);
      to = free;
      free += length + (length & 1);
    }
    for (const value of values) {
      if (type === ASCII) view.setUint8(to, value);
      else if (type === SHORT) view.setUint16(to, value, true);
      else if (type === DOUBLE) view.setFloat64(to, value, true);
      else if (type === LONG8) view.setBigUint64(to, BigInt(value), true);
      else view.setUint32(to, value, true);
      to += type === RATIONAL ? 4 : sizeOf[type];
    }
  });
  return new Uint8Array(view.buffer);
};
