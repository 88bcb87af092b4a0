/**
 * Zeiss's CZI as an image source: channels are bands, Z the slices, all scenes lie in one bounding box, and pixels without a block have
 * no data. The layout is that of Zeiss's format description and of libCZI.
 */

import { abortable } from '../../../core/abort.js';
import { isAbort, reasonWithin, SegmenterError } from '../../../core/errors.js';
import { levelAt, levelsOf, type Rect } from '../../../core/geometry/rect.js';
import { because, type ReasonData } from '../../../core/reasons.js';
import { inParallel, MOST_BLOCK, MOST_TILES } from '../../budget.js';
import { withLevels } from '../../derived-levels.js';
import { DescribedImage } from '../../described-image.js';
import type { Bytes } from '../../io/bytes.js';
import { SharedCache } from '../../io/cache.js';
import { copied, decoded, MOST_BESIDE } from '../../pool/decoded.js';
import { notesOf } from '../../rounded-samples.js';
import { emptySamples } from '../../sample-arrays.js';
import type { OpenedImage, Placement, RegionOptions, SampleArray, Samples, Stack } from '../../samples.js';
import { checkSlice } from '../../slice-index.js';
import { eachOf, keepsTiles } from '../../tiles.js';
import { stackOf } from '../volume/slices.js';
import { BlockGrid, rectOf } from './block-grid.js';
import { CziFile } from './czi-file.js';
import { decodeSubblock, plainSize, type SubblockTerms } from './decode-subblock.js';
import { readBlocks, readHeader } from './directory.js';
import { paint } from './paint.js';
import { compressions } from './pixel-type.js';
import { type CziImage, imageOf, type PlacedBlock } from './pyramid.js';
import { type Distances, distancesOf } from './scaling.js';
import { readSubblock } from './subblock.js';

/** Most bytes of decoded blocks kept for an image. */
const KEPT = 2 ** 27;
/** Most bytes of the metadata. */
const MOST_METADATA = 2 ** 26;
/** Bytes between the head of the metadata's segment and their text. */
const METADATA_HEAD = 256;
/** Maximum blocks that are read in parallel: two megapixels each, as a camera gives them. */
const AT_ONCE = 8;
/** Bytes of decoded blocks that wait for those below them, beyond which no other is begun. */
const MOST_WAITING = 2 ** 27;

/** Opens a CZI. Rejects with `image-unreadable`, `image-too-large`, `unsupported` or an `AbortError`. */
export const openCzi = async (bytes: Bytes, name: string, signal?: AbortSignal): Promise<OpenedImage> => {
  const file = new CziFile(bytes, name);
  const header = await readHeader(file, signal);
  const image = imageOf(file, await readBlocks(file, header.directory, signal));
  const { distances, note } = header.metadata > 0 ? await metadataAt(file, header.metadata, signal) : { distances: {} };
  const notes = [...(note ? [note] : []), ...((image.type.bits === 32 && notesOf('float32', image.depth)) || [])];
  return withLevels(new CziSource(file, image, distances, notes.length > 0 ? notes : undefined));
};

/** What is read of the metadata; where they are damaged, as far as they can be read, and a note that says so: pixels need none of them. */
const metadataAt = async (
  file: CziFile,
  at: number,
  signal: AbortSignal | undefined,
): Promise<{ readonly distances: Distances; readonly note?: ReasonData }> => {
  const noteOf = (error: unknown): ReasonData =>
    because(
      'czi-no-metadata',
    )`its metadata cannot be read (${reasonWithin(error)}): lengths and areas may be in pixels alone`.toJSON();
  try {
    const { distances, damage } = distancesOf(await textAt(file, at, signal));
    return damage ? { distances, note: noteOf(damage) } : { distances };
  } catch (error) {
    if (error instanceof SegmenterError && error.code === 'image-unreadable')
      return { distances: {}, note: noteOf(error) };
    throw error;
  }
};

const textAt = async (file: CziFile, at: number, signal: AbortSignal | undefined): Promise<string> => {
  const view = await file.segment('ZISRAWMETADATA', at, MOST_METADATA, signal);
  const length = view.byteLength < METADATA_HEAD ? 0 : view.getInt32(0, true);
  if (length < 0 || METADATA_HEAD + length > view.byteLength)
    throw file.unreadable(because('czi-metadata')`its metadata claim ${length} bytes of ${view.byteLength}`);
  return length === 0
    ? ''
    : new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + METADATA_HEAD, length));
};

const placementOf = ({ X: x, Y: y }: Distances): Placement | undefined =>
  x === undefined || y === undefined ? undefined : { pixelWidth: x * 1e6, pixelHeight: y * 1e6, unit: 'µm' };

class CziSource extends DescribedImage {
  readonly stack?: Stack;
  readonly #blocks = new SharedCache<SampleArray>(KEPT, ({ byteLength }) => byteLength);

  readonly #grids = new WeakMap<readonly PlacedBlock[], BlockGrid>();

  constructor(
    private readonly file: CziFile,
    private readonly image: CziImage,
    distances: Distances,
    notes: readonly ReasonData[] | undefined,
  ) {
    const { levels, type, channels, depth } = image;
    const { width, height } = levels[0]!;
    const bands = type.bands * channels;
    const placement = placementOf(distances);
    super({
      name: file.name,
      format: 'czi',
      width,
      height,
      bands,
      bits: type.bits,
      levels: levelsOf(levels),
      placement,
      notes,
    });
    if (depth < 2) return;
    const { X: x, Y: y, Z: z } = distances;
    const spacing = x && y && z ? ([x * 1e3, y * 1e3, z * 1e3] as const) : undefined;
    this.stack = stackOf(this, depth, spacing);
  }

  async region(rect: Rect, level: number, { slice = 0, signal, onProgress }: RegionOptions = {}): Promise<Samples> {
    levelAt(this.levels, level, rect);
    const { type, channels, levels, depth } = this.image;
    const planes = levels[level]!.planes[checkSlice(slice, depth)]!;
    const shown = planes.flatMap((blocks, channel) =>
      this.#grid(blocks)
        .within(rect)
        .map((block) => ({ block, channel })),
    );
    if (shown.length > MOST_TILES)
      throw new SegmenterError('image-too-large', {
        name: this.name,
        size: because('czi-blocks-for')`${shown.length} blocks for ${rect.width} × ${rect.height} pixels`,
        limit: because('tiles-at-once')`${MOST_TILES} tiles at once`,
      });
    const { width, height } = rect;
    const region = {
      rect,
      bands: this.bands,
      data: emptySamples(this.bits, width * height * this.bands, this.name),
      /** Channels of each pixel that have data. */
      seen: new Uint8Array(width * height),
    };
    const keep = keepsTiles(rect, this, KEPT);
    const largest = shown.reduce((most, { block }) => Math.max(most, plainSize(this.#terms(block))), 1);
    const waiting = new Map<number, SampleArray>();
    let [painted, held] = [0, 0];
    /** What goes on once a block was painted. */
    const resting: (() => void)[] = [];
    await eachOf([...shown.entries()], inParallel(largest, AT_ONCE), signal, async ([k, { block }], either) => {
      // The next one to be painted is under way and never rests.
      while (held >= MOST_WAITING && k > painted)
        await abortable(new Promise<void>((resolve) => resting.push(resolve)), either);
      const samples = await this.#samples(block, either, keep);
      waiting.set(k, samples);
      held += samples.byteLength;
      // Later blocks overlay earlier ones, whatever the order in which they are read.
      for (let ready = waiting.get(painted); ready; ready = waiting.get(painted)) {
        const { block: next, channel } = shown[painted]!;
        paint(ready, rectOf(next), type.bands, channel, region);
        waiting.delete(painted++);
        held -= ready.byteLength;
        onProgress?.(painted / shown.length);
      }
      for (const go of resting.splice(0)) go();
    });
    const { data, seen } = region;
    const missing = seen.map((count) => (count < channels ? 1 : 0));
    return { width, height, bands: this.bands, data, ...(missing.includes(1) ? { missing } : {}) };
  }

  /** Of the first slice: levels are made for images of one alone. */
  blank(rect: Rect, level: number): boolean {
    return !this.image.levels[level]!.planes[0]!.some((blocks) => this.#grid(blocks).shows(rect));
  }

  close(): void {
    this.#blocks.clear();
  }

  /** The grid of a plane, which is made when the plane is first read. */
  #grid(plane: readonly PlacedBlock[]): BlockGrid {
    const grid = this.#grids.get(plane) ?? new BlockGrid(plane);
    this.#grids.set(plane, grid);
    return grid;
  }

  #terms({ compression, storedWidth: width, storedHeight: height }: PlacedBlock): SubblockTerms {
    return { type: this.image.type, compression, width, height };
  }

  #samples(block: PlacedBlock, signal: AbortSignal, keep: boolean): Promise<SampleArray> {
    const terms = this.#terms(block);
    const { compression, width, height } = terms;
    const size = plainSize(terms);
    if (size > MOST_BLOCK)
      throw new SegmenterError('image-too-large', {
        name: this.name,
        size: because(
          'stored-in-pieces',
        )`it is stored in pieces of ${width} × ${height} pixels, which can only be decoded whole`,
        limit: because('bytes-a-tile')`${MOST_BLOCK} bytes a tile or strip`,
      });
    const make = async (either: AbortSignal): Promise<SampleArray> => {
      const bytes = await readSubblock(this.file, block, size, either);
      try {
        const here = (): Promise<SampleArray> => decodeSubblock(bytes, terms, either);
        if (compression === compressions.none || size > MOST_BESIDE) return await here();
        return await decoded((decoder) => decoder.subblock(copied(bytes), terms), here, either);
      } catch (cause) {
        if (cause instanceof SegmenterError || isAbort(cause)) throw cause;
        const tile = `${block.left}, ${block.top}`;
        throw new SegmenterError('tile-unavailable', { tile, name: this.name, reason: reasonWithin(cause) }, { cause });
      }
    };
    return this.#blocks.get(`${block.position}`, make, signal, keep);
  }
}
