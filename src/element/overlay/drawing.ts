/** The overlay's drawing as data, in full-resolution pixels. */

import type { Picture } from '../../algorithm/algorithm.js';
import type { Point } from '../../contours/geometry.js';
import type { Box, Rect } from '../../core/geometry/rect.js';
import type { Ring } from '../../core/geometry/ring.js';
import type { Placement } from '../../image/samples.js';
import type { ContourFeature } from '../../worker/protocol.js';
import type { FileLayer } from './file-layer.js';

/** The part of a start, or of a change, that a tool has drawn so far. */
export type Draft =
  /** Path that a round tip has passed over; the radius is in image pixels. */
  | { readonly kind: 'stroke'; readonly line: readonly Point[]; readonly radius: number; readonly erases: boolean }
  | { readonly kind: 'box'; readonly rect: Rect; readonly grips: boolean }
  | {
      readonly kind: 'polygon';
      readonly vertices: readonly Point[];
      readonly tip?: Point;
      readonly line?: readonly Point[];
    };

/** A start whose run has no front yet. */
export interface StartDrawn {
  readonly rings: readonly Ring[];
  readonly closed: boolean;
  /** The boxes that the run starts from, or the one that it started from. */
  readonly boxes?: readonly Rect[];
  /** The points that the run starts from, while it has no front. */
  readonly points?: readonly Point[];
}

/** The front of the run under way. */
export interface Evolving extends StartDrawn {
  /** Drawn under all contours. */
  readonly picture?: Picture;
  /** On a volume: the slice of the rings. */
  readonly slice?: number;
}

/** A vertex of a contour. */
export interface VertexAddress {
  /** Index into `pathsOf(geometry).paths`. */
  readonly path: number;
  readonly vertex: number;
}

/** The vertices of the contour being edited. */
export interface Handles {
  readonly contour: ContourFeature;
  readonly active?: VertexAddress;
  /** Several that are chosen, by the index of their path. */
  readonly chosen?: ReadonlyMap<number, ReadonlySet<number>>;
}

/** One of a person's marks on the selected contour: a click of one position, or a stroke. */
export interface ShownHint {
  readonly stroke: readonly (readonly [x: number, y: number])[];
  readonly inside: boolean;
  /** Of a volume, where the mark names one. */
  readonly slice?: number;
}

/** Additions of the active tool to the drawing. */
export interface ToolMarks {
  readonly draft?: Draft;
  readonly handles?: Handles;
  readonly hints?: readonly ShownHint[];
  /** The keyboard's cursor. */
  readonly cursor?: Point;
  /** The round tip of the tool in hand; the radius is in CSS pixels. */
  readonly tip?: { readonly at: Point; readonly radius: number };
  /** Box of what can be moved, beside which there is a grip for it. */
  readonly grip?: Box;
  /** Contours that are being moved, by their ids, and how far. */
  readonly moving?: { readonly ids: ReadonlySet<string>; readonly by: Point };
  /** The contour under the pointer, by its id. */
  readonly hovered?: string;
}

/** All that the overlay draws in a frame. */
export interface Drawing extends ToolMarks {
  /** Contours of a file, under all others. */
  readonly layer?: FileLayer;
  readonly contours: readonly ContourFeature[];
  /** Drawn in the place of the contour of its id. */
  readonly preview?: ContourFeature;
  readonly selected?: string;
  /** All that are selected, where there are several. */
  readonly also?: ReadonlySet<string>;
  readonly evolving?: Evolving;
  /** Contours as they were before the last change, where that is to be seen. */
  readonly before?: readonly ContourFeature[];
  /** Starts whose runs have not begun. */
  readonly waiting?: readonly StartDrawn[];
  readonly picture?: Picture;
  /** The image's placement, where a scale bar is to be drawn. */
  readonly placement?: Placement;
}

/** A drawing of nothing. */
export const emptyDrawing: Drawing = { contours: [] };
