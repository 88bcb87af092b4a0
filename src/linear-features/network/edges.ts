/** The edges on both sides of lines: packed for the kernel `line_edges`, run, and put back on the lines. */

import { CpuExecutor } from '../../compute/cpu-executor.js';
import type { Executor } from '../../compute/executor.js';
import { keptIn } from '../../compute/kept.js';
import { type DeviceBuffer, Recording } from '../../compute/recording.js';
import { SegmenterError } from '../../core/errors.js';
import { lineEdges } from '../kernels/line_edges.js';
import { E, POINT_WORDS } from '../kernels/shared/edge-words.js';
import { GROUPS_IN_ROW } from '../kernels/shared/items.js';
import { type LineResponse, MOST_KEPT } from '../response/response.js';
import type { Polyline } from './polyline.js';

/** Steps of a profile, in pixels. */
const STEP = 0.5;
/** Points on either side over which profiles are averaged. */
const ALONG = 4;
/** Most distance of the ridge from the traced line, in pixels. */
const ASIDE = 1.5;
/** Parts of a pixel, and of a step, in the kernel's words. */
const PIXEL = 4096;
const PART = 256;

/** The edges on both sides of a line. */
export interface Edges {
  /** Distance between the edges at each point, in pixels; at least 1. */
  readonly widths: Float64Array;
  /** The points midway between the edges. */
  readonly centred: Polyline;
}

/** The means by which edges are sought. */
export interface EdgeMeans {
  readonly executor: Executor;
  /** The owner of what stays in the executor's memory for the next run: an object of which each open image has its own. */
  readonly owner: object;
  readonly signal?: AbortSignal;
}

/** Lines with the unit vectors across them, point by point, one line after the other. */
interface Across {
  readonly count: number;
  readonly normals: Float64Array;
  /** Words of the kernel's points. */
  readonly words: Uint32Array;
}

/**
 * Finds the edges of lines at each of their points, at most `reach` pixels away, on profiles across them; lines end where the
 * strength is at most `weak`. On any executor the same.
 */
export const edgesOf = async (
  lines: readonly Polyline[],
  response: LineResponse,
  reach: number,
  weak: number,
  means: EdgeMeans,
): Promise<readonly Edges[]> => {
  const across = acrossOf(lines);
  if (across.count === 0) return lines.map(() => ({ widths: new Float64Array(0), centred: new Float64Array(0) }));
  const half = Math.ceil(reach / STEP);
  const words = await found(across, response, half, weak, means).catch((error: unknown) => {
    // What does not fit the device fits the memory that the response is in.
    if (!(error instanceof SegmenterError && error.code === 'out-of-memory')) throw error;
    return found(across, response, half, weak, { ...means, executor: new CpuExecutor() });
  });
  const allWidths = new Float64Array(across.count);
  const allCentred = new Float64Array(2 * across.count);
  let k = 0;
  return lines.map((line) => {
    const widths = allWidths.subarray(k, k + line.length / 2);
    const centred = allCentred.subarray(2 * k, 2 * k + line.length);
    for (let i = 0; i < widths.length; i++, k++) {
      const right = words[2 * k]!;
      const left = words[2 * k + 1]!;
      widths[i] = Math.max(1, ((right - left) * STEP) / PART);
      const aside = (((right + left) / 2 - PART * half) * STEP) / PART;
      centred[2 * i] = line[2 * i]! + aside * across.normals[2 * k]!;
      centred[2 * i + 1] = line[2 * i + 1]! + aside * across.normals[2 * k + 1]!;
    }
    return { widths, centred };
  });
};

const acrossOf = (lines: readonly Polyline[]): Across => {
  const count = lines.reduce((sum, { length }) => sum + length / 2, 0);
  const normals = new Float64Array(2 * count);
  const words = new Uint32Array(POINT_WORDS * count);
  let k = 0;
  for (const line of lines) {
    const own = line.length / 2;
    for (let i = 0; i < own; i++, k++) {
      const first = Math.max(0, i - ALONG);
      const last = Math.min(own - 1, i + ALONG);
      const dx = line[2 * last]! - line[2 * first]!;
      const dy = line[2 * last + 1]! - line[2 * first + 1]!;
      const norm = Math.sqrt(dx * dx + dy * dy) || 1;
      normals[2 * k] = -dy / norm;
      normals[2 * k + 1] = dx / norm;
      const x = Math.round(PIXEL * line[2 * i]!);
      const y = Math.round(PIXEL * line[2 * i + 1]!);
      const [column, row] = [Math.floor(x / PIXEL), Math.floor(y / PIXEL)];
      const at = POINT_WORDS * k;
      words[at] = column;
      words[at + 1] = row;
      words[at + 2] = (x - PIXEL * column) | ((y - PIXEL * row) << 12) | ((i - first) << 24) | ((last - i) << 28);
      words[at + 3] = (stepOf(normals[2 * k]!) & 0xffff) | (stepOf(normals[2 * k + 1]!) << 16);
    }
  }
  return { count, normals, words };
};

const stepOf = (normal: number): number => Math.round(PIXEL * STEP * normal);

/** Bytes of workgroup memory that every device has. */
const WORKGROUP = 16384;

/** The kernel's words: where the profile of each point reaches its right and its left edge. */
const found = async (
  { count, words }: Across,
  response: LineResponse,
  half: number,
  weak: number,
  { executor, owner, signal }: EdgeMeans,
): Promise<Uint32Array> => {
  const size = 2 * half + 1;
  const lanes = 4 * 64 * size <= WORKGROUP ? 64 : 8;
  const constants = { reach: half, ridge: Math.min(half, Math.round(ASIDE / STEP)), lanes };
  const groups = Math.ceil(count / lanes);
  const window = new Uint32Array(E.words);
  window[E.width] = response.width;
  window[E.height] = response.height;
  window[E.bits] = 8 * response.samples.BYTES_PER_ELEMENT;
  window[E.count] = count;
  window[E.weak] = Math.min(2 ** 26 - 1, Math.floor(weak));
  const seen = await seenBy(executor, owner, response);
  const own: DeviceBuffer[] = [];
  let done = false;
  const make = async (label: string, data: number | Uint32Array): Promise<DeviceBuffer> => {
    const buffer = await executor.buffer(`lines ${label}`, data);
    own.push(buffer);
    return buffer;
  };
  try {
    const buffers = {
      window: await make('edge window', window),
      samples: seen.samples,
      response: seen.response,
      points: await make('points', words),
      edges: await make('edges', 2 * count),
    };
    const recording = new Recording()
      .dispatch(lineEdges, buffers, [Math.min(groups, GROUPS_IN_ROW), Math.ceil(groups / GROUPS_IN_ROW), 1], constants)
      .read(buffers.edges);
    const [edges] = await executor.submit(recording, signal);
    done = true;
    return edges!;
  } finally {
    for (const buffer of own) buffer.destroy();
    if (done && executor.backend !== 'cpu' && response.words.length <= MOST_KEPT)
      keptIn(executor).give(owner, KEY, seen);
    else seen.destroy();
  }
};

const KEY = 'response of lines';

/** A response in an executor's memory. */
class Seen {
  readonly #words: WeakRef<object>;
  readonly #own: WeakRef<object>;

  constructor(
    seen: LineResponse,
    readonly samples: DeviceBuffer,
    readonly response: DeviceBuffer,
  ) {
    this.#words = new WeakRef(seen.words);
    this.#own = new WeakRef(seen.samples);
  }

  is({ words, samples }: LineResponse): boolean {
    return this.#words.deref() === words && this.#own.deref() === samples;
  }

  get bytes(): number {
    return this.samples.byteLength + this.response.byteLength;
  }

  destroy(): void {
    this.samples.destroy();
    this.response.destroy();
  }
}

/** The response as the last run left it there, or put there. */
const seenBy = async (executor: Executor, owner: object, response: LineResponse): Promise<Seen> => {
  const known = executor.backend === 'cpu' ? undefined : keptIn(executor).take(owner, KEY);
  if (known instanceof Seen && known.is(response)) return known;
  known?.destroy();
  const samples = await executor.buffer('lines samples', wordsOf(response.samples));
  try {
    return new Seen(response, samples, await executor.buffer('lines response', response.words));
  } catch (error) {
    samples.destroy();
    throw error;
  }
};

/** The same bytes as words; a copy where the last word is not whole. */
const wordsOf = (samples: Uint8Array | Uint16Array): Uint32Array => {
  const { buffer, byteOffset, byteLength } = samples;
  const length = Math.ceil(byteLength / 4);
  if (byteOffset % 4 === 0 && byteOffset + 4 * length <= buffer.byteLength) {
    return new Uint32Array(buffer, byteOffset, length);
  }
  const words = new Uint32Array(length);
  new Uint8Array(words.buffer).set(new Uint8Array(buffer, byteOffset, byteLength));
  return words;
};
