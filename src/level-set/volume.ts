/** The level set in three dimensions: a run on a volume, its front slice by slice, and its mask. */
import type { Volume } from '../image/volume.js';
import type { Geometry, Parameters } from '../worker/algorithm.js';
import { checkParameters } from '../worker/checks.js';
import { SegmenterError, show, throwIfAborted } from '../worker/errors.js';
import type { Executor } from '../worker/executor.js';
import type { Bits } from './bits.js';
import { rowWords, unpackBits } from './bits.js';
import type { Field, Grid } from './grid.js';
import type { Snapshot } from './optimiser.js';
import { evolve } from './optimiser.js';
import { geometryOf, statisticsOf, withoutSmall } from './outcome.js';
import type { Problem } from './problem.js';
import { checkField, speedOf } from './problem.js';
import type { Progress } from './schedule.js';
import { readParameters, schema } from './schema.js';
import type { Point } from './start.js';
import { checkStart, fillBall, fillBox, fillRings } from './start.js';
import type { Part } from './trace.js';
import { trace } from './trace.js';

/** A start in voxels, corner origin: voxel i covers [i, i + 1]. */
export type Seed =
  | { readonly kind: 'sphere'; readonly centre: readonly [number, number, number]; readonly radius: number }
  | {
      readonly kind: 'box';
      readonly from: readonly [number, number, number];
      readonly to: readonly [number, number, number];
    }
  /** The rings of a contour, holes after their outer ring, on the slices [first, last]. */
  | {
      readonly kind: 'contour';
      readonly rings: readonly (readonly Point[])[];
      readonly first: number;
      readonly last: number;
    };

/** A state of a run. The front of a slice is traced when asked for, while the run stands at this state. */
export interface VolumeState extends Progress {
  slice(z: number): Part[];
}

export interface VolumeOutcome {
  /** One byte a voxel, 1 inside. */
  readonly mask: Uint8Array;
  /** Of every slice that has any: its contour in pixels of the slice. */
  readonly contours: readonly { readonly slice: number; readonly geometry: Geometry }[];
  readonly measurements: Readonly<Record<string, number>>;
  readonly progress: Progress;
}

export interface VolumeRequest {
  readonly seed: Seed;
  /** As for an image; `radius`, `objects` and `channel` have no meaning here. */
  readonly parameters?: Parameters;
}

/**
 * Yields the state after each outer iteration or so, and returns the outcome, as it then stands when it is answered `finish`.
 * Rejects with `bad-init`, `bad-parameter`, `image-too-large`, `out-of-memory`, `device-lost` or `AbortError`.
 */
export async function* segmentVolume(
  executor: Executor,
  volume: Volume,
  request: VolumeRequest,
  signal?: AbortSignal,
): AsyncGenerator<VolumeState, VolumeOutcome, 'go' | 'finish' | undefined> {
  throwIfAborted(signal);
  const { problem, minimumArea } = problemOf(volume, request);
  const { grid } = problem.field;
  let last: Snapshot | undefined;
  for await (const state of evolve(executor, problem, signal)) {
    last = state;
    const { bits, moments: _moments, ...progress } = state;
    const word = yield { ...progress, slice: (z) => traceSlice(grid, bits, z) };
    if (word === 'finish') break;
  }
  if (last === undefined) throw new SegmenterError('internal', { reason: 'the level set gave no state' });
  const { bits, moments: _moments, ...progress } = last;
  const mask = unpackBits(grid, bits);
  const contours: { slice: number; geometry: Geometry }[] = [];
  for (let z = 0; z < grid.depth; z++) {
    const parts = withoutSmall(traceSlice(grid, bits, z), minimumArea);
    const frame = { x: 0, y: 0, scaleX: 1, scaleY: 1 };
    if (parts.length > 0) contours.push({ slice: z, geometry: geometryOf(frame, parts) });
  }
  const voxels = mask.reduce((sum, m) => sum + m, 0);
  const [dx, dy, dz] = volume.spacing ?? [Number.NaN, Number.NaN, Number.NaN];
  const measurements: Record<string, number> = { ...statisticsOf(problem.field, mask), Voxels: voxels };
  if (volume.spacing) measurements['Volume mm^3'] = voxels * dx * dy * dz;
  return { mask, contours, measurements, progress };
}

/** The parts of one slice of a mask. */
export const traceSlice = ({ width, height }: Grid, bits: Bits, z: number): Part[] => {
  const words = rowWords({ width, height, depth: 1 }) * height;
  return trace(bits.subarray(z * words, (z + 1) * words), width, height);
};

const problemOf = (
  volume: Volume,
  { seed, parameters = {} }: VolumeRequest,
): { readonly problem: Problem; readonly minimumArea: number } => {
  const { width, height, depth } = volume;
  const grid: Grid = { width, height, depth };
  const read = readParameters(checkParameters(parameters, schema), depth > 1 ? 3 : 2);
  const field: Field = checkField({ grid, planes: volume.planes, missing: volume.missing }, volume.name);
  const mask = checkStart(seedMask(grid, seed), field.missing, seed);
  const decode = (code: number, band: number): number => {
    const { scale, offset } = volume.values[band]!;
    return code * scale + offset;
  };
  const speed = speedOf(read, field, mask, decode);
  return { problem: { field, mask, speed, schedule: read.schedule, form: read.form }, minimumArea: read.minimumArea };
};

const seedMask = (grid: Grid, seed: Seed): Uint8Array => {
  const refuse = (reason: string): never => {
    throw new SegmenterError('bad-init', { init: show(seed), reason });
  };
  const finite = (values: readonly number[]): boolean => values.every(Number.isFinite);
  switch (seed.kind) {
    case 'sphere':
      if (!finite([...seed.centre, seed.radius]) || seed.radius <= 0) refuse('it needs a centre and a radius above 0');
      return fillBall(grid, seed.centre, seed.radius);
    case 'box':
      if (!finite([...seed.from, ...seed.to])) refuse('its corners must be finite numbers');
      return fillBox(grid, seed.from, seed.to);
    case 'contour': {
      if (!seed.rings.every((ring) => ring.length >= 3 && ring.every((p) => p.length >= 2 && finite(p)))) {
        refuse('each ring needs 3 finite positions or more');
      }
      if (!Number.isInteger(seed.first) || !Number.isInteger(seed.last)) refuse('its slices must be whole numbers');
      const mask = new Uint8Array(grid.width * grid.height * grid.depth);
      for (let z = Math.max(0, seed.first); z <= Math.min(grid.depth - 1, seed.last); z++) {
        fillRings(grid, seed.rings, z, mask);
      }
      return mask;
    }
  }
};
