/** The buffers of a run and the recording of one step: the same on every backend. */
import type { Executor, ExecutorLimits, Program, Space } from '../../compute/executor.js';
import { makeBuffers } from '../../compute/make-buffers.js';
import { type DeviceBuffer, Recording } from '../../compute/recording.js';
import { powerFrom } from '../../core/numbers/powers-of-two.js';
import { addVertices } from '../kernels/add_vertices.js';
import { chooseMoves, chooseMovesNeeds, SLOT_GROUPS } from '../kernels/choose_moves.js';
import { closeStage } from '../kernels/close_stage.js';
import { closeStep, closeStepNeeds } from '../kernels/close_step.js';
import { criterion } from '../kernels/criterion.js';
import { joinMoves } from '../kernels/join_moves.js';
import { legalMoves } from '../kernels/legal_moves.js';
import { rankMoves } from '../kernels/rank_moves.js';
import { segmentContributions } from '../kernels/segment_contributions.js';
import {
  blockCapacity,
  candidateCapacity,
  G,
  groupsFor,
  LANES,
  type StepCounts,
  stepSizes,
} from '../kernels/shared/layout.js';
import { sumContributions } from '../kernels/sum_contributions.js';
import { tryMoves, tryMovesNeeds } from '../kernels/try_moves.js';
import type { Tables } from '../tables/tables.js';

/** The buffers of a run, by name. */
export type StepBuffers = Readonly<Record<keyof ReturnType<typeof stepSizes>, DeviceBuffer>>;

/** Allocates the buffers of a run in addition to the tables; on failure all are freed. */
export const makeStepBuffers = async (space: Space, geometry: Uint32Array): Promise<StepBuffers> => {
  const of = (name: keyof StepCounts): number => geometry[G[name]]!;
  const [contours, capacity, moments] = [of('contours'), of('capacity'), of('moments')];
  const sizes = stepSizes({ contours, capacity, moments, crews: of('crews'), pins: of('pins') });
  return makeBuffers(space, 'snake.', sizes);
};

/** Total workgroups among which the segments are divided on a GPU: as many as one of the largest runs at once. */
const CREWS_OF_ALL = 4096;

/** Workgroups for the segments of each of `contours`; an image of few rows has no use for many. */
export const crewsFor = (contours: number, height: number): number =>
  Math.max(1, Math.floor(Math.min(CREWS_OF_ALL, 2 * height) / contours));

/**
 * The dispatches of a step, which produce the same words: two; three where edges are long; or ten or more single kernels, where a workgroup cannot hold
 * the contour or while the others are being compiled.
 */
export type StepForm = 'two' | 'three' | 'single';

/**
 * The fastest form whose kernels are compiled; if none's are, the single kernels, which are compiled first. Since any
 * dispatch costs more than most of these kernels take, fewer dispatches are faster.
 * @param room maximum vertices of a contour
 * @param short whether edges are short enough for a vertex's workgroup to sum their rows itself; always possible on the CPU
 */
export const stepForm = (
  device: Pick<Executor, 'backend' | 'limits' | 'isCompiled'>,
  tables: Pick<Tables, 'chunks'>,
  geometry: Uint32Array,
  room: number,
  short: boolean,
): StepForm => {
  const { backend, limits } = device;
  const whole = triesWhole(limits, tables);
  if (backend === 'cpu') return whole ? 'two' : 'three';
  const mostVertices = fusedVertices(limits, geometry, room);
  if (mostVertices === undefined) return 'single';
  const constants = { mostVertices, slotGroups: SLOT_GROUPS };
  const there = (program: Program): boolean => device.isCompiled?.(program) ?? true;
  if (!there({ kernel: closeStep, constants: { mostVertices } })) return 'single';
  const ready = {
    two: whole && there({ kernel: tryMoves, constants }),
    three: there({ kernel: segmentContributions }) && there({ kernel: chooseMoves, constants }),
  };
  const forms = short ? (['two', 'three'] as const) : (['three', 'two'] as const);
  return forms.find((form) => ready[form]) ?? 'single';
};

/** The programs that a device must compile for a recording. */
export const programsIn = ({ commands }: Recording): readonly Program[] =>
  commands.filter((command) => command.kind === 'dispatch');

/** What a recorded step works on. Of the executor, only its kind matters. */
export interface RecordingSpace {
  readonly executor: Pick<Executor, 'backend' | 'limits'>;
  readonly tables: Tables;
  readonly buffers: StepBuffers;
  readonly geometry: Uint32Array;
}

/**
 * One step of every contour, whose work depends on its phase. `room`: maximum vertices of a contour that the dispatches
 * must handle. There are enough workgroups for `room`, and most return at once: an indirect dispatch costs a GPU about 80 µs.
 */
export const recordStep = (
  { executor: { backend, limits }, tables, buffers, geometry }: RecordingSpace,
  room: number,
  form: StepForm,
): Recording => {
  const contours = geometry[G.contours]!;
  const candidates = Math.max(candidateCapacity(room), room + 1);
  const blocks = blockCapacity(geometry[G.crews]!, room);
  const onCpu = backend === 'cpu';
  const slotGroups = onCpu ? CPU_PARTS : SLOT_GROUPS;
  const tries = [Math.min(room + 1, slotGroups), 1, contours] as const;
  const each = [1, 1, contours] as const;
  const recording = new Recording();
  const mostVertices = onCpu ? room : (fusedVertices(limits, geometry, room) ?? room);
  const [{ samples, prefixes }] = tables.chunks;
  if (form === 'two') {
    return recording
      .dispatch(tryMoves, { ...buffers, samples, prefixes }, tries, { mostVertices, slotGroups })
      .dispatch(closeStep, buffers, each, { mostVertices });
  }
  for (const [i, { geometry, samples, prefixes }] of tables.chunks.entries()) {
    const bound = { ...buffers, samples, prefixes, geometry: i === 0 ? buffers.geometry : geometry };
    recording.dispatch(segmentContributions, bound, [...groupsFor(blocks), contours]);
  }
  if (form === 'three') {
    return recording
      .dispatch(chooseMoves, buffers, tries, { mostVertices, slotGroups })
      .dispatch(closeStep, buffers, each, { mostVertices });
  }
  const lanes = (items: number) => [Math.ceil(items / LANES), 1, contours] as const;
  return recording
    .dispatch(sumContributions, buffers, lanes(candidates))
    .dispatch(criterion, buffers, lanes(candidates))
    .dispatch(legalMoves, buffers, [room + 1, 1, contours])
    .dispatch(rankMoves, buffers, [room, 1, contours])
    .dispatch(joinMoves, buffers, each)
    .dispatch(criterion, buffers, lanes(room))
    .dispatch(closeStage, buffers, each)
    .dispatch(criterion, buffers, each)
    .dispatch(addVertices, buffers, each);
};

/** Workgroups among which a contour's slots are divided on the CPU, which may yield between them. */
const CPU_PARTS = 8;

/**
 * `mostVertices` of the fused kernels, where they are possible: the maximum for the device's workgroup memory, independent of
 * `room`, so that a device compiles each of these kernels once.
 */
const fusedVertices = (
  { storageBindings, workgroupBytes }: ExecutorLimits,
  geometry: Uint32Array,
  room: number,
): number | undefined => {
  if (geometry[G.moments]! > chooseMovesNeeds.moments) return undefined;
  if (storageBindings < Math.max(chooseMovesNeeds.storageBindings, closeStepNeeds.storageBindings)) return undefined;
  const most = closeStepNeeds.workgroupBytes.findLast(({ bytes }) => bytes <= workgroupBytes)?.vertices;
  return most !== undefined && room <= most ? most : undefined;
};

/** Whether `try_moves` may replace the sums and the kernels after them. */
const triesWhole = ({ storageBindings }: ExecutorLimits, { chunks }: Pick<Tables, 'chunks'>): boolean =>
  chunks.length === 1 && storageBindings >= tryMovesNeeds.storageBindings;

/**
 * Room for a batch of contours with at most `vertices` vertices now. Growth beyond it waits for the next batch, which must
 * then have room for twice the vertices. A small image need not have room for the 1,024 that cost a GPU nothing.
 */
export const roomFor = (geometry: Uint32Array, vertices: number, held: boolean): number => {
  const least = Math.min(1024, Math.max(64, powerFrom(geometry[G.height]!)));
  return Math.min(geometry[G.capacity]!, Math.max(least, powerFrom((held ? 2 : 1.25) * vertices)));
};
