/** The buffers of a run and the recording of one step: the same on every backend. */
import type { Executor, ExecutorLimits } from '../worker/executor.js';
import { type DeviceBuffer, type Groups as RecordedGroups, Recording } from '../worker/recording.js';
import { addNodes } from './add_nodes.js';
import { chooseMoves, chooseMovesNeeds, slotGroups } from './choose_moves.js';
import { closeStep, closeStepNeeds } from './close_step.js';
import { criterion } from './criterion.js';
import {
  blockCapacity,
  candidateCapacity,
  energyWords,
  G,
  Groups,
  groupsFor,
  lanes,
  stateWords,
  totalsWords,
} from './layout.js';
import { legalMoves } from './legal_moves.js';
import { moveNodes } from './move_nodes.js';
import { pruneNodes } from './prune_nodes.js';
import { rankMoves } from './rank_moves.js';
import { schedule } from './schedule.js';
import { segmentContributions } from './segment_contributions.js';
import { startSnake } from './start_snake.js';
import { sumContributions } from './sum_contributions.js';
import type { Tables } from './tables.js';
import { tryMoves, tryMovesNeeds } from './try_moves.js';

export type StepBuffers = Readonly<
  Record<
    | 'geometry'
    | 'state'
    | 'ring'
    | 'waiting'
    | 'edges'
    | 'block_sums'
    | 'segment_sums'
    | 'totals'
    | 'scores'
    | 'choice'
    | 'order'
    | 'groups',
    DeviceBuffer
  >
>;

/** Allocates what a run needs beside the tables; on a failure nothing stays behind. */
export async function makeStepBuffers(executor: Executor, geometry: Uint32Array): Promise<StepBuffers> {
  const contours = geometry[G.contours]!;
  const capacity = geometry[G.capacity]!;
  const moments = geometry[G.moments]!;
  const candidates = contours * candidateCapacity(capacity);
  const sums = 2 * candidates * 2 * moments;
  const sizes: Record<keyof StepBuffers, number> = {
    geometry: G.words,
    state: contours * stateWords(moments),
    ring: contours * capacity * 2,
    waiting: contours * capacity,
    edges: contours * capacity * 2 * moments,
    block_sums: contours * blockCapacity(geometry[G.crews]!, capacity) * 2 * moments,
    segment_sums: sums,
    totals: candidates * totalsWords(moments),
    scores: candidates * energyWords,
    choice: contours * capacity,
    order: contours * capacity,
    groups: Groups.words,
  };
  const names = Object.keys(sizes) as (keyof StepBuffers)[];
  const made = await Promise.allSettled(names.map((name) => executor.buffer(`snake.${name}`, sizes[name])));
  const failed = made.find((each) => each.status === 'rejected');
  if (failed) {
    for (const each of made) if (each.status === 'fulfilled') each.value.destroy();
    throw failed.reason;
  }
  const buffers = made.map((each, i) => [names[i], each.status === 'fulfilled' ? each.value : undefined]);
  return Object.fromEntries(buffers) as StepBuffers;
}

/** Workgroups that share out the segments on a GPU: as many as one of the largest runs at once. */
const crewsOfAll = 4096;

/** Workgroups for the segments of each of `contours`; a low image has no rows for many. */
export const crewsFor = (contours: number, height: number): number =>
  Math.max(1, Math.floor(Math.min(crewsOfAll, 2 * height) / contours));

/**
 * One step of every contour: what each does depends on its phase. `room`: most nodes of a contour that the dispatches
 * must take. On the CPU the workgroups are those that the step needs, read from a buffer; on WebGPU, where an indirect
 * dispatch costs some 80 µs, they are as many as `room` asks for and most leave at once; and since any dispatch costs
 * more than most of these kernels take, what can share one does. `short`: are the edges so short that a node's workgroup may
 * go over their rows itself?
 */
export function recordStep(
  { backend, limits }: Pick<Executor, 'backend' | 'limits'>,
  tables: Tables,
  buffers: StepBuffers,
  geometry: Uint32Array,
  room: number,
  short = false,
): Recording {
  const contours = geometry[G.contours]!;
  const candidates = Math.max(candidateCapacity(room), room + 1);
  const blocks = blockCapacity(geometry[G.crews]!, room);
  const most = {
    segments: [...groupsFor(blocks), contours],
    candidates: [Math.ceil(candidates / lanes), 1, contours],
    slots: [room + 1, 1, contours],
    tries: [Math.min(room + 1, slotGroups), 1, contours],
    lanes: [Math.ceil(room / lanes), 1, contours],
  } as const;
  const groups = (name: keyof typeof Groups & keyof typeof most): RecordedGroups =>
    backend === 'cpu' ? { indirect: buffers.groups, offset: Groups[name], most: most[name] } : most[name];
  const each = [1, 1, contours] as const;
  const recording = new Recording();
  const mostNodes = backend === 'webgpu' ? fusedNodes(limits, geometry, room) : undefined;
  const [{ samples, prefixes }] = tables.bands;
  if (mostNodes !== undefined && short && triesWhole(limits, tables)) {
    return recording
      .dispatch(tryMoves, { ...buffers, samples, prefixes }, most.tries, { mostNodes })
      .dispatch(closeStep, buffers, each, { mostNodes });
  }
  for (const [i, { geometry, samples, prefixes }] of tables.bands.entries()) {
    const bound = { ...buffers, samples, prefixes, geometry: i === 0 ? buffers.geometry : geometry };
    recording.dispatch(segmentContributions, bound, groups('segments'));
  }
  if (mostNodes !== undefined) {
    return recording
      .dispatch(chooseMoves, buffers, most.tries, { mostNodes })
      .dispatch(closeStep, buffers, each, { mostNodes });
  }
  recording
    .dispatch(sumContributions, buffers, groups('candidates'))
    .dispatch(criterion, buffers, groups('candidates'))
    .dispatch(legalMoves, buffers, groups('slots'))
    .dispatch(rankMoves, buffers, groups('lanes'))
    .dispatch(moveNodes, buffers, each)
    .dispatch(addNodes, buffers, each)
    .dispatch(pruneNodes, buffers, each)
    .dispatch(startSnake, buffers, each);
  return backend === 'cpu' ? recording.dispatch(schedule, buffers, [1, 1, 1]) : recording;
}

/** `mostNodes` of the kernels that stand for the single ones, where they can. */
function fusedNodes(
  { storageBindings, workgroupBytes }: ExecutorLimits,
  geometry: Uint32Array,
  room: number,
): number | undefined {
  if (geometry[G.moments]! > chooseMovesNeeds.moments) return undefined;
  if (storageBindings < Math.max(chooseMovesNeeds.storageBindings, closeStepNeeds.storageBindings)) return undefined;
  return closeStepNeeds.workgroupBytes.find(({ nodes, bytes }) => room <= nodes && bytes <= workgroupBytes)?.nodes;
}

/** Whether `try_moves` may stand for the sums and what follows them. */
const triesWhole = ({ storageBindings }: ExecutorLimits, { bands }: Tables): boolean =>
  bands.length === 1 && storageBindings >= tryMovesNeeds.storageBindings;

/**
 * Room for a batch of contours of at most `nodes` nodes now. Growth beyond it is held until the next batch, which must
 * then have room for twice the nodes. A small image need not have room for the 1,024 that cost a GPU nothing.
 */
export const roomFor = (geometry: Uint32Array, nodes: number, held: boolean): number => {
  const powerOf2 = (least: number): number => 2 ** Math.ceil(Math.log2(least));
  const least = Math.min(1024, Math.max(64, powerOf2(geometry[G.height]!)));
  return Math.min(geometry[G.capacity]!, Math.max(least, powerOf2((held ? 2 : 1.25) * nodes)));
};
