/** The edges on both sides of lines: points in words for the kernel `line_edges`, and back. */

import { CpuExecutor } from '../../compute/cpu-executor.js';
import { makeBuffers } from '../../compute/make-buffers.js';
import { type Groups, Recording } from '../../compute/recording.js';
import { lineEdges } from '../kernels/line_edges.js';
import { E } from '../kernels/shared/edge-words.js';
import { GROUPS_IN_ROW } from '../kernels/shared/items.js';
import { HeldResponse, isOutOfMemory } from '../response/held.js';
import type { ResponseMemory } from '../response/memory.js';
import type { Lines } from './lines.js';
import { STEP } from './lines-plain.js';

/** Maximum distance of the ridge from the traced line, in pixels. */
const ASIDE = 1.5;

/**
 * Finds the edges of lines at each of their points, at most `reach` pixels away, on profiles across them, and moves the points midway
 * between; lines end where the strength is at most `weak`. All executors give the same result.
 */
export const centreOnEdges = async (
  lines: Lines,
  response: ResponseMemory,
  reach: number,
  weak: number,
  signal?: AbortSignal,
): Promise<void> => {
  if (lines.size === 0) return;
  const half = Math.ceil(reach / STEP);
  const words = await found(lines, response, half, weak, signal).catch(async (error: unknown) => {
    if (!isOutOfMemory(error)) throw error;
    // Falls back to the memory of the CPU if the device's does not suffice.
    const moved = await HeldResponse.of(new CpuExecutor(), await response.read(signal));
    return found(lines, moved, half, weak, signal);
  });
  lines.centre(words, half, response.shape);
};

/** Bytes of workgroup memory that every device has. */
const WORKGROUP = 16384;

/** The kernel's words: where the profile of each point reaches its right and its left edge. */
const found = async (
  { size: count, words }: Lines,
  { executor, shape, buffers }: ResponseMemory,
  half: number,
  weak: number,
  signal: AbortSignal | undefined,
): Promise<Uint32Array> => {
  const profile = 2 * half + 1;
  const lanes = 4 * 64 * profile <= WORKGROUP ? 64 : 8;
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
