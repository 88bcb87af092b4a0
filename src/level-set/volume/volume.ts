/** The level set in three dimensions: a run on a volume, its front slice by slice, and its mask. */

import type { Geometry, Marks, Parameters } from '../../algorithm/algorithm.js';
import { checkParameters } from '../../algorithm/parameters.js';
import type { Executor } from '../../compute/executor.js';
import { SegmenterError, throwIfAborted } from '../../core/errors.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { Part } from '../../core/geometry/trace.js';
import { trace } from '../../core/geometry/trace.js';
import { lazy } from '../../core/lazy.js';
import { yielding } from '../../core/yielding.js';
import type { Volume } from '../../image/formats/volume/grid.js';
import { type Bits, countBits, countSet, packBits, unpackBits } from '../bits/bits.js';
import type { Field, Grid } from '../bits/grid.js';
import { checkKept, checkReached, noMarks, withCertain } from '../hints/corrections.js';
import { Course, type Front, lasting, throughMarks, type Watched } from '../hints/course.js';
import type { Courses } from '../hints/courses.js';
import { Ground } from '../hints/ground.js';
import { type CellMark, cellMarks, type MarkFrame } from '../hints/marks.js';
import { asItIs, drawParts, geometryOf, statisticsOf, withoutSmall } from '../outcome.js';
import type { LevelSetProblem } from '../problem.js';
import { checkField, type Decode, speedOf } from '../problem.js';
import { largestOf, metadataOf, shownCriterion } from '../report.js';
import { type LevelSetParameters, readParameters, schema } from '../schema.js';
import { type Colours, coloursIn } from '../speed/colours.js';
import { enterable, type HeldBox, heldBy } from '../speed/held.js';
import { momentsOf } from '../speed/moments.js';
import { DECIDED, inNats } from '../speed/speed.js';
import { checkStart } from '../start.js';
import { evolve } from '../steps/optimiser.js';
import { progressOf, type ScheduleProgress } from '../steps/schedule.js';
import type { Snapshot } from '../steps/snapshot.js';
import { correlationBy, isOpen, supposesIndependent, weighedAs } from '../weighing.js';
import { type Seed, seedMask } from './seed.js';
import { type Block, bandsOf, cropped, shifted, uncropped } from './volume-part.js';

/** A state of a run. The front of a slice is traced on demand, as long as the run is at this state. */
export interface VolumeState extends ScheduleProgress {
  slice(z: number): Part[];
  /** The present result of `slice`, traced on the first call of the returned function, which may come at any time. */
  sliceNow(z: number): () => Part[];
  /** Lower is better; in nats where the speed is statistical. */
  readonly criterion: number;
}

/** The contour of one slice, in pixels of the slice; traced when first read, unless small parts had to be removed before. */
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
  /** One byte a voxel, 1 inside the contours. Made on demand. */
  readonly mask: Uint8Array;
  /** The contour of every slice that has one. */
  readonly contours: readonly SliceContour[];
  /** Pixels of the largest part of a slice before small parts were removed; 0 where there was none. */
  readonly largest: number;
  /** In values of the file. */
  readonly measurements: Readonly<Record<string, number>>;
  readonly metadata: Readonly<Record<string, string>>;
  readonly progress: ScheduleProgress;
}

/** A run on a volume: start, domain and parameters, in voxels. */
export interface VolumeRequest {
  readonly seed: Seed;
  /** Whole voxels, on every slice unless it names slices; other voxels are neither inside nor background. The whole volume when not given. */
  readonly domain?: Rect & Partial<Block>;
  /** The user's marks, in voxels; those that name no slice lie on `slice`. */
  readonly marks?: Marks;
  readonly slice?: number;
  /** The slices of a box are a guess: the front is not confined to them. */
  readonly anySlice?: boolean;
  /** The open image, as the key of a device's cache, which keeps the volume's samples for the next run. */
  readonly owner?: object;
  /** Earlier runs on this volume, from which a run with more marks continues. */
  readonly kept?: Courses<Began>;
  /** Parameters as for an image; `radius`, `slices` and `objects` have no meaning here. */
  readonly parameters?: Parameters;
}

/** The initial state of a run on a volume. */
export interface Began {
  readonly values: Volume['values'];
  readonly correlation: number | undefined;
}

/** A run before it starts: the volume, the request, and the block to which the run is confined. */
interface Asked {
  readonly executor: Executor;
  readonly volume: Volume;
  readonly request: VolumeRequest;
  readonly domain: Block;
  readonly signal: AbortSignal | undefined;
}

type Steps<Result> = AsyncGenerator<VolumeState, Result, 'go' | 'finish' | undefined>;

/**
 * Yields the state about once per outer iteration, and returns the outcome; the present one if the caller answers `finish`.
 * Rejects with `bad-init`, `bad-parameter`, `image-too-large`, `out-of-memory`, `device-lost` or `AbortError`.
 */
export async function* segmentVolume(
  executor: Executor,
  volume: Volume,
  request: VolumeRequest,
  signal?: AbortSignal,
): Steps<VolumeOutcome> {
  throwIfAborted(signal);
  const { width, height, depth } = volume;
  const domain: Block = { x: 0, y: 0, width, height, first: 0, depth, ...request.domain };
  const asked: Asked = { executor, volume, request, domain, signal };
  const { seed, parameters, anySlice, kept } = request;
  const marks = cellMarks(request.marks, domain, marksFrame(request, domain));
  const key = [seed, domain, parameters, anySlice];
  const known = kept?.take(key);
  const { course, stopped } = known ? { course: known, stopped: false } : yield* begin(asked);
  try {
    if (stopped || marks.length === 0) return await outcomeOf(asked, course, course.first, []);
    const ordered = request.marks?.order !== undefined;
    const front = yield* throughMarks(course, marks, ordered, (problem) => watch(asked, problem));
    return await outcomeOf(asked, course, front, marks);
  } finally {
    if (!stopped) kept?.give(key, course, course.ground.field.planes[0] === volume.planes[0]);
  }
}

/** Evolves the start without the marks. */
async function* begin(asked: Asked): Steps<{ readonly course: Course<Began>; readonly stopped: boolean }> {
  const { volume, request, domain } = asked;
  const begun = fieldIn(volume, request, domain);
  const { read, field, values } = begun;
  const { grid } = field;
  const box = heldIn(request, domain, volume);
  const open = isOpen(read, box !== undefined);
  let independent = open && (await supposesIndependent(field));
  let correlation: number | undefined;
  let colours: Colours | undefined;
  const { owner } = request;
  const newProblem = async (): Promise<LevelSetProblem> => {
    const problem = {
      ...(await problemOf(begun, box, independent)),
      ...(owner ? { keep: { owner, field } } : {}),
    };
    colours = coloursIn(read, field, box, independent);
    return colours ? { ...problem, ...colours.next(colours.body) } : problem;
  };
  let problem = await newProblem();
  for (;;) {
    const { final, stopped } = yield* watch(asked, problem);
    // A mask of one byte a voxel takes as long as the outlines of all slices, so it is made only where the run may continue from it.
    const counted = colours?.counted === 1;
    const undecided = open && correlation === undefined;
    if (!stopped && (undecided || counted)) {
      const found = unpackBits(grid, final.bits);
      if (undecided) {
        const seen = await correlationBy(field, found);
        correlation = seen.correlation;
        if (seen.independent !== independent) {
          independent = seen.independent;
          problem = await newProblem();
          continue;
        }
      }
      if (counted && colours && countSet(found) > 0) {
        problem = { ...problem, ...colours.next(found) };
        continue;
      }
    }
    const { speed } = weighedAs(independent, read);
    const weighed = colours ? 'alone' : inNats(speed) ? 'in nats' : 'not';
    const entered = () => enterable(field, box, read.confine);
    const ground = new Ground(field, entered, weighed, colours?.told, colours?.scene);
    const { mask: _, ...posed } = problem;
    const first = { problem: posed, final: lasting(final, grid.depth), stage: noMarks(colours?.decided) };
    return { course: new Course({ values, correlation }, ground, first), stopped };
  }
}

const NOTHING: Bits = new Uint32Array(0);

/** Shows the states of one evolution; the last one is the result. */
async function* watch({ executor, domain, signal }: Asked, problem: LevelSetProblem): Steps<Watched> {
  const { width, height, depth } = problem.field.grid;
  let last: Snapshot | undefined;
  let stopped = false;
  for await (const state of evolve(executor, problem, signal)) {
    last = state;
    const bitsOf = (z: number): Bits => {
      const at = z - domain.first;
      return at < 0 || at >= depth ? NOTHING : state.slice(at);
    };
    const traced = (bits: Bits): Part[] => (bits.length === 0 ? [] : shifted(trace(bits, width, height), domain));
    const slice = (z: number): Part[] => traced(bitsOf(z));
    const sliceNow = (z: number): (() => Part[]) => {
      const bits = bitsOf(z).slice();
      return lazy(() => traced(bits));
    };
    const word = yield { ...progressOf(state), slice, sliceNow, criterion: shownCriterion(state, problem) };
    stopped = word === 'finish';
    if (stopped) break;
  }
  if (last === undefined) throw new SegmenterError('internal', { reason: 'the level set gave no state' });
  return { final: last, stopped };
}

/** The contours of a front that includes the certain cells; `marks` are those of the run. */
const outcomeOf = async (
  { volume, request, domain, signal }: Asked,
  { began, ground: { field } }: Course<Began>,
  front: Front,
  marks: readonly CellMark[],
): Promise<VolumeOutcome> => {
  const { problem, final, stage } = front;
  const { minimumArea } = readParameters(checkParameters(request.parameters ?? {}, schema), volume.depth > 1 ? 3 : 2);
  const found = new FoundMask(field.grid, final.bits, marks.length > 0 ? stage : undefined);
  if (marks.length > 0) checkReached(found.mask, marks);
  const { contours, largest } = await sliceContours(found, minimumArea, domain, signal);
  if (marks.length > 0) checkKept(found.mask, marks);
  // The sums of the run are those of the front itself.
  const isFront = minimumArea === 0 && marks.length === 0 && problem.speed !== DECIDED;
  const ofRun = isFront ? final.moments : undefined;
  const { values } = began;
  const statistics = ofRun
    ? statisticsOf(problem.field, ofRun, values)
    : statisticsOf(field, momentsOf(field, found.mask), values);
  const voxels = found.count;
  const [dx, dy, dz] = volume.spacing ?? [Number.NaN, Number.NaN, Number.NaN];
  const whole = lazy(() => uncropped(found.mask, volume, domain));
  return {
    get mask() {
      return whole();
    },
    contours,
    largest,
    measurements: {
      ...statistics,
      Voxels: voxels,
      ...(volume.spacing && { 'Volume mm^3': voxels * dx * dy * dz }),
      Criterion: shownCriterion(final, problem),
      Iterations: final.steps,
    },
    metadata: metadataIn(front, began),
    progress: progressOf(final),
  };
};

/** The voxels inside a front: one bit a voxel, and one byte a voxel only once that is asked for. */
class FoundMask {
  readonly #bits: Bits;
  #mask: Uint8Array | undefined;

  /** @param stage whose certain cells are put on their sides */
  constructor(
    readonly grid: Grid,
    bits: Bits,
    stage: Front['stage'] | undefined,
  ) {
    this.#mask = stage && withCertain(unpackBits(grid, bits), stage);
    this.#bits = this.#mask ? packBits(grid, this.#mask) : bits;
  }

  /** One byte a voxel. What is changed in it is changed for all later callers, and in `count`, not in `slice`. */
  get mask(): Uint8Array {
    this.#mask ??= unpackBits(this.grid, this.#bits);
    return this.#mask;
  }

  get count(): number {
    return this.#mask === undefined ? countBits(this.#bits) : countSet(this.#mask);
  }

  slice(z: number): Bits {
    const words = this.#bits.length / this.grid.depth;
    return this.#bits.subarray(z * words, (z + 1) * words);
  }
}

/** The contour of each slice that has one. Parts of fewer than `minimumArea` pixels are removed, from the mask too. */
const sliceContours = async (
  found: FoundMask,
  minimumArea: number,
  domain: Block,
  signal: AbortSignal | undefined,
): Promise<Pick<VolumeOutcome, 'contours' | 'largest'>> => {
  const { grid } = found;
  const traced = (z: number): Part[] => trace(found.slice(z), grid.width, grid.height);
  const contours: SliceContour[] = [];
  let largest = 0;
  for await (const [z] of yielding(grid.depth, signal, 1)) {
    const slice = z + domain.first;
    // Without small parts to leave out, a slice has a contour where it has a cell.
    if (minimumArea === 0) {
      if (found.slice(z).some((word) => word !== 0))
        contours.push(outlined(slice, () => geometryOf(asItIs, shifted(traced(z), domain))));
      continue;
    }
    const all = traced(z);
    largest = Math.max(largest, largestOf(all));
    const parts = withoutSmall(all, minimumArea);
    drawParts(grid, parts, z, found.mask);
    if (parts.length > 0) contours.push({ slice, geometry: geometryOf(asItIs, shifted(parts, domain)) });
  }
  return { contours, largest };
};

const metadataIn = ({ problem, final }: Front, { correlation }: Began): Record<string, string> => {
  const { 'range used': range, ...ended } = metadataOf(final, problem);
  return {
    ...ended,
    // Where colours decide, no range is used.
    ...(problem.speed === DECIDED || range === undefined ? {} : { 'range used': range }),
    speed: problem.speed === DECIDED ? 'colours' : problem.speed.kind,
    ...(correlation === undefined ? {} : { sampleCorrelation: correlation.toFixed(3) }),
  };
};

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

/** The evidence of a box in the volume, on the domain's grid. */
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

/** The position of the domain, which converts marks to cells. */
const marksFrame = ({ slice = 0 }: VolumeRequest, { x, y, first }: Block): MarkFrame => ({
  x,
  y,
  scaleX: 1,
  scaleY: 1,
  first,
  slice,
});

const problemOf = async (
  { read, field, mask, decode }: FieldIn,
  held: HeldBox | undefined,
  independent: boolean,
): Promise<LevelSetProblem> => {
  const weighed = weighedAs(independent, read);
  const speed = speedOf({ speed: weighed.speed, range: read.range }, field, mask, decode);
  const { schedule, form, confine } = read;
  return { field: held ? await heldBy(field, held, weighed, confine) : field, mask, speed, schedule, form };
};
