/** Contours as labels on the pixel grid, row by row; `core/geometry/scanline.ts` defines which pixels belong to a contour. */

import type { ContourFeature } from '../../algorithm/contour-feature.js';
import { polygonsOf } from '../../algorithm/shapes/polygons.js';
import { SegmenterError } from '../../core/errors.js';
import type { Position } from '../../core/geometry/ring.js';
import { columnOf, type Edge, edgeOf } from '../../core/geometry/scanline.js';
import { because } from '../../core/reasons.js';
import { linePieces } from '../shapes/line-area.js';
import { describeClasses } from './class-names.js';
import type { ImageFrame } from './features.js';
import { classNumbers, nameOf } from './yolo.js';

interface LabelledEdge extends Edge {
  readonly label: number;
}

/** Edges of pieces, and for each piece the label that it leaves; pieces may overlap, and the rings of one piece follow the even-odd rule. */
const edgesOf = (
  contours: readonly ContourFeature[],
  labelFor: (place: number) => number,
  withLines: boolean,
): { readonly edges: readonly LabelledEdge[]; readonly values: readonly number[] } => {
  const edges: LabelledEdge[] = [];
  const values: number[] = [];
  const add = (rings: readonly (readonly Position[])[], place: number): void => {
    const label = values.push(labelFor(place)) - 1;
    for (const ring of rings) {
      let before: Position | undefined;
      for (const position of ring) {
        const edge = before && edgeOf(before, position);
        if (edge) edges.push({ ...edge, label });
        before = position;
      }
    }
  };
  for (const [place, contour] of contours.entries()) {
    const polygons = polygonsOf(contour.geometry);
    if (polygons.length > 0) add(polygons.flat(), place);
    else if (withLines) for (const piece of linePieces(contour)) add([piece], place);
  }
  return { edges: edges.sort((a, b) => a.first - b.first), values };
};

/** The label of each contour by its place in the list, and whether lines are drawn. */
export interface LabelChoice {
  readonly labelFor?: (place: number) => number;
  readonly withLines?: boolean;
}

/**
 * Rows of labels, top to bottom: 0 is background, n the n-th contour, or what `labelFor` gives for its place; a later contour lies over
 * an earlier one. Lines are skipped, or drawn with their measured width.
 */
export function* labelRows(
  contours: readonly ContourFeature[],
  width: number,
  height: number,
  { labelFor = (place) => place + 1, withLines = false }: LabelChoice = {},
): Generator<Uint16Array, void> {
  const { edges, values } = edgesOf(contours, labelFor, withLines);
  const row = new Uint16Array(width);
  let next = 0;
  let active: LabelledEdge[] = [];
  for (let r = 0; r < height; r++) {
    while (next < edges.length && edges[next]!.first <= r) active.push(edges[next++]!);
    active = active.filter((edge) => edge.end > r);
    row.fill(0);
    const crossings = active
      .map((edge) => ({ label: edge.label, column: columnOf(edge, r) }))
      .sort((a, b) => a.label - b.label || a.column - b.column);
    for (let k = 0; k + 1 < crossings.length; k += 2) {
      const { label, column } = crossings[k]!;
      const from = Math.max(0, column);
      const to = Math.min(width, crossings[k + 1]!.column);
      if (from < to) row.fill(values[label]!, from, to);
    }
    yield row;
  }
}

/** Labels of an image, row by row. */
export interface LabelMask {
  readonly width: number;
  readonly height: number;
  readonly bits: 8 | 16;
  readonly rows: Iterable<Uint16Array>;
  /** Names of the labels, in ASCII. */
  readonly description?: string;
}

/** A mask of labels with the smallest sufficient number of bits. Throws `unsupported` above 65 535 contours. */
export const labelMask = (contours: readonly ContourFeature[], { width, height }: ImageFrame): LabelMask => {
  if (contours.length > 65535) {
    throw new SegmenterError('unsupported', {
      what: because('a-mask')`A mask`,
      reason: because('objects-16')`${contours.length} objects; at most 65535`,
    });
  }
  return {
    width,
    height,
    bits: contours.length > 255 ? 16 : 8,
    rows: labelRows(contours, width, height, { withLines: true }),
  };
};

/** A mask of classes: 0 is background, n the n-th class of the image's list, then those that only occur. Throws `unsupported`. */
export const classMask = (contours: readonly ContourFeature[], image: ImageFrame): LabelMask => {
  const { width, height } = image;
  const numbers = classNumbers(contours, image.classes);
  if (numbers.size > 65535) {
    throw new SegmenterError('unsupported', {
      what: because('a-mask')`A mask`,
      reason: because('classes-16')`${numbers.size} classes; at most 65535`,
    });
  }
  const rows = labelRows(contours, width, height, {
    labelFor: (place) => (numbers.get(nameOf(contours[place]!)) ?? 0) + 1,
    withLines: true,
  });
  const description = numbers.size > 0 && describeClasses([...numbers.keys()]);
  return { width, height, bits: numbers.size > 255 ? 16 : 8, rows, ...(description ? { description } : {}) };
};
