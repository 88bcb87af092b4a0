/** The edges on both sides of lines: packed for the kernel `line_edges`, run, and put back on the lines. */

import { CpuExecutor } from '../../compute/cpu-executor.js';
import { makeBuffers } from '../../compute/make-buffers.js';
import { type Groups, Recording } from '../../compute/recording.js';
import { lineEdges } from '../kernels/line_edges.js';
import { E, POINT_WORDS } from '../kernels/shared/edge-words.js';
import { GROUPS_IN_ROW } from '../kernels/shared/items.js';
import { HeldResponse, isOutOfMemory } from '../response/held.js';
import type { ResponseMemory } from '../response/memory.js';
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
  response: ResponseMemory,
  reach: number,
  weak: number,
  signal?: AbortSignal,
): Promise<readonly Edges[]> => {
  const across = acrossOf(lines);
  if (across.count === 0) return lines.map(() => ({ widths: new Float64Array(0), centred: new Float64Array(0) }));
  const half = Math.ceil(reach / STEP);
  const words = await found(across, response, half, weak, signal).catch(async (error: unknown) => {
    if (!isOutOfMemory(error)) throw error;
    // What does not fit the device fits the memory of the CPU.
    const moved = await HeldResponse.of(new CpuExecutor(), await response.read(signal));
    return found(across, moved, half, weak, signal);
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
  { executor, shape, buffers }: ResponseMemory,
  half: number,
  weak: number,
  signal: AbortSignal | undefined,
): Promise<Uint32Array> => {
  const size = 2 * half + 1;
  const lanes = 4 * 64 * size <= WORKGROUP ? 64 : 8;
  const constants = { reach: half, ridge: Math.min(half, Math.round(ASIDE / STEP)), lanes };
  const groups = Math.ceil(count / lanes);
  const window = new Uint32Array(E.words);
  window[E.width] = shape.width;
  window[E.height] = shape.height;
  window[E.bits] = shape.bits;
  window[E.count] = count;
  window[E.weak] = Math.min(2 ** 26 - 1, Math.floor(weak));
  const own = await makeBuffers(executor, 'lines ', { window, points: words, edges: 2 * count });
  try {
    const inRow: Groups = [Math.min(groups, GROUPS_IN_ROW), Math.ceil(groups / GROUPS_IN_ROW), 1];
    const recording = new Recording().dispatch(lineEdges, { ...buffers, ...own }, inRow, constants);
    const [edges] = await executor.submit(recording.read(own.edges), signal);
    return edges!;
  } finally {
    for (const buffer of Object.values(own)) buffer.destroy();
  }
};
