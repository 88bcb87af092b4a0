import type { Executor } from '../../src/compute/executor.js';
import type { Box } from '../../src/core/geometry/rect.js';
import type { Position } from '../../src/core/geometry/ring.js';
import type { ChannelPlanes } from '../../src/image/channels/channels.js';
import { Lattice } from '../../src/snake/find/lattice.js';
import { latticeOf, rectangleRing } from '../../src/snake/starts.js';
import { evolve, type Problem, type Snapshot } from '../../src/snake/steps/optimiser.js';
import { makeTables, type Tables } from '../../src/snake/tables/tables.js';
import { processorTime } from './clock.js';

export const law = { model: 'gaussian', order: 1, polarity: 'any', contourWeight: 1 } as const;

export const planesOf = (data: Uint8Array | Uint16Array, width: number, height: number): ChannelPlanes => ({
  width,
  height,
  kind: 'intensity',
  bits: data instanceof Uint16Array ? 16 : 8,
  planes: [data],
  record: {},
});

export interface Timed {
  readonly snapshot: Snapshot;
  /** Milliseconds on the processor. */
  readonly tables: number;
  readonly evolution: number;
  /** Milliseconds of both on the clock. */
  readonly wall: number;
  readonly bytesPerPixel: number;
}

export type Settings = Pick<Problem, 'distance' | 'minimumLength' | 'prune'>;

/** Far more steps than any run has needed; a run that comes to as many goes round in circles. */
export const mostSteps = 5000;

/** The vertices may go anywhere; batches of 64 steps, as the engine's when nobody watches. */
export const evolveRing = async (
  executor: Executor,
  tables: Tables,
  ring: readonly number[],
  settings: Settings,
): Promise<Snapshot> => {
  const box = latticeOf(tables);
  const steps = evolve(
    executor,
    tables,
    { ...law, ...settings, starts: [{ ring, box }], maximumSteps: mostSteps },
    () => 64,
  );
  for (;;) {
    const { done, value } = await steps.next('go');
    if (done) return value[0]!;
  }
};

export const timedRun = async (
  executor: Executor,
  channel: ChannelPlanes,
  start: Box,
  settings: Settings,
  stride: number,
): Promise<Timed> => {
  const seen = performance.now();
  const began = processorTime();
  const tables = await makeTables(executor, channel, { stride });
  const ready = processorTime();
  try {
    const snapshot = await evolveRing(executor, tables, rectangleRing(start), settings);
    const { bytesPerPixel } = tables;
    const evolution = processorTime() - ready;
    return { snapshot, tables: ready - began, evolution, wall: performance.now() - seen, bytesPerPixel };
  } finally {
    tables.destroy();
  }
};

/** The best rectangle of an 8 × 8 lattice (ALGORITHMS A.5). */
export const latticeStart = async (executor: Executor, tables: Tables): Promise<Box> => {
  const lattice = await Lattice.over(executor, tables, law, 8);
  try {
    const best = await lattice.best();
    if (best === undefined) throw new Error('No rectangle of the lattice divides the image');
    return best.box;
  } finally {
    lattice.destroy();
  }
};

/** The closed ring of a snapshot. */
export const ringOf = ({ ring }: Snapshot): Position[] => {
  const positions: Position[] = [];
  for (let i = 0; i < ring.length; i += 2) positions.push([ring[i]!, ring[i + 1]!]);
  return [...positions, positions[0]!];
};
