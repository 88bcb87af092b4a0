/** The level set in three dimensions: a run on a volume, its front slice by slice, and its mask. */

import type { Geometry, Marks, Parameters } from '../../algorithm/algorithm.js';
import { checkParameters } from '../../algorithm/parameters.js';
import type { Executor } from '../../compute/executor.js';
import { SegmenterError, show, throwIfAborted } from '../../core/errors.js';
import { lazy } from '../../core/lazy.js';
import type { Rect } from '../../core/rect.js';
import type { Position } from '../../core/ring.js';
import type { Part } from '../../core/trace.js';
import { trace } from '../../core/trace.js';
import { yielding } from '../../core/yielding.js';
import type { Volume } from '../../image/formats/volume/grid.js';
import { countBits, countSet, packBits, unpackBits } from '../bits/bits.js';
import type { Field, Grid } from '../bits/grid.js';
import { Corrections, checkMet } from '../hints/corrections.js';
import { cellMarks, type MarkFrame } from '../hints/marks.js';
import { asItIs, drawParts, geometryOf, statisticsOf, withoutSmall } from '../outcome.js';
import type { LevelSetProblem } from '../problem.js';
import { checkField, type Decode, speedOf } from '../problem.js';
import { largestOf, metadataOf, shownCriterion } from '../report.js';
import { type LevelSetParameters, readParameters, schema } from '../schema.js';
import { type Colours, coloursIn } from '../speed/colours.js';
import { enterable, type HeldBox, heldBy, inNats } from '../speed/held.js';
import { momentsOf } from '../speed/moments.js';
import { DECIDED } from '../speed/speed.js';
import type { CellPoint } from '../start.js';
import { checkStart, fillBall, fillBox, fillLattice, fillRings } from '../start.js';
import { evolve } from '../steps/optimiser.js';
import type { ScheduleProgress } from '../steps/schedule.js';
import type { Snapshot } from '../steps/snapshot.js';
import { correlationBy, isOpen, supposesIndependent, weighedAs } from '../weighing.js';
import { type Block, bandsOf, cropped, shifted, uncropped } from './volume-part.js';

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
      readonly rings: readonly (readonly Position[])[];
      readonly first: number;
      readonly last: number;
    }
  /** A lattice of balls through all of it. */
  | { readonly kind: 'lattice' };

/** A state of a run. The front of a slice is traced when asked for, while the run stands at this state. */
export interface VolumeState extends ScheduleProgress {
  slice(z: number): Part[];
  /** Lower is better; in nats where the speed is statistical. */
  readonly criterion: number;
}

/** The contour of one slice, in pixels of it: traced when it is first read, where no small parts had to be found before. */
export interface SliceContour {
  readonly slice: number;
  readonly geometry: Geometry;
}

const outlined = (slice: number, make: () => Geometry): SliceContour => {
  const made = lazy(make);
  return {
    slice,
    get geometry() {
      return made();
    },
  };
};

/** The end of a run on a volume: its mask, and a contour for each slice. */
export interface VolumeOutcome {
  /** One byte a voxel, 1 inside: what the contours hold. Made when it is asked for. */
  readonly mask: Uint8Array;
  /** The contour of every slice that has one. */
  readonly contours: readonly SliceContour[];
  /** Pixels of the largest part of a slice, before small ones were left out; 0 where none were. */
  readonly largest: number;
  /** In values of the file. */
  readonly measurements: Readonly<Record<string, number>>;
  readonly metadata: Readonly<Record<string, string>>;
  readonly progress: ScheduleProgress;
}

/** A run on a volume: start, domain and parameters, in voxels. */
export interface VolumeRequest {
  readonly seed: Seed;
  /** Whole voxels, on every slice where it names none: all else is neither inside nor background. The whole when not given. */
  readonly domain?: Rect & Partial<Block>;
  /** A person's marks, in voxels; those that name no slice lie on `slice`. */
  readonly marks?: Marks;
  readonly slice?: number;
  /** The slices of a box are a guess: the front is not kept near them. */
  readonly anySlice?: boolean;
  /** The open image, as a device's cache knows it: the volume's samples stay there for the next run. */
  readonly owner?: object;
  /** Parameters as for an image; `radius`, `slices` and `objects` have no meaning here. */
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
  const { width, height, depth } = volume;
  const domain: Block = { x: 0, y: 0, width, height, first: 0, depth, ...request.domain };
  const { read, field, mask: start, decode, values } = fieldIn(volume, request, domain);
  const { minimumArea } = read;
  const { grid } = field;
  const held = heldIn(request, domain, volume);
  let independent = isOpen(read) && (await supposesIndependent(field));
  let correlation: number | undefined;
  let last: Snapshot | undefined;
  const marks = cellMarks(request.marks, grid, marksFrame(request, domain));
  let corrections: Corrections | undefined;
  let colours: Colours | undefined;
  const { owner } = request;
  const newProblem = async (): Promise<LevelSetProblem> => ({
    ...(await problemOf(read, field, start, decode, held, independent)),
    ...(owner ? { keep: { owner, field } } : {}),
  });
  let problem = await newProblem();
  const byColours = (): void => {
    colours = coloursIn(read, field, held, independent);
    if (colours) problem = { ...problem, ...colours.next(colours.body) };
  };
  byColours();
  for (;;) {
    last = undefined;
    let stopped = false;
    for await (const state of evolve(executor, problem, signal)) {
      last = state;
      const { outer, steps, settled, changed, inside } = state;
      const progress: ScheduleProgress = { outer, steps, stopped: state.stopped, settled, changed, inside };
      const slice = (z: number): Part[] => {
        const at = z - domain.first;
        return at < 0 || at >= grid.depth ? [] : shifted(trace(state.slice(at), grid.width, grid.height), domain);
      };
      const word = yield { ...progress, slice, criterion: shownCriterion(state, problem) };
      stopped = word === 'finish';
      if (stopped) break;
    }
    if (last === undefined || stopped) break;
    // A byte a voxel takes as long as the outlines of all slices: it is made where the run may go on from it.
    const open = isOpen(read) && correlation === undefined;
    const counted = corrections === undefined && colours?.counted === 1;
    if (!open && !counted && marks.length === 0) break;
    const found = unpackBits(grid, last.bits);
    if (open) {
      const seen = await correlationBy(field, found);
      correlation = seen.correlation;
      if (seen.independent !== independent) {
        independent = seen.independent;
        problem = await newProblem();
        byColours();
        continue;
      }
    }
    if (counted && colours && countSet(found) > 0) {
      problem = { ...problem, ...colours.next(found) };
      continue;
    }
    if (marks.length === 0) break;
    const { speed } = weighedAs(independent, read);
    const weighed = colours ? 'alone' : inNats(speed) ? 'in nats' : 'not';
    const within = await enterable(field, held, read.confine);
    corrections ??= new Corrections(field, marks, within, weighed, colours?.told, request.marks?.order !== undefined);
    const corrected = corrections.next(corrections.held(found));
    if (corrected === undefined) break;
    problem = { ...problem, ...corrected };
  }
  if (last === undefined) throw new SegmenterError('internal', { reason: 'the level set gave no state' });
  const { outer, steps, stopped, settled, changed, inside } = last;
  const progress: ScheduleProgress = { outer, steps, stopped, settled, changed, inside };
  // A byte a voxel only where somebody asks for it, where marks are held, or where small parts are taken out.
  let known = corrections?.held(unpackBits(grid, last.bits));
  const bits = known ? packBits(grid, known) : last.bits;
  const words = bits.length / grid.depth;
  const maskOf = (): Uint8Array => {
    known ??= unpackBits(grid, bits);
    return known;
  };
  const sliceOf = (z: number): Uint32Array => bits.subarray(z * words, (z + 1) * words);
  const traced = (z: number): Part[] => trace(sliceOf(z), grid.width, grid.height);
  const contours: SliceContour[] = [];
  let largest = 0;
  for await (const [z] of yielding(grid.depth, signal, 1)) {
    const slice = z + domain.first;
    // Without small parts to leave out, a slice has a contour where it has a cell.
    if (minimumArea === 0) {
      if (sliceOf(z).some((word) => word !== 0))
        contours.push(outlined(slice, () => geometryOf(asItIs, shifted(traced(z), domain))));
      continue;
    }
    const all = traced(z);
    largest = Math.max(largest, largestOf(all));
    const parts = withoutSmall(all, minimumArea);
    drawParts(grid, parts, z, maskOf());
    if (parts.length > 0) contours.push({ slice, geometry: geometryOf(asItIs, shifted(parts, domain)) });
  }
  if (corrections) checkMet(maskOf(), marks);
  let whole: Uint8Array | undefined;
  const moments = minimumArea > 0 || corrections || problem.speed === DECIDED ? undefined : last.moments;
  const voxels = known === undefined ? countBits(bits) : countSet(known);
  const [dx, dy, dz] = volume.spacing ?? [Number.NaN, Number.NaN, Number.NaN];
  const measurements: Record<string, number> = {
    ...(moments
      ? statisticsOf(problem.field, moments, values)
      : statisticsOf(field, momentsOf(field, maskOf()), values)),
    Voxels: voxels,
  };
  if (volume.spacing) measurements['Volume mm^3'] = voxels * dx * dy * dz;
  measurements.Criterion = shownCriterion(last, problem);
  measurements.Iterations = last.steps;
  const { 'range used': range, ...ended } = metadataOf(last, problem);
  const metadata: Record<string, string> =
    problem.speed === DECIDED
      ? { ...ended, speed: 'colours' }
      : { ...ended, ...(range === undefined ? {} : { 'range used': range }), speed: problem.speed.kind };
  if (correlation !== undefined) metadata.sampleCorrelation = correlation.toFixed(3);
  return {
    get mask() {
      whole ??= uncropped(maskOf(), volume, domain);
      return whole;
    },
    contours,
    largest,
    measurements,
    metadata,
    progress,
  };
}

interface FieldIn {
  readonly read: LevelSetParameters;
  readonly field: Field;
  readonly mask: Uint8Array;
  readonly decode: Decode;
  readonly values: Volume['values'];
}

const fieldIn = (whole: Volume, { seed, parameters = {} }: VolumeRequest, domain: Block): FieldIn => {
  const { width, height, depth } = domain;
  const grid: Grid = { width, height, depth };
  const read = readParameters(checkParameters(parameters, schema), whole.depth > 1 ? 3 : 2);
  const { planes, missing, values, name } = cropped(bandsOf(whole, read.channel), domain);
  const field: Field = checkField({ grid, planes, missing }, name);
  const mask = checkStart(seedMask(grid, seed, domain), field.missing, seed);
  const decode = (code: number, band: number): number => {
    const { scale, offset } = values[band]!;
    return code * scale + offset;
  };
  return { read, field, mask, decode, values };
};

/** Evidence that a box gives of the volume, on the domain's grid. */
const heldIn = (
  { seed, anySlice }: VolumeRequest,
  { x, y, first }: Block,
  { width, height }: Volume,
): HeldBox | undefined => {
  if (seed.kind !== 'box') return undefined;
  const { from, to } = seed;
  const border = { left: from[0] <= 0, top: from[1] <= 0, right: to[0] >= width, bottom: to[1] >= height };
  const box = { x0: from[0] - x, y0: from[1] - y, x1: to[0] - x, y1: to[1] - y };
  return anySlice ? { box, border } : { box, border, slices: [from[2] - first, to[2] - first] };
};

/** The place of the domain, by which marks are told. */
const marksFrame = ({ slice = 0 }: VolumeRequest, { x, y, first }: Block): MarkFrame => ({
  x,
  y,
  scaleX: 1,
  scaleY: 1,
  first,
  slice,
});

const problemOf = async (
  read: LevelSetParameters,
  field: Field,
  mask: Uint8Array,
  decode: Decode,
  held: HeldBox | undefined,
  independent: boolean,
): Promise<LevelSetProblem> => {
  const weighed = weighedAs(independent, read);
  const speed = speedOf({ speed: weighed.speed, range: read.range }, field, mask, decode);
  const { schedule, form, confine } = read;
  return { field: held ? await heldBy(field, held, weighed, confine) : field, mask, speed, schedule, form };
};

/** The first region, which is given in voxels of the volume, on the grid of a block of it. */
const seedMask = (grid: Grid, seed: Seed, { x, y, first }: Block): Uint8Array => {
  const refuse = (reason: string): never => {
    throw new SegmenterError('bad-init', { init: show(seed), reason });
  };
  const finite = (values: readonly number[]): boolean => values.every(Number.isFinite);
  const here = (point: readonly [number, number, number]): CellPoint => [point[0] - x, point[1] - y, point[2] - first];
  switch (seed.kind) {
    case 'sphere':
      if (!finite([...seed.centre, seed.radius]) || seed.radius <= 0) refuse('it needs a centre and a radius above 0');
      return fillBall(grid, here(seed.centre), seed.radius);
    case 'box':
      if (!finite([...seed.from, ...seed.to])) refuse('its corners must be finite numbers');
      return fillBox(grid, here(seed.from), here(seed.to));
    case 'contour': {
      if (!seed.rings.every((ring) => ring.length >= 3 && ring.every((p) => p.length >= 2 && finite(p)))) {
        refuse('each ring needs 3 finite positions or more');
      }
      if (!Number.isInteger(seed.first) || !Number.isInteger(seed.last)) refuse('its slices must be whole numbers');
      const mask = new Uint8Array(grid.width * grid.height * grid.depth);
      const rings = seed.rings.map((ring) => ring.map(([px, py]): Position => [px - x, py - y]));
      for (let z = Math.max(0, seed.first - first); z <= Math.min(grid.depth - 1, seed.last - first); z++) {
        fillRings(grid, rings, z, mask);
      }
      return mask;
    }
    case 'lattice':
      return fillLattice(grid);
  }
};
