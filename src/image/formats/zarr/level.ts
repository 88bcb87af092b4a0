/** One level of an OME-Zarr image: tiles out of the chunks of its array. */

import { isAbort, reasonWithin, SegmenterError } from '../../../core/errors.js';
import { because, quoted, type Told } from '../../../core/reasons.js';
import { emptySamples } from '../../sample-arrays.js';
import { FLOAT_LIMIT, type Samples } from '../../samples.js';
import type { TileGrid } from '../../tiles.js';
import { bytesOf } from './codecs.js';
import { isMetadata, type Keys } from './keys.js';
import { checkMetadata } from './metadata.js';
import type { AxisName } from './ome.js';
import { probes } from './probes.js';
import { isForbidden, type Refusals } from './refusals.js';
import { type BigintDataType, isZarritaError, type NumberDataType, open, root, type ZarrArray } from './zarrita.js';

type NumberArray = ZarrArray<NumberDataType | BigintDataType>;

/** Most bytes of a chunk. */
const MOST_CHUNK = 2 ** 28;

/** A store for zarrita. It records what it read of a chunk in the options, which zarrita passes through. */
interface ChunkOptions {
  readonly signal?: AbortSignal;
  /** Whether the chunk's bytes were read. */
  found?: boolean;
  /** Whether the store gave a file: the chunk, or the index of its shard, in which it may not be. */
  given?: boolean;
}

/** @param refused called where metadata are refused as a store refuses what is not there; they count as missing */
const storeOf = (keys: Keys, refused: (refusal: SegmenterError) => void) => ({
  async get(key: string, options: ChunkOptions = {}) {
    const bytes = await keys.get(key, options.signal).catch((error: unknown) => {
      if (!isForbidden(error) || !isMetadata(key)) throw error;
      refused(error);
      return undefined;
    });
    if (bytes === undefined) return bytes;
    checkMetadata(key, bytes, keys.name);
    options.found = true;
    options.given = true;
    return bytes;
  },
  async getRange(
    key: string,
    range: { offset: number; length: number } | { suffixLength: number },
    options: ChunkOptions = {},
  ) {
    // The index of a shard is shared by all pending requests, so it does not depend on the signal of the first one.
    const index = 'suffixLength' in range;
    const bytes = await keys.range(key, range, index ? undefined : options.signal);
    if (bytes === undefined) return bytes;
    options.given = true;
    if (!index) options.found = true;
    return bytes;
  },
});

/**
 * Opens a node of a hierarchy; `refused` is the first refusal of a file that may be missing. Rejects with `image-not-found`, `access-denied`,
 * `image-unreadable`, `unsupported` or an `AbortError`.
 */
export const openNode = async (keys: Keys, path: string, signal?: AbortSignal) => {
  let refused: SegmenterError | undefined;
  try {
    const store = storeOf(keys, (refusal) => {
      refused ??= refusal;
    });
    const at = root(store);
    const node = await open(path === '' ? at : at.resolve(path), signal ? { signal } : {});
    return { node, refused };
  } catch (error) {
    if (isZarritaError(error, 'NotFoundError')) {
      if (refused) throw refused;
      const reason = because('no-zarr')`there is no Zarr array or group${path === '' ? '' : ` ${path}`}`;
      throw new SegmenterError('image-not-found', { url: keys.name, reason }, { cause: error });
    }
    throw zarrError(error, keys.name);
  }
};

/** The coded error for an error of zarrita or of a codec, or for metadata of an unexpected form. */
export const zarrError = (error: unknown, name: string): unknown => {
  if (error instanceof SegmenterError || isAbort(error)) return error;
  const cause = isZarritaError(error, 'CodecPipelineError') ? error.cause : error;
  if (cause instanceof SegmenterError || isAbort(cause)) return cause;
  if (isZarritaError(error, 'UnknownCodecError', 'UnsupportedError'))
    return new SegmenterError(
      'unsupported',
      { what: because('zarr-image')`the Zarr image ${name}`, reason: quoted(error.message) },
      { cause },
    );
  return new SegmenterError('image-unreadable', { name, reason: reasonWithin(cause) }, { cause });
};

const depths: Readonly<Record<string, 8 | 16 | 32>> = { uint8: 8, uint16: 16 };

/** A level as a grid of tiles. */
export class ZarrLevel implements TileGrid {
  readonly width: number;
  readonly height: number;
  readonly tileWidth: number;
  readonly tileHeight: number;
  readonly bands: number;
  readonly depth: number;
  readonly bits: 8 | 16 | 32;
  /** The type of the stored numbers. */
  readonly type: string;

  private constructor(
    private readonly array: NumberArray,
    private readonly axes: readonly AxisName[],
    private readonly name: string,
    private readonly refusals: Refusals,
  ) {
    const side = (axis: AxisName, sides: readonly number[]): number => sides[axes.indexOf(axis)] ?? 1;
    this.width = side('x', array.shape);
    this.height = side('y', array.shape);
    this.bands = side('c', array.shape);
    this.depth = side('z', array.shape);
    this.tileWidth = side('x', array.chunks);
    this.tileHeight = side('y', array.chunks);
    this.type = array.dtype;
    this.bits = depths[array.dtype] ?? 32;
  }

  /** Rejects with `image-not-found`, `access-denied`, `image-unreadable`, `image-too-large` or `unsupported`. */
  static async open(
    keys: Keys,
    path: string,
    axes: readonly AxisName[],
    refusals: Refusals,
    signal?: AbortSignal,
  ): Promise<ZarrLevel> {
    const { name } = keys;
    const { node: array } = await openNode(keys, path, signal);
    const bad = (reason: Told): SegmenterError => new SegmenterError('image-unreadable', { name, reason });
    if (array.kind !== 'array') throw bad(because('zarr-group')`${path} is a group, not an array`);
    if (!array.is('number') && !array.is('bigint'))
      throw new SegmenterError('unsupported', {
        what: because('zarr-image')`the Zarr image ${name}`,
        reason: because('zarr-holds')`it holds ${array.dtype}`,
      });
    const { shape, chunks } = array;
    const whole = (side: number): boolean => Number.isSafeInteger(side) && side >= 1 && side < 2 ** 31;
    if (!Array.isArray(shape) || !Array.isArray(chunks))
      throw bad(because('zarr-no-shape')`${path || 'it'} has no shape`);
    if (shape.length !== axes.length || chunks.length !== axes.length)
      throw bad(
        because('zarr-dimensions')`${path || 'it'} has ${shape.length} dimensions for the axes ${axes.join(', ')}`,
      );
    if (![...shape, ...chunks].every(whole))
      throw bad(because('zarr-sizes')`${path || 'it'} is ${shape.join(' × ')} in ${chunks.join(' × ')}`);
    if (bytesOf({ dataType: array.dtype, shape: chunks }) > MOST_CHUNK)
      throw new SegmenterError('image-too-large', {
        name,
        size: because('chunks-of')`chunks of ${chunks.join(' × ')}`,
        limit: because('bytes-in-one')`${MOST_CHUNK} bytes in one`,
      });
    return new ZarrLevel(array, axes, name, refusals);
  }

  /** The samples of a cell, as large as a whole chunk; pixels without a chunk are missing. */
  async tile(column: number, row: number, slice: number, signal: AbortSignal): Promise<Samples> {
    const { array, axes, bands, bits, tileWidth: width, tileHeight: height } = this;
    const perChunk = array.chunks[axes.indexOf('c')] ?? 1;
    const thickness = array.chunks[axes.indexOf('z')] ?? 1;
    const count = width * height;
    const data = emptySamples(bits, count * bands, this.name);
    const flags = new Uint8Array(count);
    for (let first = 0; first < bands; first += perChunk) {
      const places: Readonly<Record<AxisName, number>> = {
        t: 0,
        c: first / perChunk,
        z: Math.floor(slice / thickness),
        y: row,
        x: column,
      };
      const chunk = await this.#chunk(
        axes.map((axis) => places[axis]),
        signal,
      );
      if (chunk === undefined) {
        flags.fill(1);
        continue;
      }
      const strideOf = (axis: AxisName): number => chunk.stride[axes.indexOf(axis)] ?? 0;
      const [right, down, next] = [strideOf('x'), strideOf('y'), strideOf('c')];
      const start = (slice % thickness) * strideOf('z');
      for (let band = first; band < Math.min(bands, first + perChunk); band++)
        for (let y = 0, pixel = 0; y < height; y++)
          for (let x = 0, at = start + (band - first) * next + y * down; x < width; x++, at += right, pixel++) {
            const value = Number(chunk.data[at]);
            // NaN compares as false.
            if (Math.abs(value) <= FLOAT_LIMIT) data[pixel * bands + band] = value;
            else flags[pixel] = 1;
          }
    }
    return { width, height, bands, data, ...(flags.includes(1) ? { missing: flags } : {}) };
  }

  /** Whether the store gives one of the chunks that `probes` names. */
  async gives(): Promise<boolean> {
    const { array, axes } = this;
    const counts = array.shape.map((side, k) => Math.ceil(side / array.chunks[k]!));
    for (const places of probes(axes, counts)) {
      const asked = await Promise.all(places.map((each) => this.#isGiven(each)));
      if (asked.includes(true)) return true;
    }
    return false;
  }

  async #isGiven(places: readonly number[]): Promise<boolean> {
    const options: ChunkOptions = {};
    try {
      await this.array.getChunk([...places], options);
    } catch (error) {
      if (!isForbidden(zarrError(error, this.name))) throw error;
    }
    return options.given === true;
  }

  async #chunk(places: readonly number[], signal: AbortSignal) {
    const options: ChunkOptions = { signal };
    try {
      const chunk = await this.array.getChunk([...places], options);
      if (options.given === true) this.refusals.given();
      if (options.found !== true) return undefined;
      const wanted = this.array.chunks.reduce((product, side) => product * side, 1);
      if (chunk.data.length === wanted) return chunk;
      const reason = because(
        'chunk-values',
      )`the chunk ${places.join('/')} holds ${chunk.data.length} values, not ${wanted}`;
      throw new SegmenterError('image-unreadable', { name: this.name, reason });
    } catch (error) {
      const coded = zarrError(error, this.name);
      if (!isForbidden(coded)) throw coded;
      await this.refusals.missing(coded, signal);
      return undefined;
    }
  }
}
