/** The buffers of a run on the device. */

import type { Executor } from '../../compute/executor.js';
import type { DeviceBuffer } from '../../compute/recording.js';
import { SegmenterError } from '../../core/errors.js';
import { because, inBytes } from '../../core/reasons.js';
import { type Bits, domainBits, packBits } from '../bits/bits.js';
import { gaussianFilter } from '../bits/gaussian-filter.js';
import type { Field } from '../bits/grid.js';
import { cellsOf, dataPlanes, isVolume, valuesOf } from '../bits/grid.js';
import { Kind, STATUS_WORDS, T, TILING_WORDS } from '../kernels/shared/layout.js';
import type { LevelSetProblem } from '../problem.js';
import { newMoments } from '../speed/moments.js';
import { SpeedTables } from '../speed/speed.js';
import { type FieldBuffers, leaveField, takeField } from './kept-field.js';
import type { Tiling } from './tiles.js';
import { tilingOf, toTiles } from './tiles.js';

const names = [
  'tiling',
  'status',
  'mask',
  'next',
  'before',
  'domain',
  'positive',
  'negative',
  'crossed',
  'list',
  'unstable',
  'active_',
  'everything',
  'samples',
  'tables',
  'filter_',
  'moments',
] as const;

/** The buffers of a run, by name. */
export type LevelSetBuffers = Readonly<Record<(typeof names)[number], DeviceBuffer>>;

/** Words of a band's samples: a whole number, so that each band starts at a word. */
const planeWords = (field: Field): number => Math.ceil(cellsOf(field.grid) / (valuesOf(field) === 256 ? 4 : 2));

/** The samples of all bands, one after the other; without a copy for one band of whole words. */
const samplesOf = (field: Field): Uint32Array => {
  const pitch = planeWords(field);
  const [only, ...others] = field.planes;
  if (only && others.length === 0 && only.byteLength === 4 * pitch && only.byteOffset % 4 === 0) {
    return new Uint32Array(only.buffer, only.byteOffset, pitch);
  }
  const words = new Uint32Array(pitch * field.planes.length);
  field.planes.forEach((plane, band) => {
    const bytes = new Uint8Array(words.buffer, band * pitch * 4, pitch * 4);
    bytes.set(new Uint8Array(plane.buffer, plane.byteOffset, plane.byteLength));
  });
  return words;
};

/** The words of the uniform `Tiling`. */
export const tilingWords = ({ field, speed, schedule, form }: LevelSetProblem, tiling: Tiling): Uint32Array => {
  const words = new Uint32Array(TILING_WORDS);
  const { grid } = field;
  const filter = gaussianFilter(schedule.filterSize, schedule.filterVariance, tiling.dimensions);
  words[T.width] = grid.width;
  words[T.height] = grid.height;
  words[T.depth] = grid.depth;
  words[T.columns] = tiling.columns;
  words[T.rows] = tiling.rows;
  words[T.slices] = tiling.slices;
  words[T.tiles] = tiling.count;
  words[T.side] = tiling.side;
  words[T.words] = tiling.words;
  words[T.sliceWords] = isVolume(grid) ? tiling.words / tiling.side : tiling.words;
  words[T.bands] = field.planes.length;
  words[T.values] = valuesOf(field);
  words[T.planeWords] = planeWords(field);
  words[T.radius] = filter.radius;
  words[T.size] = filter.size;
  words[T.total] = filter.total;
  words[T.tolerance] = schedule.tolerance;
  words[T.outerIterations] = schedule.outerIterations;
  words[T.unstableOnly] = form === 'proposal-1' ? 0 : 1;
  words[T.kind] = Kind[speed.kind];
  words[T.adaptive] = dataPlanes(field);
  words[T.bias] = speed.kind === 'range' ? 1 : 0;
  return words;
};

const filterWords = ({ field, schedule }: LevelSetProblem): Uint32Array => {
  const dimensions = isVolume(field.grid) ? 3 : 2;
  const { rowClass, rowSums } = gaussianFilter(schedule.filterSize, schedule.filterVariance, dimensions);
  const words = new Uint32Array(rowClass.length + rowSums.length);
  words.set(rowClass);
  words.set(rowSums, rowClass.length);
  return words;
};

type Contents = Record<(typeof names)[number], number | Uint32Array>;

/** The initial contents: words, or a number of zeros; those of the field only if not `known`. `mask` is put into `next`, so that its moments can be computed. */
const contents = (problem: LevelSetProblem, tiling: Tiling, known: boolean): Partial<Contents> => {
  const { field, mask, speed } = problem;
  const start = packBits(field.grid, mask);
  const domain = known && field.missing === undefined ? undefined : domainBits(field.grid, field.missing);
  if (domain && field.missing) for (let at = 0; at < start.length; at++) start[at]! &= domain[at]!;
  const words = tiling.count * tiling.words;
  const tables = new SpeedTables(speed, field).tables;
  const tiles = toTiles(tiling, start);
  return {
    tiling: tilingWords(problem, tiling),
    status: STATUS_WORDS,
    mask: words,
    next: tiles,
    before: tiles.slice(),
    positive: words,
    negative: words,
    crossed: Math.ceil(tiling.count / 32),
    list: tiling.count + 1,
    unstable: Math.ceil(tiling.count / 32),
    active_: tiling.count + 1,
    tables: new Uint32Array(tables.buffer),
    filter_: filterWords(problem),
    moments: newMoments(field.planes.length),
    ...(domain && !known ? fieldContents(field, domain, tiling) : {}),
  };
};

const fieldContents = (field: Field, domain: Bits, tiling: Tiling): Pick<Contents, keyof FieldBuffers> => ({
  domain: toTiles(tiling, domain),
  everything: Uint32Array.from({ length: tiling.count + 1 }, (_, k) => (k === 0 ? tiling.count : k - 1)),
  samples: samplesOf(field),
});

/** Bytes that a run needs on the device, and the largest binding among them. */
export const deviceBytes = (field: Field): { readonly total: number; readonly largest: number } => {
  const tiling = tilingOf(field.grid);
  const samples = 4 * planeWords(field) * field.planes.length;
  const masks = 4 * tiling.count * tiling.words;
  const tables = 4 * valuesOf(field) * field.planes.length;
  return { total: samples + 6 * masks + 3 * 4 * tiling.count + tables, largest: Math.max(samples, masks, tables) };
};

/**
 * Rejects with `image-too-large`, which says what is needed and what the device allows, or with `out-of-memory`; then no buffers
 * remain on the device.
 */
export const makeBuffers = async (
  executor: Executor,
  problem: LevelSetProblem,
): Promise<{ readonly buffers: LevelSetBuffers; readonly tiling: Tiling }> => {
  const { field } = problem;
  const { largest } = deviceBytes(field);
  const most = Math.min(executor.limits.binding, executor.limits.buffer);
  if (largest > most) {
    const { width, height, depth } = field.grid;
    const size = because(
      'cells-buffer',
    )`${width} × ${height} × ${depth} cells need a buffer of ${largest} bytes on the device`;
    throw new SegmenterError('image-too-large', {
      name: because('the-level-set')`The level set`,
      size,
      limit: inBytes(most),
    });
  }
  const tiling = tilingOf(field.grid);
  const known = takeField(executor, problem);
  const made: Partial<Record<(typeof names)[number], DeviceBuffer>> = { ...known };
  try {
    // Each allocation waits until the device has confirmed it: in parallel, so that they wait only once.
    const asked = Object.entries(contents(problem, tiling, known !== undefined)).map(async ([name, words]) => {
      if (isName(name)) made[name] = await executor.buffer(`level-set ${name}`, words);
    });
    const refused = (await Promise.allSettled(asked)).find((answer) => answer.status === 'rejected');
    if (refused) throw refused.reason;
    if (!isWhole(made)) throw new TypeError('a buffer of the level set was not made');
    return { buffers: made, tiling };
  } catch (error) {
    for (const buffer of Object.values(made)) buffer.destroy();
    throw error;
  }
};

/** Destroys the buffers of a run, except those of its field that are cached. */
export const leaveBuffers = (executor: Executor, problem: LevelSetProblem, buffers: LevelSetBuffers): void => {
  const { domain, everything, samples, ...others } = buffers;
  leaveField(executor, problem, { domain, everything, samples });
  for (const buffer of Object.values(others)) buffer.destroy();
};

const isName = (name: string): name is (typeof names)[number] => names.some((known) => known === name);
const isWhole = (made: Partial<Record<(typeof names)[number], DeviceBuffer>>): made is LevelSetBuffers =>
  names.every((name) => made[name] !== undefined);
