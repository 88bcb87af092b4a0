/** An opened image whose description is known from the start. */

import type { Level, Rect } from '../core/geometry/rect.js';
import type { ReasonData } from '../core/reasons.js';
import { isPixelSize } from './pixel-size.js';
import type { DicomReferences, ImageDescription, OpenedImage, Placement, RegionOptions, Samples } from './samples.js';

/** Name, size, levels and placement of an image; subclasses read its samples. */
export abstract class DescribedImage implements OpenedImage {
  readonly name: string;
  readonly format: string;
  readonly width: number;
  readonly height: number;
  readonly bands: number;
  readonly bits: 8 | 16 | 32;
  readonly levels: readonly Level[];
  readonly placement?: Placement;
  readonly dicom?: DicomReferences;
  readonly notes?: readonly ReasonData[];

  /** @param levels in place of those that are described */
  constructor(
    {
      name,
      format,
      width,
      height,
      bands,
      bits,
      levels: described,
      placement,
      dicom,
      notes,
    }: ImageDescription & { readonly format: string },
    levels = described,
  ) {
    this.name = name;
    this.format = format;
    this.width = width;
    this.height = height;
    this.bands = bands;
    this.bits = bits;
    this.levels = levels;
    // A size that no pixel can have is none.
    if (isPixelSize(placement?.pixelWidth) && isPixelSize(placement.pixelHeight)) this.placement = placement;
    if (dicom !== undefined) this.dicom = dicom;
    if (notes !== undefined) this.notes = notes;
  }

  abstract region(rect: Rect, level: number, options?: RegionOptions): Promise<Samples>;
  abstract close(): void;
}
