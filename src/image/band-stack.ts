/** Images of the same size as the bands of one. */

import type { OpenedImage } from './open.js';
import { samplesLike } from './sample-arrays.js';
import type { Level, Placement, Rect, RegionOptions, Samples } from './samples.js';

export class BandStack implements OpenedImage {
  readonly name: string;
  readonly format: string;
  readonly width: number;
  readonly height: number;
  readonly bands: number;
  readonly bits: 8 | 16 | 32;
  readonly levels: readonly Level[];
  readonly placement?: Placement;

  /** One band each; the first gives size, levels and place. */
  constructor(private readonly images: readonly OpenedImage[]) {
    const first = images[0]!;
    this.name = first.name;
    this.format = first.format;
    this.width = first.width;
    this.height = first.height;
    this.bands = images.length;
    this.bits = first.bits;
    const shared = Math.min(...images.map(({ levels }) => levels.length));
    this.levels = first.levels.slice(0, shared);
    if (first.placement !== undefined) this.placement = first.placement;
  }

  async region(rect: Rect, level: number, { signal, onProgress }: RegionOptions = {}): Promise<Samples> {
    const parts: Samples[] = [];
    for (const [band, image] of this.images.entries())
      parts.push(
        await image.region(rect, level, {
          signal,
          onProgress: (done) => onProgress?.((band + done) / this.bands),
        }),
      );
    const { bands } = this;
    const { width, height } = rect;
    const data = samplesLike(parts[0]!.data, width * height * bands);
    let missing: Uint8Array | undefined;
    parts.forEach((part, band) => {
      for (let i = 0, at = band; at < data.length; i++, at += bands) data[at] = part.data[i]!;
      if (part.missing === undefined) return;
      missing ??= new Uint8Array(width * height);
      for (let i = 0; i < missing.length; i++) missing[i]! |= part.missing[i]!;
    });
    return { width, height, bands, data, ...(missing === undefined ? {} : { missing }) };
  }

  close(): void {
    for (const image of this.images) image.close();
  }
}
