/** The loop of the snake (ALGORITHMS A.4, D.3): recordings of steps, submitted in batches until every contour is done. */
import type { Executor } from '../../compute/executor.js';
import { eachPair } from '../../core/geometry/pairs.js';
import { readWide, writeWide } from '../../core/numbers/wide.js';
import { nats, stateDomain, wholeLength } from '../criterion/energy.js';
import { ringScore, type ScoreKind, Scores } from '../criterion/scores.js';
import {
  domainOffset,
  G,
  Model,
  Phase,
  pinsOffset,
  pinWord,
  polarities,
  restOffset,
  S,
  Status,
  stateWords,
} from '../kernels/shared/layout.js';
import type { RingStart } from '../starts.js';
import { refuseTooMany } from '../starts.js';
import { capacityFor, type Tables } from '../tables/tables.js';
import { type Checkpoint, type RunMemory, ringsOf } from './checkpoint.js';
import { crewsFor, makeStepBuffers } from './step.js';
import { type Flight, Submits } from './submits.js';

/** The starts, noise model, distances and weights of one evolution. */
export interface Problem {
  readonly starts: readonly RingStart[];
  readonly model: keyof typeof Model;
  /** Looks of the gamma and Rayleigh noise models. */
  readonly order: number;
  /** First distance of the moves: a power of 2. */
  readonly distance: number;
  readonly minimumLength: number;
  readonly prune: boolean;
  readonly polarity: 'any' | 'brighter' | 'darker';
  readonly contourWeight: number;
  /** Nats per unit above 128 of the last plane, in favour of the target; 0, the default: the last plane is data. */
  readonly prior?: number;
  /** Cost in nats per pixel of the ring's length; 0 when not given. */
  readonly lengthCost?: number;
  readonly minimumPixels?: number;
  readonly maximumSteps?: number;
  /** Maximum vertices of a contour; chosen from the domain when not given. */
  readonly capacity?: number;
  /** Workgroups among which each contour's segments are divided; chosen for the device when not given. */
  readonly crews?: number;
  /** CPU kernels filter in f64 (the default); `false` computes every score exactly, for tests. */
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
  /** Nats by which Δ is below the length of the domain as one region; without a gain the contour is not meaningful. */
  readonly gain: number;
  /** Integer moments of the region and of the domain. */
  readonly moments: readonly bigint[];
  readonly domain: readonly bigint[];
}

/** Number of steps to record into the next submit: see `Batches.next`. */
export type Batch = (work: number, took?: number) => number;

/** @throws SegmenterError `bad-init` where a start has too many vertices. */
export const geometryOf = (tables: Pick<Tables, 'geometry' | 'width' | 'height'>, problem: Problem): Uint32Array => {
  for (const { ring } of problem.starts) refuseTooMany(ring);
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
  // With a weight of 0 the prior's plane would count as data.
  geometry[G.priorWeight] = problem.prior ? Math.max(1, Math.round((problem.prior * 2 * 4096) / Math.LN2)) : 0;
  geometry[G.lengthWeight] = Math.round(((problem.lengthCost ?? 0) * 2 * 4096) / Math.LN2);
  geometry[G.filter] = problem.filter === false ? 0 : 1;
  geometry[G.minimumPixels] = problem.minimumPixels ?? 8;
  geometry[G.maximumSteps] = problem.maximumSteps ?? 20000;
  geometry[G.crews] = problem.crews ?? 1;
  geometry[G.pins] = pinsOf(problem).length;
  return geometry;
};

/** The pinned vertices of all starts without duplicates: starts compete for one object, so a pin of one applies to all. */
const pinsOf = ({ starts }: Pick<Problem, 'starts'>): readonly number[] => {
  const pins = new Set<number>();
  for (const { pinned = [] } of starts) eachPair(pinned, (x, y) => pins.add(pinWord(x, y)));
  return [...pins];
};

/** The words of `state` and `ring` before the first step. */
export const initialWords = (geometry: Uint32Array, problem: Problem): { state: Uint32Array; ring: Uint32Array } => {
  const words = stateWords(geometry[G.moments]!);
  const capacity = geometry[G.capacity]!;
  const pins = pinsOf(problem);
  const first = pinsOffset(problem.starts.length, geometry[G.moments]!);
  const state = new Uint32Array(first + pins.length);
  state.set(pins, first);
  const ring = new Uint32Array(problem.starts.length * capacity * 2);
  for (const [contour, start] of problem.starts.entries()) {
    const base = contour * words;
    state[base + S.phase] = Phase.start;
    state[base + S.vertices] = start.ring.length / 2;
    state[base + S.distance] = problem.distance;
    const { x0, y0, x1, y1 } = start.box;
    state.set([x0, y0, x1, y1], base + S.box);
    const rest = [...(start.rest?.target ?? []), ...(start.rest?.domain ?? [])];
    for (const [i, moment] of rest.entries()) {
      const at = base + restOffset(geometry[G.moments]!) + 2 * i;
      writeWide(state, at, 2, moment);
    }
    ring.set(start.ring, contour * capacity * 2);
  }
  return { state, ring };
};

/** Options of an evolution. */
export interface EvolveOptions {
  readonly signal?: AbortSignal | undefined;
  /** Where a run on a device that can be lost stores its checkpoints. Any run continues from a checkpoint that it finds there. */
  readonly memory?: RunMemory | undefined;
}

/** The steps of an evolution: all contours after every batch, and at the end. `finish` ends it after the current batch. */
export type Snapshots = AsyncGenerator<readonly Snapshot[], readonly Snapshot[], 'go' | 'finish'>;

/** Evolves the starts in parallel. Buffers are always freed. Rejects as `Executor.submit`, and with `bad-init` as `geometryOf`. */
export async function* evolve(
  executor: Executor,
  tables: Tables,
  problem: Problem,
  batch: Batch,
  { signal, memory }: EvolveOptions = {},
): Snapshots {
  const geometry = geometryOf(tables, problem);
  const onCpu = executor.backend === 'cpu';
  if (!onCpu) geometry[G.crews] = problem.crews ?? crewsFor(problem.starts.length, tables.height);
  const buffers = await makeStepBuffers(tables.space, geometry);
  try {
    const remembers = memory !== undefined && executor.lost !== undefined;
    const submits = new Submits({ executor, tables, buffers, geometry }, { signal, readsWaiting: remembers || !onCpu });
    let last = memory?.checkpoint;
    if (last) submits.resume(last);
    else submits.begin(initialWords(geometry, problem));
    let rings: readonly (readonly number[])[] = last ? ringsOf(geometry, last) : problem.starts.map(({ ring }) => ring);
    let landed = 0;
    let ended: readonly (Snapshot | undefined)[] = [];
    let steps = batch(workOf(rings));
    const flights: Flight[] = [];
    for (;;) {
      // A GPU begins the next batch while the last one's words are read back: steps after the end return at once.
      const ahead = onCpu || steps === 1 ? 1 : BATCHES_AHEAD;
      while (flights.length < ahead) flights.push(submits.launch(steps, rings, last));
      const flight = flights.shift()!;
      last = await flight.checkpoint();
      // The device begins a batch when the previous one is done.
      const took = flight.landed - Math.max(flight.launched, landed);
      landed = flight.landed;
      if (remembers) memory.checkpoint = last;
      const snapshots = snapshotsOf(geometry, last, ended);
      ended = snapshots.map((snapshot) => (snapshot.running ? undefined : snapshot));
      rings = snapshots.map(({ ring }) => ring);
      if (snapshots.every(({ running }) => !running)) return snapshots;
      if ((yield snapshots) === 'finish') return snapshots;
      steps = batch(workOf(rings), took);
      if (flights.length > 0 && steps === 1) {
        // In single-step mode, batches submitted ahead, which were not shown yet, are discarded.
        await Promise.all(flights.map((each) => each.checkpoint()));
        flights.length = 0;
        submits.resume(last);
      }
    }
  } finally {
    for (const buffer of Object.values(buffers)) buffer.destroy();
  }
}

/** The contours of a checkpoint. @param ended those that had ended before and do not change: their scores are known */
export const snapshotsOf = (
  geometry: Uint32Array,
  { state, rings }: Checkpoint,
  ended: readonly (Snapshot | undefined)[] = [],
): Snapshot[] => rings.map((ring, contour) => ended[contour] ?? snapshot(geometry, state, ring, contour));

/** The approximate work of a step, in rows and pairs of edges. */
const workOf = (rings: readonly (readonly number[])[]): number =>
  rings.reduce((sum, ring) => sum + (ring.length / 2) * (ring.length / 2 + 16 * meanRows(ring)), 0);

/** Pending batches on a GPU: with two, a GPU in another process than the page is idle until the next one arrives. */
const BATCHES_AHEAD = 3;

/** Rows that an edge of the ring crosses on average. */
const meanRows = (ring: readonly number[]): number => {
  let rows = 0;
  for (let i = 1; i < ring.length; i += 2) rows += Math.abs(ring[i]! - ring[(i + 2) % ring.length]!);
  return (2 * rows) / ring.length;
};

/** The first `count` words as an array; `Array.from` takes ten times as long. */
const numbersOf = (words: Uint32Array, count: number): number[] => {
  const numbers = new Array<number>(count);
  for (let i = 0; i < count; i++) numbers[i] = words[i]!;
  return numbers;
};

/** The scores are computed when read: in integers they take a tenth of a millisecond. */
const snapshot = (geometry: Uint32Array, state: Uint32Array, ring: Uint32Array, contour: number): Snapshot => {
  const moments = geometry[G.moments]!;
  const base = contour * stateWords(moments);
  const score = (kind: ScoreKind): number =>
    nats(new Scores(geometry).exact(kind, ringScore(kind, state, base), state, base));
  const moment = (from: number): bigint[] =>
    Array.from({ length: moments }, (_, i) => readWide(state, from + 2 * i, 2));
  let criterion: number | undefined;
  let length: number | undefined;
  return {
    ring: numbersOf(ring, 2 * state[base + S.vertices]!),
    running: state[base + S.status] === Status.running,
    step: state[base + S.step]!,
    iteration: state[base + S.iteration]!,
    distance: state[base + S.distance]!,
    moves: state[base + S.moves]!,
    removals: state[base + S.removals]!,
    get criterion() {
      criterion ??= score('energy');
      return criterion;
    },
    get length() {
      length ??= score('length');
      return length;
    },
    get gain() {
      const scores = new Scores(geometry);
      const whole = wholeLength(scores.noise, stateDomain(scores.noise, state, base));
      return nats(whole - scores.exact('length', ringScore('length', state, base), state, base));
    },
    moments: moment(base + S.totals),
    domain: moment(base + domainOffset(moments)),
  };
};
