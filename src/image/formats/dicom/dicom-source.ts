/** A DICOM whole slide as an image source, whichever way its frames come: over DICOMweb, or out of files. */

import { isAbort, reasonWithin, SegmenterError } from '../../../core/errors.js';
import { levelByIndex } from '../../../core/geometry/levels.js';
import type { Rect } from '../../../core/geometry/rect.js';
import { levelAt, levelsOf } from '../../../core/geometry/rect.js';
import { because } from '../../../core/reasons.js';
import { withLevels } from '../../derived-levels.js';
import { DescribedImage } from '../../described-image.js';
import { copied, decoded } from '../../pool/decoded.js';
import { emptySamples } from '../../sample-arrays.js';
import type { OpenedImage, RegionOptions, SampleArray, Samples } from '../../samples.js';
import { assemble, keepsTiles, type Tile, tileCache } from '../../tiles.js';
import type { DicomSeries } from './dicomweb.js';
import { decodeFrame, isPlain } from './frame.js';
import { type Slide, slideOf } from './slide.js';
import type { SlideLevel } from './slide-level.js';

/** Most bytes of decoded tiles kept for an image. */
const KEPT = 2 ** 27;

/** @throws SegmenterError `unsupported` where the series is no slide, or `image-unreadable` */
export const openDicom = (series: DicomSeries, name: string): OpenedImage =>
  withLevels(new DicomSource(series, slideOf(series.instances, name), name));

class DicomSource extends DescribedImage {
  readonly #tiles = tileCache(KEPT);

  constructor(
    private readonly series: DicomSeries,
    private readonly slide: Slide,
    name: string,
  ) {
    const { levels, bands, placement, dicom } = slide;
    const { width, height, kind } = levelByIndex(levels, 0);
    const sizes = levelsOf(levels);
    super({
      name: slide.name ?? name,
      format: 'dicom',
      width,
      height,
      bands,
      bits: kind.bits,
      levels: sizes,
      placement,
      dicom,
    });
  }

  async region(rect: Rect, level: number, options: RegionOptions = {}): Promise<Samples> {
    levelAt(this.levels, level, rect);
    const { kind, width, height, ...own } = levelByIndex(this.slide.levels, level);
    const keep = keepsTiles(rect, this, KEPT);
    const read = (column: number, row: number, signal: AbortSignal): Promise<Tile> => {
      const make = async (either: AbortSignal): Promise<Tile> => ({
        rect: { x: column * kind.width, y: row * kind.height, width: kind.width, height: kind.height },
        samples: await this.#tile({ kind, width, height, ...own }, column, row, either),
      });
      return this.#tiles.get(`${level}/${column}_${row}`, make, signal, keep);
    };
    const grid = { width, height, tileWidth: kind.width, tileHeight: kind.height };
    return assemble(this, grid, rect, read, options);
  }

  close(): void {
    this.#tiles.clear();
  }

  async #tile(
    { kind, paths, frameOf }: SlideLevel,
    column: number,
    row: number,
    signal: AbortSignal,
  ): Promise<Samples> {
    const { width, height, bits, samples } = kind;
    const { bands } = this;
    const frames = paths.map((path) => frameOf(path, column, row));
    const parts = await Promise.all(
      frames.map(async (place) => {
        if (place === undefined) return undefined;
        const bytes = await this.series.frame(place, signal);
        try {
          const here = (): Promise<SampleArray> => decodeFrame(bytes, kind, signal);
          // A frame as it is, without compression, is hardly more than copied.
          if (isPlain(bytes, kind)) return await here();
          return await decoded((decoder) => decoder.frame(copied(bytes), kind), here, signal);
        } catch (cause) {
          if (cause instanceof SegmenterError || isAbort(cause)) throw cause;
          const reason = reasonWithin(cause);
          const tile = because('frame-of-instance')`frame ${place.frame} of instance ${place.instance + 1}`;
          throw new SegmenterError('tile-unavailable', { tile, name: this.name, reason }, { cause });
        }
      }),
    );
    const missing = parts.includes(undefined) ? { missing: new Uint8Array(width * height).fill(1) } : {};
    const [first] = parts;
    if (samples > 1 && first) return { width, height, bands, data: first };
    const data = emptySamples(bits, width * height * bands, this.name);
    parts.forEach((part, band) => {
      if (part) for (let i = 0, at = band; i < part.length; i++, at += bands) data[at] = part[i]!;
    });
    return { width, height, bands, data, ...missing };
  }
}
