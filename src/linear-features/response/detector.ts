import type { Executor } from '../../compute/executor.js';
import { type DeviceBuffer, type Groups, Recording } from '../../compute/recording.js';
import { addCoarser } from '../kernels/add_coarser.js';
import { combinedMaxima } from '../kernels/combined_maxima.js';
import { combinedSearch } from '../kernels/combined_search.js';
import { halveSamples } from '../kernels/halve_samples.js';
import { lineResponse } from '../kernels/line_response.js';
import { primaryMaxima } from '../kernels/primary_maxima.js';
import { secondaryMaxima } from '../kernels/secondary_maxima.js';
import { secondarySearch } from '../kernels/secondary_search.js';
import { itemGroups } from '../kernels/shared/items.js';
import {
  type MaximaOptions,
  maximaConstants,
  maximaWindow,
  type PlaneShape,
  SIDE,
  sampleWords,
  sizeWindow,
  strengthConstants,
  strengthWindow,
} from '../kernels/shared/window.js';
import { smoothSamples } from '../kernels/smooth_samples.js';
import { symmetryCheck } from '../kernels/symmetry_check.js';
import type { detectorForms } from './forms.js';
import type { ResponseBuffers } from './memory.js';

/** Options of the detector over all scales. */
export interface DetectorOptions extends MaximaOptions {
  /** 1 to 4; each has half the resolution of the one before. */
  readonly scales: number;
  /** Reach of the strips, as in `StrengthOptions`. */
  readonly reach: number;
  readonly distance: number;
  /** Bits that smoothing adds below a sample step; `threshold` counts them in. */
  readonly gain: number;
  readonly form: (typeof detectorForms)[number];
}

/**
 * Pixels around a tile on which its response depends, a multiple of the coarsest pixel. At each scale: two primary
 * windows (an accepted primary, seen from a secondary maximum) or a strip and its neighbour, one for the bilinear
 * step, two for smoothing.
 */
export const haloOf = ({ scales, primary, reach, distance }: DetectorOptions): number => {
  const own = Math.max(2 * primary, reach + distance) + 1;
  let halo = 0;
  for (let scale = 0; scale < scales; scale++) halo = Math.max(own, 2 * halo + 1) + 2;
  const unit = 2 ** (scales - 1);
  return Math.ceil(halo / unit) * unit;
};

interface Scale {
  readonly plane: PlaneShape;
  readonly size: DeviceBuffer;
  readonly maximaWindow: DeviceBuffer;
  readonly strengthWindow: DeviceBuffer;
  /** Samples before smoothing; those of a coarser scale are made from `smoothed` of the finer one. */
  readonly samples: DeviceBuffer;
  readonly smoothed: DeviceBuffer;
  /** Marks of `combined_maxima` or `primary_maxima`; once they have been searched, the response takes their place. */
  readonly marks: DeviceBuffer;
  readonly lines: DeviceBuffer;
  /** Additional buffers of the separate kernels. */
  readonly steps?: { readonly secondary: DeviceBuffer; readonly accepted: DeviceBuffer };
}

/** Detects lines in planes of one size; its buffers are used again for each. */
export class Detector {
  readonly #recording: Recording;

  private constructor(
    private readonly executor: Executor,
    private readonly buffers: readonly DeviceBuffer[],
    private readonly scales: readonly Scale[],
    options: DetectorOptions,
  ) {
    this.#recording = record(scales, options);
  }

  static async create(executor: Executor, plane: PlaneShape, options: DetectorOptions): Promise<Detector> {
    const buffers: DeviceBuffer[] = [];
    const make = async (label: string, words: number | Uint32Array): Promise<DeviceBuffer> => {
      const buffer = await executor.buffer(`lines ${label}`, words);
      buffers.push(buffer);
      return buffer;
    };
    try {
      const scales: Scale[] = [];
      for (let s = 0, own = plane; s < options.scales; s++) {
        const pixels = own.width * own.height;
        const smooth: PlaneShape = { ...own, bits: 16 };
        const size = sizeWindow(own, s === 0 ? options.gain : 0);
        scales.push({
          plane: own,
          size: await make('size', size),
          maximaWindow: await make('window', maximaWindow(smooth, options)),
          strengthWindow: await make('strip window', strengthWindow(smooth, options)),
          samples: await make('samples', sampleWords(pixels, own.bits)),
          smoothed: await make('smoothed', sampleWords(pixels, 16)),
          marks: await make('marks', pixels),
          lines: await make('lines', pixels),
          ...(options.form === 'separate' && {
            steps: { secondary: await make('secondary', pixels), accepted: await make('accepted', pixels) },
          }),
        });
        own = { width: (own.width + 1) >> 1, height: (own.height + 1) >> 1, bits: 16 };
      }
      return new Detector(executor, buffers, scales, options);
    } catch (error) {
      for (const buffer of buffers) buffer.destroy();
      throw error;
    }
  }

  /** Whether it detects lines in planes of this size. */
  isFor({ width, height }: Pick<PlaneShape, 'width' | 'height'>): boolean {
    const { plane } = this.scales[0]!;
    return plane.width === width && plane.height === height;
  }

  /** The last response. Its buffers belong to the detector, and are valid until the next run. */
  get found(): ResponseBuffers {
    const { samples, marks } = this.scales[0]!;
    return { samples, response: marks };
  }

  /** The recording that finds the response of samples packed as `pack` does. */
  on(samples: Uint32Array): Recording {
    return new Recording().write(this.scales[0]!.samples, samples).append(this.#recording);
  }

  /** Finds the response of samples packed as `pack` does. */
  async run(samples: Uint32Array, signal?: AbortSignal): Promise<ResponseBuffers> {
    await this.executor.submit(this.on(samples), signal);
    return this.found;
  }

  /** Frees its buffers, except those that have a new owner. */
  dispose(kept: readonly DeviceBuffer[] = []): void {
    for (const buffer of this.buffers) if (!kept.includes(buffer)) buffer.destroy();
  }
}

const record = (scales: readonly Scale[], options: DetectorOptions): Recording => {
  const recording = new Recording();
  const maxima = maximaConstants(options);
  const strength = strengthConstants(options);
  scales.forEach((scale, s) => {
    const { plane, size, samples, smoothed, marks, lines } = scale;
    const pixels = plane.width * plane.height;
    const tiles: Groups = [Math.ceil(plane.width / SIDE), Math.ceil(plane.height / SIDE), 1];
    const finer = scales[s - 1];
    if (finer) {
      const groups = itemGroups(Math.ceil(pixels / 2));
      recording.dispatch(
        halveSamples,
        { window: finer.strengthWindow, samples: finer.smoothed, halved: samples },
        groups,
      );
    }
    recording.dispatch(smoothSamples, { window: size, samples, smoothed }, itemGroups(Math.ceil(pixels / 2)));
    const seen = { window: scale.maximaWindow, samples: smoothed };
    if (scale.steps) {
      const { secondary, accepted } = scale.steps;
      recording
        .dispatch(primaryMaxima, { ...seen, primary: marks }, tiles, maxima)
        .dispatch(secondaryMaxima, { ...seen, secondary }, tiles, maxima)
        .dispatch(symmetryCheck, { ...seen, primary: marks, accepted }, tiles, maxima)
        .dispatch(secondarySearch, { ...seen, accepted, secondary, lines }, tiles, maxima);
    } else {
      recording
        .dispatch(combinedMaxima, { ...seen, marks }, tiles, maxima)
        .dispatch(combinedSearch, { ...seen, marks, lines }, tiles, maxima);
    }
    const strip = { window: scale.strengthWindow, samples: smoothed, lines, response: marks };
    recording.dispatch(lineResponse, strip, tiles, strength);
  });
  for (let s = scales.length - 2; s >= 0; s--) {
    const { plane, size, marks: response } = scales[s]!;
    const coarser = scales[s + 1]!.marks;
    recording.dispatch(addCoarser, { window: size, coarser, response }, itemGroups(plane.width * plane.height));
  }
  return recording;
};
