/** The image on the device: samples and their strided prefixes, and the geometry that every kernel reads. */
import type { ChannelPlanes } from '../image/channels.js';
import { SegmenterError } from '../worker/errors.js';
import type { Executor } from '../worker/executor.js';
import { type DeviceBuffer, Recording } from '../worker/recording.js';
import { G, Model } from './layout.js';
import { packPlanes } from './planes.js';
import { stridedPrefixes } from './strided_prefixes.js';

/** Widest and highest domain: coordinates must stay below 2¹⁶. */
export const longestSide = 65535;

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
  readonly samples: DeviceBuffer;
  readonly prefixes: DeviceBuffer;
  /** The words of `geometry` that describe the image; a run fills in its own. */
  readonly geometry: Uint32Array;
  destroy(): void;
}

/** Uploads the planes and computes their prefixes. Rejects with `image-too-large` or `out-of-memory`. */
export async function makeTables(
  executor: Executor,
  channel: ChannelPlanes,
  { stride }: TableOptions,
  signal?: AbortSignal,
): Promise<Tables> {
  const { width, height, bits } = channel;
  if (width > longestSide || height > longestSide) {
    throw new SegmenterError('image-too-large', {
      name: 'The domain',
      size: `${width} × ${height} pixels`,
      limit: `${longestSide} × ${longestSide}`,
    });
  }
  const codes = channel.kind === 'codes' ? (channel.codes ?? 0) : 0;
  const { words, rowWords, masked } = packPlanes(channel);
  const planes = channel.planes.length;
  const stored = planes + (codes === 0 ? masked : 0);
  const entries = Math.floor(width / stride) + 1;
  const entryWords = codes > 0 ? codes >> 1 : bits === 16 ? 3 : 2;
  const moments = codes > 0 ? 1 + codes : 1 + 2 * planes;
  const geometry = new Uint32Array(G.words);
  const put: Partial<Record<keyof typeof G, number>> = {
    width,
    height,
    planes,
    bits,
    strideShift: Math.log2(stride),
    entries,
    entryWords,
    rowWords,
    codes,
    moments,
    model: codes > 0 ? Model.categorical : Model.gaussian,
    firstRow: 0,
    rows: height,
    blocks: 1,
    bandBlocks: 1,
    masked,
  };
  for (const [name, value] of Object.entries(put)) geometry[G[name as keyof typeof G]] = value;

  const made: DeviceBuffer[] = [];
  const allocate = async (label: string, content: number | Uint32Array): Promise<DeviceBuffer> => {
    const buffer = await executor.buffer(`snake.${label}`, content);
    made.push(buffer);
    return buffer;
  };
  const destroy = (): void => {
    for (const buffer of made) buffer.destroy();
  };
  let samples: DeviceBuffer;
  let prefixes: DeviceBuffer;
  try {
    samples = await allocate('samples', words);
    prefixes = await allocate('prefixes', stored * height * entries * entryWords);
    const uniform = await allocate('geometry', geometry.slice());
    const groups = [height, stored, 1] as const;
    await executor.submit(
      new Recording().dispatch(stridedPrefixes, { geometry: uniform, samples, prefixes }, groups),
      signal,
    );
    uniform.destroy();
  } catch (error) {
    destroy();
    throw error;
  }
  return {
    width,
    height,
    moments,
    codes,
    bytesPerPixel: (samples.byteLength + prefixes.byteLength) / (width * height),
    samples,
    prefixes,
    geometry,
    destroy,
  };
}
