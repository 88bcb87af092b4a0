/** Images of the same size as the bands of one. */

import type { Rect } from '../core/geometry/rect.js';
import { DescribedImage } from './described-image.js';
import { samplesLike } from './sample-arrays.js';
import type { OpenedImage, RegionOptions, Samples } from './samples.js';

/** Several images of one size as one image with a band for each. */
export class BandStack extends DescribedImage {
  /** One band each; the first gives size, levels and place, all of them notes. */
  constructor(private readonly images: readonly OpenedImage[]) {
    const { name, format, width, height, bits, levels, placement } = images[0]!;
    const notes = new Map(images.flatMap((image) => image.notes ?? []).map((note) => [note.text, note]));
    const shared = Math.min(...images.map((image) => image.levels.length));
    super({
      name,
      format,
      width,
      height,
      bands: images.length,
      bits,
      levels: levels.slice(0, shared),
      placement,
      notes: notes.size > 0 ? [...notes.values()] : undefined,
    });
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
