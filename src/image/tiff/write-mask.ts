/** A mask as a TIFF that lies on its image: deflated strips, GeoTIFF keys or a resolution where the place is known. */
import { SegmenterError } from '../../worker/errors.js';
import type { Placement } from '../samples.js';
import { tags } from './tags.js';

export interface MaskImage {
  readonly width: number;
  readonly height: number;
  readonly bits: 8 | 16;
  /** Top to bottom, `width` labels each. */
  readonly rows: Iterable<ArrayLike<number>>;
}

type TypedValues = { readonly type: 3 | 4 | 5 | 12; readonly values: readonly number[] };

const [SHORT, LONG, RATIONAL, DOUBLE] = [3, 4, 5, 12] as const;
const DEFLATE = 8;
/** Bytes of a strip before it is deflated, about. */
const STRIP = 1 << 18;
const MOST_BYTES = 2 ** 32 - 1;
/** Most pixels on a side: GDAL's, and that of 31-bit coordinates. */
const MOST_SIDE = 2 ** 31 - 1;

/** @throws SegmenterError `image-too-large` where classic TIFF cannot hold it */
export const writeMaskTiff = async (mask: MaskImage, placement?: Placement): Promise<Blob> => {
  const { width, height, bits } = mask;
  const tooLarge = (size: string, limit: string): SegmenterError =>
    new SegmenterError('image-too-large', { name: 'The mask', size, limit });
  if (width > MOST_SIDE || height > MOST_SIDE) throw tooLarge(`${width} × ${height}`, `${MOST_SIDE} pixels a side`);
  const rowsPerStrip = Math.max(1, Math.min(height, Math.floor(STRIP / (width * (bits / 8)))));
  const strips: Blob[] = [];
  for (const strip of stripsOf(mask, rowsPerStrip)) strips.push(await deflated(strip));
  const offsets: number[] = [];
  let end = 8;
  for (const { size } of strips) {
    offsets.push(end);
    end += size + (size & 1);
  }
  const entries = new Map<number, TypedValues>([
    [tags.ImageWidth, { type: LONG, values: [width] }],
    [tags.ImageLength, { type: LONG, values: [height] }],
    [tags.BitsPerSample, { type: SHORT, values: [bits] }],
    [tags.Compression, { type: SHORT, values: [DEFLATE] }],
    [tags.PhotometricInterpretation, { type: SHORT, values: [1] }],
    [tags.StripOffsets, { type: LONG, values: offsets }],
    [tags.SamplesPerPixel, { type: SHORT, values: [1] }],
    [tags.RowsPerStrip, { type: LONG, values: [rowsPerStrip] }],
    [tags.StripByteCounts, { type: LONG, values: strips.map(({ size }) => size) }],
    [tags.SampleFormat, { type: SHORT, values: [1] }],
    ...placeTags(placement),
  ]);
  const directory = writeDirectory(entries, end);
  if (end + directory.length > MOST_BYTES) throw tooLarge(`${end} bytes`, `${MOST_BYTES} bytes`);
  const head = new DataView(new ArrayBuffer(8));
  head.setUint16(0, 0x4949);
  head.setUint16(2, 42, true);
  head.setUint32(4, end, true);
  const padded = strips.flatMap((strip) => (strip.size & 1 ? [strip, new Uint8Array(1)] : [strip]));
  return new Blob([head.buffer, ...padded, directory], { type: 'image/tiff' });
};

/** Strips of rows as bytes, little-endian. */
function* stripsOf({ width, height, bits, rows }: MaskImage, rowsPerStrip: number): Generator<Uint8Array<ArrayBuffer>> {
  let strip = new DataView(new ArrayBuffer(0));
  let y = 0;
  for (const row of rows) {
    const inside = y % rowsPerStrip;
    if (inside === 0) strip = new DataView(new ArrayBuffer(Math.min(rowsPerStrip, height - y) * width * (bits / 8)));
    for (let x = 0, at = inside * width; x < width; x++, at++)
      if (bits === 8) strip.setUint8(at, row[x]!);
      else strip.setUint16(at * 2, row[x]!, true);
    if (++y % rowsPerStrip === 0 || y === height) yield new Uint8Array(strip.buffer);
  }
}

const deflated = (bytes: Uint8Array<ArrayBuffer>): Promise<Blob> =>
  new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))).blob();

const CENTIMETRE = 3;
const [PROJECTED, GEOGRAPHIC] = [1, 2] as const;

const placeTags = (placement: Placement | undefined): [number, TypedValues][] => {
  if (placement === undefined) return [];
  const { pixelWidth, pixelHeight, unit, origin, crs, axes } = placement;
  if (origin === undefined) {
    if (unit !== 'µm') return [];
    // Pixels a centimetre as rationals of millionths.
    const perCentimetre = (size: number): readonly number[] => {
      const denominator = size < 1e-2 ? 1 : 10 ** Math.floor(Math.log10((2 ** 32 - 1) / (1e4 / size)));
      return [Math.round((1e4 / size) * denominator), denominator];
    };
    return [
      [tags.XResolution, { type: RATIONAL, values: perCentimetre(pixelWidth) }],
      [tags.YResolution, { type: RATIONAL, values: perCentimetre(pixelHeight) }],
      [tags.ResolutionUnit, { type: SHORT, values: [CENTIMETRE] }],
    ];
  }
  const code = Number(/^EPSG:(\d+)$/.exec(crs ?? '')?.[1]);
  const geographic = unit === 'degree';
  const keys = [1024, 0, 1, geographic ? GEOGRAPHIC : PROJECTED, 1025, 0, 1, 1];
  if (code > 0 && code < 32767) keys.push(geographic ? 2048 : 3072, 0, 1, code);
  const system: [number, TypedValues] = [
    tags.GeoKeyDirectory,
    { type: SHORT, values: [1, 1, 0, keys.length / 4, ...keys] },
  ];
  if (axes !== undefined) {
    const [rightX, rightY, downX, downY] = axes;
    const matrix = [rightX, downX, 0, origin[0], rightY, downY, 0, origin[1], 0, 0, 0, 0, 0, 0, 0, 1];
    return [[tags.ModelTransformation, { type: DOUBLE, values: matrix }], system];
  }
  return [
    [tags.ModelPixelScale, { type: DOUBLE, values: [pixelWidth, pixelHeight, 0] }],
    [tags.ModelTiepoint, { type: DOUBLE, values: [0, 0, 0, ...origin, 0] }],
    system,
  ];
};

const sizeOf = { 3: 2, 4: 4, 5: 8, 12: 8 } as const;

/** The directory that stands at `start`, its larger values after it. */
const writeDirectory = (entries: ReadonlyMap<number, TypedValues>, start: number): Uint8Array<ArrayBuffer> => {
  const sorted = [...entries].sort(([a], [b]) => a - b);
  const fixed = 2 + 12 * sorted.length + 4;
  const lengths = sorted.map(([, { type, values }]) => (values.length * sizeOf[type]) / (type === RATIONAL ? 2 : 1));
  const extra = lengths.reduce((sum, length) => sum + (length > 4 ? length + (length & 1) : 0), 0);
  const view = new DataView(new ArrayBuffer(fixed + extra));
  view.setUint16(0, sorted.length, true);
  let free = fixed;
  sorted.forEach(([tag, { type, values }], k) => {
    const at = 2 + 12 * k;
    const length = lengths[k]!;
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, type, true);
    view.setUint32(at + 4, length / sizeOf[type], true);
    let to = at + 8;
    if (length > 4) {
      view.setUint32(to, start + free, true);
      to = free;
      free += length + (length & 1);
    }
    const step = type === RATIONAL ? 4 : sizeOf[type];
    for (const value of values) {
      if (type === SHORT) view.setUint16(to, value, true);
      else if (type === DOUBLE) view.setFloat64(to, value, true);
      else view.setUint32(to, value, true);
      to += step;
    }
  });
  return new Uint8Array(view.buffer);
};
