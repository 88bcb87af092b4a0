/** The image on the device: samples and their strided prefixes, and the geometry that every kernel reads. */
import { type ChannelPlanes, type ChannelRows, rowsOf } from '../image/channels.js';
import { SegmenterError } from '../worker/errors.js';
import type { Executor } from '../worker/executor.js';
import { type DeviceBuffer, Recording } from '../worker/recording.js';
import { type Band, balancedBands, bandGeometry, fewestBands, type Rows } from './bands.js';
import { G, Model } from './layout.js';
import { isPacked, packPlanes, planeLayout } from './planes.js';
import { stridedPrefixes } from './strided_prefixes.js';
import { stripsOf } from './strips.js';

/** Widest and highest domain: coordinates must stay below 2¹⁶. */
export const longestSide = 65535;
/** Bytes of a band's larger buffer from which halving it may help where memory ran out. */
const worthHalving = 2 ** 20;

export interface TableOptions {
  /** Columns between two stored prefixes: a power of 2. */
  readonly stride: number;
}

export interface Tables {
  readonly width: number;
  readonly height: number;
  /** Moments of a region: 1 + 2 a plane, or 1 + the number of codes. */
  readonly moments: number;
  readonly codes: number;
  readonly bytesPerPixel: number;
  /** From the top to the bottom; one where the image fits a binding. */
  readonly bands: readonly [Band, ...Band[]];
  /** The words of `geometry` that describe the image, and the first band; a run fills in its own. */
  readonly geometry: Uint32Array;
  destroy(): void;
}

/**
 * Uploads the planes and computes their prefixes, in as few bands of rows as fit a binding. Where memory runs out it
 * tries bands of half the rows: a device may have the memory, yet not in one piece. Rejects with `image-too-large` or
 * `out-of-memory`.
 */
export async function makeTables(
  executor: Executor,
  planes: ChannelPlanes | ChannelRows,
  { stride }: TableOptions,
  signal?: AbortSignal,
): Promise<Tables> {
  const channel = 'planes' in planes ? rowsOf(planes) : planes;
  const { width, height } = channel;
  if (width > longestSide || height > longestSide) {
    throw new SegmenterError('image-too-large', {
      name: 'The domain',
      size: `${width} × ${height} pixels`,
      limit: `${longestSide} × ${longestSide}`,
    });
  }
  const geometry = imageGeometry(channel, stride);
  const { stored } = planeLayout(channel, channel.count);
  const prefixWords = stored * geometry[G.entries]! * geometry[G.entryWords]!;
  const bytesPerRow = 4 * Math.max(stored * geometry[G.rowWords]!, prefixWords);
  let count = fewestBands(height, bytesPerRow, executor.limits);
  for (;;) {
    try {
      const bands = await makeBands(executor, channel, geometry, balancedBands(height, count), prefixWords, signal);
      const bytes = bands.reduce((sum, { samples, prefixes }) => sum + samples.byteLength + prefixes.byteLength, 0);
      return {
        width,
        height,
        moments: geometry[G.moments]!,
        codes: geometry[G.codes]!,
        bytesPerPixel: bytes / (width * height),
        bands,
        geometry: bandGeometry(geometry, bands[0]),
        destroy: () => bands.forEach(destroyBand),
      };
    } catch (error) {
      const smaller = count < height && Math.ceil(height / count) * bytesPerRow > worthHalving;
      if (!(error instanceof SegmenterError && error.code === 'out-of-memory' && smaller)) throw error;
      count = Math.min(height, 2 * count);
    }
  }
}

/** What describes an image, all of its rows bound. */
function imageGeometry(channel: ChannelRows, stride: number): Uint32Array {
  const { width, height, bits, kind, count: planes } = channel;
  const codes = kind === 'codes' ? (channel.codes ?? 0) : 0;
  const { rowWords, masked } = planeLayout(channel, planes);
  const put: Partial<Record<keyof typeof G, number>> = {
    width,
    height,
    planes,
    bits,
    strideShift: Math.log2(stride),
    entries: Math.floor(width / stride) + 1,
    entryWords: codes > 0 ? codes >> 1 : bits === 16 ? 3 : 2,
    rowWords,
    codes,
    moments: codes > 0 ? 1 + codes : 1 + 2 * planes,
    model: codes > 0 ? Model.categorical : Model.gaussian,
    firstRow: 0,
    rows: height,
    crews: 1,
    masked,
  };
  const geometry = new Uint32Array(G.words);
  for (const [name, value] of Object.entries(put)) geometry[G[name as keyof typeof G]] = value;
  return geometry;
}

/** All of the bands, or none and their memory freed. */
async function makeBands(
  executor: Executor,
  channel: ChannelRows,
  geometry: Uint32Array,
  rows: readonly Rows[],
  prefixWords: number,
  signal: AbortSignal | undefined,
): Promise<readonly [Band, ...Band[]]> {
  const made: DeviceBuffer[] = [];
  const allocate: Allocate = async (label, content) => {
    const buffer = await executor.buffer(`snake.${label}`, content);
    made.push(buffer);
    return buffer;
  };
  const { stored } = planeLayout(channel, channel.count);
  const make = async (each: Rows): Promise<Band> => ({
    ...each,
    geometry: await allocate('geometry', bandGeometry(geometry, each)),
    samples: await upload(executor, channel, each, allocate, signal),
    prefixes: await allocate('prefixes', prefixWords * each.rows),
  });
  try {
    const bands: [Band, ...Band[]] = [await make(rows[0]!)];
    for (const each of rows.slice(1)) bands.push(await make(each));
    const recording = new Recording();
    for (const { rows, geometry, samples, prefixes } of bands) {
      recording.dispatch(stridedPrefixes, { geometry, samples, prefixes }, [rows, stored, 1]);
    }
    await executor.submit(recording, signal);
    return bands;
  } catch (error) {
    for (const buffer of made) buffer.destroy();
    throw error;
  }
}

type Allocate = (label: string, content: number | Uint32Array) => Promise<DeviceBuffer>;

/**
 * The samples of a band: strip by strip, so that beside the image's own there are never more than two strips in memory, one on its
 * way while the next is made.
 */
async function upload(
  executor: Executor,
  channel: ChannelRows,
  band: Rows,
  allocate: Allocate,
  signal: AbortSignal | undefined,
): Promise<DeviceBuffer> {
  const layout = planeLayout(channel, channel.count);
  const { rowWords, stored } = layout;
  const strips = stripsOf(channel, band);
  if (strips.length === 1 || isPacked(channel, layout)) {
    return allocate('samples', packPlanes(await channel.rows(band.firstRow, band.rows)));
  }
  const samples = await allocate('samples', rowWords * band.rows * stored);
  let part: ChannelPlanes | undefined;
  const spent: Uint32Array[] = [];
  let underWay: Promise<unknown> | undefined;
  for (const [i, { firstRow, rows }] of strips.entries()) {
    part = await channel.rows(firstRow, rows, part);
    const words = packPlanes(part, spent[i % 2]);
    spent[i % 2] = words;
    const recording = new Recording();
    for (let plane = 0; plane < stored; plane++) {
      const lines = words.subarray(plane * rows * rowWords, (plane + 1) * rows * rowWords);
      recording.write(samples, lines, (plane * band.rows + firstRow - band.firstRow) * rowWords);
    }
    await underWay;
    underWay = executor.submit(recording, signal);
    underWay.catch(() => {});
  }
  await underWay;
  return samples;
}

const destroyBand = ({ geometry, samples, prefixes }: Band): void => {
  for (const buffer of [geometry, samples, prefixes]) buffer.destroy();
};
