/** An image source of samples in memory, with coarser levels made on demand. */

import { badParameter, SegmenterError, throwIfAborted } from '../core/errors.js';
import type { Rect } from '../core/geometry/rect.js';
import { halved, levelAt } from '../core/geometry/rect.js';
import { because } from '../core/reasons.js';
import { bitsOf } from './channels/transform.js';
import { DescribedImage } from './described-image.js';
import type { ImageSpec } from './image-spec.js';
import { halve } from './reduce.js';
import { cut, sampleArrayIn, sampleArrayOf } from './sample-arrays.js';
import type { Placement, RegionOptions, Samples } from './samples.js';

/** A coarser level is offered while the finer one is larger than this on its longer side. */
const COARSEST = 1024;

/** Validates a caller's samples; the engine's exact sums depend on their bounds. */
export const checkedSamples = (spec: Omit<ImageSpec & { kind: 'samples' }, 'kind'>): Samples => {
  const { width, height, bands = 1 } = spec;
  for (const [name, value] of Object.entries({ width, height, bands }))
    if (!Number.isInteger(value) || value < 1) throw badParameter(name, value, 'a whole number of at least 1');
  const data = sampleArrayOf(spec.data);
  if (data.length !== width * height * bands)
    throw badParameter(
      'data',
      `${data.length} samples`,
      `${width} × ${height} × ${bands} = ${width * height * bands} samples`,
    );
  const missing = spec.missing === undefined ? undefined : sampleArrayIn(spec.missing);
  if (spec.missing !== undefined && !(missing instanceof Uint8Array))
    throw badParameter('missing', spec.missing, 'Uint8Array');
  if (missing instanceof Uint8Array && missing.length !== width * height)
    throw badParameter('missing', `${missing.length} flags`, `${width * height} flags, one a pixel`);
  return { width, height, bands, data, ...(missing instanceof Uint8Array && { missing }) };
};

/** Samples in memory as an image. */
export class ArraySource extends DescribedImage {
  readonly #levels: (Samples | Promise<Samples>)[];

  constructor(samples: Samples, about: { name?: string; format?: string; placement?: Placement } = {}) {
    const { width, height, bands, data } = samples;
    const { name = 'image', format = 'samples', placement } = about;
    const levels = halved([{ width, height, scaleX: 1, scaleY: 1 }], COARSEST);
    super({ name, format, width, height, bands, bits: bitsOf(data), levels, placement });
    this.#levels = [samples];
  }

  async region(rect: Rect, level: number, options: RegionOptions = {}): Promise<Samples> {
    throwIfAborted(options.signal);
    levelAt(this.levels, level, rect);
    const region = cut(await this.#at(level), rect);
    options.onProgress?.(1);
    return region;
  }

  close(): void {
    this.#levels.length = 0;
  }

  async #at(level: number): Promise<Samples> {
    const made = this.#levels[level];
    if (made !== undefined) return made;
    if (level === 0)
      throw new SegmenterError('image-unreadable', { name: this.name, reason: because('was-closed')`it was closed` });
    const coarser = this.#at(level - 1).then((finer) => halve(finer));
    this.#levels[level] = coarser;
    return coarser;
  }
}
