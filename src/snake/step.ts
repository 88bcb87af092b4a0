/** The buffers of a run and the recording of one step: the same on every backend. */
import type { Executor, ExecutorLimits } from '../worker/executor.js';
import { type DeviceBuffer, type Groups as RecordedGroups, Recording } from '../worker/recording.js';
import { addNodes } from './add_nodes.js';
import { closeStep, closeStepNeeds } from './close_step.js';
import { criterion } from './criterion.js';
import { evaluateCandidates } from './evaluate_candidates.js';
import { candidateCapacity, directions, energyWords, G, Groups, lanes, stateWords, totalsWords } from './layout.js';
import { legalMoves } from './legal_moves.js';
import { moveNodes } from './move_nodes.js';
import { pruneNodes } from './prune_nodes.js';
import { rankMoves } from './rank_moves.js';
import { schedule } from './schedule.js';
import { segmentContributions } from './segment_contributions.js';
import { startSnake } from './start_snake.js';
import { sumContributions } from './sum_contributions.js';
import type { Tables } from './tables.js';

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
    block_sums: sums * geometry[G.blocks]!,
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

/** Most bytes that the block sums of a run may take. */
const blockBytes = 2 ** 25;
/** Rows of a block, about: one for each lane of its workgroup, or two. */
const blockRows = 48;

/** Most blocks that a segment is split into on a GPU. */
export function mostBlocks(geometry: Uint32Array): number {
  const segments = 2 * geometry[G.contours]! * candidateCapacity(geometry[G.capacity]!);
  const bytes = 8 * geometry[G.moments]! * segments;
  return Math.min(16, Math.max(1, 2 ** Math.floor(Math.log2(blockBytes / bytes))));
}

/** Most workgroups of the segments' sums, about: beyond, those of nodes that are not there cost more than splitting saves. */
const blockGroups = 2 ** 14;

/** Blocks for segments of `rows` rows on average, a power of 2, where there is room for `room` nodes. */
export const blocksFor = (rows: number, room: number, most: number): number => {
  const groups = directions * room;
  const wanted = Math.min(Math.max(1, rows) / blockRows, blockGroups / groups);
  return Math.min(most, Math.max(1, 2 ** Math.round(Math.log2(wanted))));
};

/**
 * One step of every contour: what each does depends on its phase. `room`: most nodes of a contour that the dispatches
 * must take. On the CPU the workgroups are those that the step needs, read from a buffer; on WebGPU, where an indirect
 * dispatch costs some 80 µs, they are as many as `room` asks for and most leave at once; and since any dispatch costs
 * more than most of these kernels take, what can share one does.
 */
export function recordStep(
  { backend, limits }: Pick<Executor, 'backend' | 'limits'>,
  tables: Tables,
  buffers: StepBuffers,
  geometry: Uint32Array,
  room: number,
): Recording {
  const contours = geometry[G.contours]!;
  const candidates = Math.max(candidateCapacity(room), room + 1);
  const most = {
    segments: [Math.ceil(candidates / directions), 2 * directions * geometry[G.blocks]!, contours],
    candidates: [Math.ceil(candidates / lanes), 1, contours],
    slots: [room, 1, contours],
    lanes: [Math.ceil(room / lanes), 1, contours],
  } as const;
  const groups = (name: keyof typeof most): RecordedGroups =>
    backend === 'cpu' ? { indirect: buffers.groups, offset: Groups[name], most: most[name] } : most[name];
  const each = [1, 1, contours] as const;
  const recording = new Recording();
  for (const [i, { geometry, samples, prefixes }] of tables.bands.entries()) {
    const bound = { ...buffers, samples, prefixes, geometry: i === 0 ? buffers.geometry : geometry };
    recording.dispatch(segmentContributions, bound, groups('segments'));
  }
  if (backend === 'webgpu' && canCloseStep(limits, room)) {
    return recording
      .dispatch(evaluateCandidates, buffers, groups('candidates'))
      .dispatch(legalMoves, buffers, groups('slots'))
      .dispatch(closeStep, buffers, each);
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

const canCloseStep = ({ storageBindings, workgroupBytes }: ExecutorLimits, room: number): boolean =>
  room <= closeStepNeeds.nodes &&
  storageBindings >= closeStepNeeds.storageBindings &&
  workgroupBytes >= closeStepNeeds.workgroupBytes;

/**
 * Room for a batch of contours of at most `nodes` nodes now. Growth beyond it is held until the next batch, which must
 * then have room for twice the nodes.
 */
export const roomFor = (geometry: Uint32Array, nodes: number, held: boolean): number =>
  Math.min(geometry[G.capacity]!, Math.max(256, 2 ** Math.ceil(Math.log2((held ? 2 : 1.25) * nodes))));
