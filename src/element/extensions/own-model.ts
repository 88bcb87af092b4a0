/** Models of a page, such as a neural network: prompts in, a mask or an outline out, which the snake refines. */
import type { Geometry } from '../../algorithm/algorithm.js';
import type { Point } from '../../contours/geometry.js';
import type { Mask } from '../../contours/shapes/mask-geometry.js';
import { badParameter } from '../../core/errors.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { Position } from '../../core/geometry/ring.js';
import type { ImageInfo } from '../../worker/protocol.js';
import { checkedEntry, type Title } from './table.js';

/** Prompts that a person has given for an object, in full-resolution pixels. */
export interface Prompts {
  /** The box drawn, or the one round the outline; where all objects are wanted, the part of the image to look at. */
  readonly box?: Rect;
  /** The outline drawn, or that of the contour to be corrected: the outer ring first, then holes. */
  readonly polygon?: readonly (readonly Position[])[];
  /** Points of the object: the click that started the run, then marks inside. */
  readonly inside: readonly Point[];
  /** Points that are not of the object. */
  readonly outside: readonly Point[];
  /** True where all objects are wanted. */
  readonly everywhere: boolean;
  /** Of a volume: the slice. */
  readonly slice?: number;
}

/** A part of the image as it is shown: RGBA, row by row. */
export interface PromptPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** The image that a model is asked about, and the means to look at it. */
export interface ModelContext {
  readonly image: ImageInfo;
  /** Aborted where the run is cancelled. */
  readonly signal: AbortSignal;
  /** The pixels of a rectangle, in full-resolution pixels, resampled to `width` × `height`, with the contrast of the display. */
  picture(rect: Rect, width: number, height: number): Promise<PromptPicture>;
}

/** One object: a mask, or an outline in full-resolution pixels. */
export type Proposal = Mask | Extract<Geometry, { readonly type: 'Polygon' | 'MultiPolygon' }>;

/** A model of the page: a function from prompts to an object. */
export interface ModelContribution {
  readonly id: string;
  readonly title: Title;
  /** False to keep the model's outlines as they are; the snake refines them when not given. */
  readonly refine?: boolean;
  /**
   * Finds the object that the prompts show, or several where all are wanted.
   * @returns one object, a list with one entry an object, or nothing where there is none
   */
  segment(prompts: Prompts, context: ModelContext): unknown;
}

/** Throws `bad-parameter`. `taken` are the ids of algorithms. */
export const checkedModel = (given: ModelContribution, taken: readonly string[]): ModelContribution => {
  const model = checkedEntry('model', given, taken, ['segment']);
  const { refine }: Partial<Record<keyof ModelContribution, unknown>> = model;
  if (refine !== undefined && typeof refine !== 'boolean')
    throw badParameter('model.refine', refine, 'it must be true or false');
  return model;
};
