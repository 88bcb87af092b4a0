/** Rectangles, samples and sources: the interface between the engine and `image/`, independent of the file format. */

import type { Level, Rect } from '../core/geometry/rect.js';
import type { ReasonData } from '../core/reasons.js';
import type { Volume } from './formats/volume/grid.js';

/** Samples as they are stored: 8 or 16 bits unsigned, or 32 bits floating. */
export type SampleArray = Uint8Array | Uint16Array | Float32Array;

/** Numbers as files store them. */
export type NumberArray = SampleArray | Int8Array | Int16Array | Uint32Array | Int32Array | Float64Array;

/** Largest magnitude of a sample: what a 32-bit float holds. A stored number beyond it, NaN or infinite is no data. */
export const FLOAT_LIMIT = 3.4028234663852886e38;

/**
 * Samples of a rectangle at one level: row by row, the bands of a pixel side by side, no padding.
 * `data.length === width * height * bands`.
 */
export interface Samples {
  /** Pixels of the level in a row. */
  readonly width: number;
  /** Rows. */
  readonly height: number;
  /** Values of a pixel, 1 or more. */
  readonly bands: number;
  readonly data: SampleArray;
  /** 1 where a pixel has no data (no-data value, NaN, masked); such pixels are outside the domain. */
  readonly missing?: Uint8Array;
}

/** Place of the pixels in the world. */
export interface Placement {
  /** Size of a full-resolution pixel, in `unit`. */
  readonly pixelWidth: number;
  /** As `pixelWidth`, downwards; positive. */
  readonly pixelHeight: number;
  /** The unit of sizes and of `origin`; measurements of degrees stay in pixels. */
  readonly unit: 'µm' | 'mm' | 'm' | 'degree';
  /** `EPSG:n` where known. */
  readonly crs?: string;
  /** World coordinates of the image's corner (0, 0), where georeferenced; y grows upwards in the world. */
  readonly origin?: readonly [number, number];
  /**
   * Steps in the world, x and y, of a pixel to the right and of a pixel down, where an image is rotated, mirrored or
   * sheared. When not given it is upright: `[pixelWidth, 0, 0, −pixelHeight]`.
   */
  readonly axes?: readonly [number, number, number, number];
}

/** Options of the reading of a region. */
export interface RegionOptions {
  /** Ends the reading with an `AbortError`. */
  readonly signal?: AbortSignal;
  /** 0 to 1. */
  readonly onProgress?: (done: number) => void;
  /** Slice of a volume, from 0 on; the first when not given. */
  readonly slice?: number;
}

/** A stack of slices, all of one size: what an image of a volume has beside. */
export interface Stack {
  /** Slices, at least 2. */
  readonly depth: number;
  /** Size of a voxel in mm, where the file says it. */
  readonly spacing?: Volume['spacing'];
  /** From the centre of a voxel to mm in the world, where the file says it. */
  readonly affine?: Volume['affine'];
  /** All of it, as integer codes. Rejects with `image-too-large` or `out-of-memory` where it does not fit in memory. */
  volume(signal?: AbortSignal): Promise<Volume>;
}

/** The DICOM instance that an image is, for what refers to it: UIDs, patient, and where its pixels lie on the slide. */
export interface DicomReferences {
  readonly studyInstanceUID: string;
  readonly seriesInstanceUID: string;
  readonly sopInstanceUID: string;
  readonly sopClassUID: string;
  readonly frameOfReferenceUID?: string;
  readonly patientID?: string;
  readonly patientName?: string;
  /** Place of the first pixel, in mm. */
  readonly origin?: readonly [x: number, y: number];
  /** Directions of a row and of a column, three numbers each. */
  readonly orientation?: readonly number[];
}

/** Facts about an image. */
export interface ImageDescription {
  /** For messages, and for the names of files. */
  readonly name: string;
  /** Full-resolution pixels in a row. */
  readonly width: number;
  /** Rows at full resolution. */
  readonly height: number;
  /** Values of a pixel: colours, channels. */
  readonly bands: number;
  /** Bits of a stored sample: 8, 16 or 32; 32 means `Float32Array`. */
  readonly bits: 8 | 16 | 32;
  /** Finest first. */
  readonly levels: readonly Level[];
  /** The size of a pixel, and the place in the world, where they are known. */
  readonly placement?: Placement;
  /** Where the image is a DICOM instance. */
  readonly dicom?: DicomReferences;
  /** What is not as the file has it, a sentence each: samples that are rounded, metadata that could not be read. */
  readonly notes?: readonly ReasonData[];
}

/** Any image the engine can read. Everything in it may be called many times, at once. */
export interface ImageSource extends ImageDescription {
  /** Slices of a volume. */
  readonly stack?: Stack;
  /** Exact samples of `rect`, in pixels of that level, wholly inside it. Rejects with a coded error. */
  region(rect: Rect, level: number, options?: RegionOptions): Promise<Samples>;
  /** Frees what the source holds; it is not read afterwards. */
  close(): void;
}

/** An opened image. `format` is a short name such as `png`, `dzi`, `iiif` or `tiff`. */
export interface OpenedImage extends ImageSource {
  /** `png`, `dzi`, `iiif`, `tiff`, … */
  readonly format: string;
  /** Whether the image's index alone says that no pixel of `rect`, in pixels of that level, has data. */
  blank?(rect: Rect, level: number): boolean;
}
