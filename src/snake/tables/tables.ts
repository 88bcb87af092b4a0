/** The image on the device: samples and their strided prefixes, and the geometry that every kernel reads. */

import type { Executor, Space } from '../../compute/executor.js';
import { type DeviceBuffer, Recording } from '../../compute/recording.js';
import { SegmenterError } from '../../core/errors.js';
import { later } from '../../core/later.js';
import { powerFrom } from '../../core/numbers/powers-of-two.js';
import { because } from '../../core/reasons.js';
import { type ChannelPlanes, type ChannelRows, rowsOf } from '../../image/channels/channels.js';
import { G, GEOMETRY_WORDS, Model, stepSizes } from '../kernels/shared/layout.js';
import { stridedPrefixes } from '../kernels/strided_prefixes.js';
import { balancedChunks, type Chunk, chunkGeometry, fewestChunks, type Rows, stripsOf } from './chunks.js';
import { isPacked, packPlanes, planeLayout } from './planes.js';

/** Maximum width and height of a domain: coordinates must stay below 2¹⁶. */
export const LONGEST_SIDE = 65535;
/** Minimum bytes of a chunk's larger buffer for which halving may help where memory ran out. */
const WORTH_HALVING = 2 ** 20;

/** Options of the prefix tables. */
export interface TableOptions {
  /** Columns between two stored prefixes: a power of 2. */
  readonly stride: number;
  /** True where the paper's three kernels make the prefixes of intensities, with a stride of 1. */
  readonly dense?: boolean;
  /** Maximum contours that run on the tables, and maximum vertices of each: their buffers are allocated beside the tables. By default those of starts in the domain. */
  readonly run?: { readonly contours: number; readonly capacity: number };
}

/** Prefixes at every s-th column, or at every column as in the paper: the sums are the same. */
export const tableForms = ['strided', 'dense'] as const;

/** The paper's kernels, loaded only when requested. */
const densePrefixes = later(() => import('./dense.js'));

/** Columns between stored prefixes: measured, see bench/RESULTS.md. */
const STRIDES = { cpu: 8, webgpu: 32 } as const;

/** The options of `makeTables` for a form of tables on a backend. */
export const tableOptions = (backend: keyof typeof STRIDES, form: (typeof tableForms)[number]): TableOptions =>
  form === 'dense' ? { stride: 1, dense: true } : { stride: STRIDES[backend] };

/** The samples and prefixes of a domain on the device. */
export interface Tables {
  readonly width: number;
  readonly height: number;
  /** Moments of a region: 1 + 2 per plane, or 1 + the number of codes. */
  readonly moments: number;
  readonly codes: number;
  readonly bytesPerPixel: number;
  /** Bytes of the buffers. */
  readonly bytes: number;
  /** Chunks from top to bottom; one where the image fits a binding. */
  readonly chunks: readonly [Chunk, ...Chunk[]];
  /** Space that holds the buffers, with room for those of a run. */
  readonly space: Space;
  /** The words of `geometry` that describe the image and the first chunk; a run adds its own. */
  readonly geometry: Uint32Array;
  /** Settles once a device has filled tables from data that it holds already; anything submitted meanwhile runs afterwards. */
  readonly filled?: Promise<unknown> | undefined;
  destroy(): void;
}

/** Planes that a kernel computes on the device. */
export interface PlacedPlanes extends Omit<ChannelRows, 'rows'> {
  /** Records the commands that fill the samples of a chunk, whose `geometry` holds its rows already. */
  fill(recording: Recording, chunk: Pick<Chunk, 'geometry' | 'samples' | 'rows'>): void;
}

/**
 * Uploads the planes and computes their prefixes, in as few chunks of rows as fit a binding. Where memory runs out it
 * retries with chunks of half the rows, because a device may lack contiguous memory only. Rejects with `image-too-large` or
 * `out-of-memory`.
 */
export const makeTables = async (
  executor: Executor,
  planes: ChannelPlanes | ChannelRows | PlacedPlanes,
  { stride, dense = false, run }: TableOptions,
  signal?: AbortSignal,
): Promise<Tables> => {
  const channel = 'planes' in planes ? rowsOf(planes) : planes;
  const { width, height } = channel;
  if (width > LONGEST_SIDE || height > LONGEST_SIDE) {
    throw new SegmenterError('image-too-large', {
      name: because('the-domain')`The domain`,
      size: because('pixels-by')`${width} × ${height} pixels`,
      limit: `${LONGEST_SIDE} × ${LONGEST_SIDE}`,
    });
  }
  const geometry = imageGeometry(channel, stride);
  const { stored } = planeLayout(channel, channel.count);
  const prefixWords = stored * geometry[G.entries]! * geometry[G.entryWords]!;
  const bytesPerRow = 4 * Math.max(stored * geometry[G.rowWords]!, prefixWords);
  let count = fewestChunks(height, bytesPerRow, executor.limits);
  for (;;) {
    try {
      const parts = balancedChunks(height, count);
      const bytes = 4 * height * (stored * geometry[G.rowWords]! + prefixWords);
      const space = executor.space?.(bytes + PADDING * count + runBytes(geometry, run)) ?? executor;
      const plan = { space, channel, geometry, prefixWords, dense };
      const { chunks, filled } = await makeChunks(executor, plan, parts, signal);
      return {
        width,
        height,
        moments: geometry[G.moments]!,
        codes: geometry[G.codes]!,
        bytesPerPixel: bytes / (width * height),
        bytes,
        chunks,
        space,
        geometry: chunkGeometry(geometry, chunks[0]),
        filled,
        destroy: () => chunks.forEach(destroyChunk),
      };
    } catch (error) {
      const smaller = count < height && Math.ceil(height / count) * bytesPerRow > WORTH_HALVING;
      if (!(error instanceof SegmenterError && error.code === 'out-of-memory' && smaller)) throw error;
      count = Math.min(height, 2 * count);
    }
  }
};

/** Maximum overhead in bytes of a chunk's buffers, beyond their words. */
const PADDING = 1024;
/** Number of parallel starts. */
const STARTS = 3;

/** Maximum bytes of the buffers of a run on the tables. */
const runBytes = (geometry: Uint32Array, run: TableOptions['run']): number => {
  const { contours, capacity } = run ?? {
    contours: STARTS,
    capacity: capacityFor(geometry[G.width]!, geometry[G.height]!, 1),
  };
  const words = Object.values(stepSizes({ contours, capacity, moments: geometry[G.moments]!, crews: 1 }));
  return PADDING + 4 * words.reduce((sum, each) => sum + each, 0);
};

/** Maximum vertices, sufficient in practice for the most ragged contour of the domain; growth stops there. */
export const capacityFor = (width: number, height: number, minimumLength: number): number =>
  Math.min(16384, Math.max(256, powerFrom((6 * (width + height)) / Math.max(1, minimumLength))));

/** Geometry of an image with all of its rows bound. */
export const imageGeometry = (channel: Omit<ChannelRows, 'rows'>, stride: number): Uint32Array => {
  const { width, height, bits, kind, count: planes } = channel;
  const codes = kind === 'codes' ? (channel.codes ?? 0) : 0;
  const { rowWords, masked } = planeLayout(channel, planes);
  const put: Partial<Record<keyof typeof G, number>> = {
    width,
    height,
    planes,
    bits,
    strideShift: 31 - Math.clz32(stride),
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
  const geometry = new Uint32Array(GEOMETRY_WORDS);
  for (const [name, value] of Object.entries(put)) geometry[G[name as keyof typeof G]] = value;
  return geometry;
};

/** What all chunks of an image have in common. */
interface ChunkPlan {
  readonly space: Space;
  readonly channel: ChannelRows | PlacedPlanes;
  /** That of the image, all rows bound. */
  readonly geometry: Uint32Array;
  /** Words of the prefixes of one row, all planes. */
  readonly prefixWords: number;
  /** As `TableOptions`. */
  readonly dense: boolean;
}

/** Makes all of the chunks; on failure frees their memory. */
const makeChunks = async (
  executor: Executor,
  { space, channel, geometry, prefixWords, dense }: ChunkPlan,
  rows: readonly Rows[],
  signal: AbortSignal | undefined,
): Promise<Pick<Tables, 'chunks' | 'filled'>> => {
  const made: DeviceBuffer[] = [];
  const allocate: Allocate = async (label, content) => {
    const buffer = await space.buffer(`snake.${label}`, content);
    made.push(buffer);
    return buffer;
  };
  const { stored } = planeLayout(channel, channel.count);
  const make = async (each: Rows): Promise<Chunk> => ({
    ...each,
    geometry: await allocate('geometry', chunkGeometry(geometry, each)),
    samples:
      'fill' in channel
        ? await allocate('samples', stored * geometry[G.rowWords]! * each.rows)
        : await upload(executor, channel, each, allocate, signal),
    prefixes: await allocate('prefixes', prefixWords * each.rows),
  });
  try {
    const chunks: [Chunk, ...Chunk[]] = [await make(rows[0]!)];
    for (const each of rows.slice(1)) chunks.push(await make(each));
    const recording = new Recording();
    if ('fill' in channel) for (const chunk of chunks) channel.fill(recording, chunk);
    if (dense && channel.kind !== 'codes') {
      if (recording.commands.length > 0) await executor.submit(recording, signal);
      const { sumDense } = await densePrefixes.load();
      await sumDense(executor, space, geometry, chunks, stored, signal);
    } else {
      for (const { rows, geometry, samples, prefixes } of chunks) {
        recording.dispatch(stridedPrefixes, { geometry, samples, prefixes }, [rows, stored, 1]);
      }
      const submit = executor.submit(recording, signal);
      if ('fill' in channel) {
        submit.catch(() => {});
        return { chunks, filled: submit };
      }
      await submit;
    }
    return { chunks };
  } catch (error) {
    for (const buffer of made) buffer.destroy();
    throw error;
  }
};

type Allocate = (label: string, content: number | Uint32Array) => Promise<DeviceBuffer>;

/** Pending strips on their way to a device, which confirms each only after a while. */
const STRIPS_AHEAD = 4;

/**
 * Uploads the samples of a chunk strip by strip, so that only a few strips are in memory in addition to the image, some in
 * transit while the next is made.
 */
const upload = async (
  executor: Executor,
  channel: ChannelRows,
  chunk: Rows,
  allocate: Allocate,
  signal: AbortSignal | undefined,
): Promise<DeviceBuffer> => {
  const layout = planeLayout(channel, channel.count);
  const { rowWords, stored } = layout;
  const strips = stripsOf(channel, chunk);
  if (strips.length === 1 || isPacked(channel, layout)) {
    return allocate('samples', packPlanes(await channel.rows(chunk.firstRow, chunk.rows)));
  }
  const samples = await allocate('samples', rowWords * chunk.rows * stored);
  let part: ChannelPlanes | undefined;
  const spent: Uint32Array[] = [];
  const underWay: Promise<unknown>[] = [];
  const ahead = executor.backend === 'cpu' ? 1 : STRIPS_AHEAD;
  for (const [i, { firstRow, rows }] of strips.entries()) {
    part = await channel.rows(firstRow, rows, part);
    if (underWay.length > ahead - 1) await underWay.shift();
    const words = packPlanes(part, spent[i % (ahead + 1)]);
    spent[i % (ahead + 1)] = words;
    const recording = new Recording();
    for (let plane = 0; plane < stored; plane++) {
      const lines = words.subarray(plane * rows * rowWords, (plane + 1) * rows * rowWords);
      recording.write(samples, lines, (plane * chunk.rows + firstRow - chunk.firstRow) * rowWords);
    }
    const submit = executor.submit(recording, signal);
    submit.catch(() => {});
    underWay.push(submit);
  }
  await Promise.all(underWay);
  return samples;
};

const destroyChunk = ({ geometry, samples, prefixes }: Chunk): void => {
  for (const buffer of [geometry, samples, prefixes]) buffer.destroy();
};
