/** The loop of the snake (ALGORITHMS A.4, D.3): recordings of steps, submitted in batches until every contour is done. */
import type { Executor } from '../worker/executor.js';
import { Recording } from '../worker/recording.js';
import { nats } from './energy.js';
import { domainOffset, G, Model, Phase, polarities, S, Status, stateWords } from './layout.js';
import { schedule } from './schedule.js';
import { Scores } from './scores.js';
import { makeStepBuffers, recordStep, roomFor } from './step.js';
import type { Tables } from './tables.js';

/** A ring to start from and the box that confines its nodes, on the corner lattice of the domain. */
export interface Start {
  /** x0, y0, x1, y1, …: clockwise on the screen, strictly simple, at least 3 nodes. */
  readonly ring: readonly number[];
  /** Left, top, right, bottom, inclusive. */
  readonly box: readonly [number, number, number, number];
}

export interface Problem {
  readonly starts: readonly Start[];
  readonly model: keyof typeof Model;
  /** Looks of the gamma and Rayleigh laws. */
  readonly order: number;
  /** First distance of the moves: a power of 2. */
  readonly distance: number;
  readonly minimumLength: number;
  readonly prune: boolean;
  readonly polarity: 'any' | 'brighter' | 'darker';
  readonly contourWeight: number;
  /** Nats that a unit above 128 of the last plane is worth to the target; 0, the default: the last plane is data. */
  readonly prior?: number;
  /** Nats that each pixel of the ring's Σ|dx| + Σ|dy| costs; 0 when not given. */
  readonly lengthCost?: number;
  readonly minimumPixels?: number;
  readonly maximumSteps?: number;
  /** Most nodes of a contour; chosen from the domain when not given. */
  readonly capacity?: number;
  /** Blocks of rows that a segment's sum is split into. */
  readonly blocks?: number;
  /** Twins filter in f64 (the default); `false` makes every score exact, for tests. */
  readonly filter?: boolean;
}

/** One contour after a batch. */
export interface Snapshot {
  readonly ring: readonly number[];
  readonly running: boolean;
  readonly step: number;
  readonly iteration: number;
  readonly distance: number;
  readonly moves: number;
  readonly removals: number;
  /** J and Δ in nats. */
  readonly criterion: number;
  readonly length: number;
  /** Whole-number moments of the region and of the domain. */
  readonly moments: readonly bigint[];
  readonly domain: readonly bigint[];
}

/** How many steps to record into the next submit. */
export type Batch = () => number;

/** Enough nodes for a contour as ragged as the domain allows in practice; growth stops there. */
export const capacityFor = (width: number, height: number, minimumLength: number): number =>
  Math.min(16384, Math.max(256, 2 ** Math.ceil(Math.log2((6 * (width + height)) / Math.max(1, minimumLength)))));

export function geometryOf(tables: Tables, problem: Problem): Uint32Array {
  const geometry = tables.geometry.slice();
  geometry[G.contours] = problem.starts.length;
  geometry[G.capacity] = Math.max(
    problem.capacity ?? capacityFor(tables.width, tables.height, problem.minimumLength),
    ...problem.starts.map(({ ring }) => ring.length / 2 + 1),
  );
  geometry[G.model] = Model[problem.model];
  geometry[G.order] = Math.round(problem.order * 256);
  geometry[G.minimumLength] = problem.minimumLength;
  geometry[G.prune] = problem.prune ? 1 : 0;
  geometry[G.polarity] = polarities[problem.polarity];
  geometry[G.contourWeight] = Math.round(problem.contourWeight * 256);
  geometry[G.priorWeight] = Math.round(((problem.prior ?? 0) * 2 * 4096) / Math.LN2);
  geometry[G.lengthWeight] = Math.round(((problem.lengthCost ?? 0) * 2 * 4096) / Math.LN2);
  geometry[G.filter] = problem.filter === false ? 0 : 1;
  geometry[G.minimumPixels] = problem.minimumPixels ?? 8;
  geometry[G.maximumSteps] = problem.maximumSteps ?? 20000;
  geometry[G.blocks] = geometry[G.bandBlocks] = problem.blocks ?? 1;
  return geometry;
}

/** The words of `state` and `ring` before the first step. */
export function initialWords(geometry: Uint32Array, problem: Problem): { state: Uint32Array; ring: Uint32Array } {
  const words = stateWords(geometry[G.moments]!);
  const capacity = geometry[G.capacity]!;
  const state = new Uint32Array(problem.starts.length * words);
  const ring = new Uint32Array(problem.starts.length * capacity * 2);
  for (const [contour, start] of problem.starts.entries()) {
    const base = contour * words;
    state[base + S.phase] = Phase.start;
    state[base + S.nodes] = start.ring.length / 2;
    state[base + S.distance] = state[base + S.firstDistance] = problem.distance;
    state.set(start.box, base + S.box);
    ring.set(start.ring, contour * capacity * 2);
  }
  return { state, ring };
}

/**
 * Evolves the starts side by side and yields all contours after every batch; returns the last snapshots. Answering
 * `finish` ends it after the batch under way. Buffers are freed whatever happens.
 */
export async function* evolve(
  executor: Executor,
  tables: Tables,
  problem: Problem,
  batch: Batch,
  signal?: AbortSignal,
): AsyncGenerator<readonly Snapshot[], readonly Snapshot[], 'go' | 'finish'> {
  const geometry = geometryOf(tables, problem);
  const buffers = await makeStepBuffers(executor, geometry);
  try {
    const initial = initialWords(geometry, problem);
    const begin = new Recording()
      .write(buffers.geometry, geometry)
      .write(buffers.state, initial.state)
      .write(buffers.ring, initial.ring)
      .dispatch(schedule, buffers, [1, 1, 1]);
    await executor.submit(begin, signal);
    const words = stateWords(geometry[G.moments]!);
    const steps = new Map<number, Recording>();
    let nodes = Math.max(...problem.starts.map(({ ring }) => ring.length / 2));
    for (;;) {
      const room = roomFor(geometry, nodes);
      const step = steps.get(room) ?? recordStep(executor, tables, buffers, geometry, room);
      steps.set(room, step);
      const recording = new Recording();
      for (let contour = 0; contour < problem.starts.length; contour++) {
        recording.write(buffers.state, Uint32Array.of(room), contour * words + S.room);
      }
      for (let n = batch(); n > 0; n--) recording.append(step);
      recording.read(buffers.state).read(buffers.ring);
      const [state, ring] = (await executor.submit(recording, signal)) as [Uint32Array, Uint32Array];
      const snapshots = problem.starts.map((_, contour) => snapshot(geometry, state, ring, contour));
      nodes = Math.max(...snapshots.map((each) => each.ring.length / 2));
      if (snapshots.every(({ running }) => !running)) return snapshots;
      if ((yield snapshots) === 'finish') return snapshots;
    }
  } finally {
    for (const buffer of Object.values(buffers)) buffer.destroy();
  }
}

function snapshot(geometry: Uint32Array, state: Uint32Array, rings: Uint32Array, contour: number): Snapshot {
  const judge = new Scores(geometry);
  const moments = geometry[G.moments]!;
  const base = contour * stateWords(moments);
  const at = contour * geometry[G.capacity]! * 2;
  const row = { scores: state, score: base + S.energy, totals: state, row: base + S.totals };
  const words = (from: number): bigint[] =>
    Array.from({ length: moments }, (_, i) => (BigInt(state[from + 2 * i + 1]!) << 32n) | BigInt(state[from + 2 * i]!));
  return {
    ring: Array.from(rings.subarray(at, at + 2 * state[base + S.nodes]!)),
    running: state[base + S.status] === Status.running,
    step: state[base + S.step]!,
    iteration: state[base + S.iteration]!,
    distance: state[base + S.distance]!,
    moves: state[base + S.moves]!,
    removals: state[base + S.removals]!,
    criterion: nats(judge.exact('energy', row, state, base)),
    length: nats(judge.exact('length', row, state, base)),
    moments: words(base + S.totals),
    domain: words(base + domainOffset(moments)),
  };
}
