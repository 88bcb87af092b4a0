/** A volume in memory as an image of slices: it has one level, and each region names its slice. */

import { SegmenterError, throwIfAborted } from '../../../core/errors.js';
import type { Rect } from '../../../core/geometry/rect.js';
import { levelAt } from '../../../core/geometry/rect.js';
import { because } from '../../../core/reasons.js';
import { DescribedImage } from '../../described-image.js';
import { emptySamples } from '../../sample-arrays.js';
import type { Placement, RegionOptions, Samples, Stack } from '../../samples.js';
import { checkSlice } from '../../slice-index.js';
import type { Volume } from './grid.js';

/**
 * An image of a volume's slices. Samples are the values of the file: codes that equal their values are passed on, others are decoded to
 * floats, so that a slice of a CT has its Hounsfield units.
 */
export class VolumeSource extends DescribedImage {
  readonly stack?: Stack;
  #volume: Volume | undefined;

  constructor(volume: Volume, format: string) {
    const { name, width, height, depth, planes, values, spacing, affine, notes } = volume;
    const plain = values.every(({ scale, offset }) => scale === 1 && offset === 0);
    const bits = !plain ? 32 : planes.every((plane) => plane instanceof Uint8Array) ? 8 : 16;
    const levels = [{ width, height, scaleX: 1, scaleY: 1 }];
    const placement: Placement | undefined = spacing && { pixelWidth: spacing[0], pixelHeight: spacing[1], unit: 'mm' };
    super({ name, format, width, height, bands: planes.length, bits, levels, placement, notes });
    if (depth > 1) this.stack = { depth, spacing, affine, volume: async () => this.#open() };
    this.#volume = volume;
  }

  async region(rect: Rect, level: number, { signal, onProgress, slice = 0 }: RegionOptions = {}): Promise<Samples> {
    throwIfAborted(signal);
    const volume = this.#open();
    levelAt(this.levels, level, rect);
    const first = checkSlice(slice, volume.depth) * this.height;
    const { width, height } = rect;
    const data = emptySamples(this.bits, width * height * this.bands, this.name);
    const missing = volume.missing && new Uint8Array(width * height);
    for (let y = 0, cell = 0; y < height; y++) {
      let at = (first + rect.y + y) * this.width + rect.x;
      for (let x = 0; x < width; x++, at++, cell++) {
        if (missing) missing[cell] = volume.missing![at]!;
        for (let band = 0; band < this.bands; band++) {
          const { scale, offset } = volume.values[band]!;
          data[cell * this.bands + band] = volume.planes[band]![at]! * scale + offset;
        }
      }
    }
    onProgress?.(1);
    return { width, height, bands: this.bands, data, ...(missing ? { missing } : {}) };
  }

  close(): void {
    this.#volume = undefined;
  }

  #open(): Volume {
    if (this.#volume) return this.#volume;
    throw new SegmenterError('image-unreadable', { name: this.name, reason: because('was-closed')`it was closed` });
  }
}
