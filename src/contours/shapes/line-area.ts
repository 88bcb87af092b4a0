/** Lines as areas of their width, for masks. */

import type { ContourFeature } from '../../algorithm/contour-feature.js';
import { hypotenuse } from '../../core/geometry/hypotenuse.js';
import type { Position } from '../../core/geometry/ring.js';

/** Narrower lines are as wide as this, in pixels: then each column, or each row, that they pass has a pixel of them. */
const NARROWEST = 1;
/** Corners of the round ends of segments. */
const CORNERS = 16;

/** The mean width that was measured, else the width of a line that marks one pixel. */
const widthOf = ({ properties: { measurements } }: ContourFeature): number => {
  const width = measurements['Mean width px'] ?? NARROWEST;
  return Number.isFinite(width) ? Math.max(NARROWEST, width) : NARROWEST;
};

/** Closed rings that overlap: one for each segment, and one round each vertex; none of areas. */
export const linePieces = (contour: ContourFeature): readonly (readonly Position[])[] => {
  const { geometry } = contour;
  const lines =
    geometry.type === 'LineString'
      ? [geometry.coordinates]
      : geometry.type === 'MultiLineString'
        ? geometry.coordinates
        : [];
  const reach = widthOf(contour) / 2;
  return lines.flatMap((line) => [
    ...line.slice(1).flatMap((to, k) => segment(line[k] ?? to, to, reach)),
    ...(reach > NARROWEST ? line.map((at) => disc(at, reach)) : []),
  ]);
};

const segment = ([x0, y0]: Position, [x1, y1]: Position, reach: number): readonly (readonly Position[])[] => {
  const length = hypotenuse(x1 - x0, y1 - y0);
  if (length === 0) return [];
  const [dx, dy] = [(-(y1 - y0) / length) * reach, ((x1 - x0) / length) * reach];
  return [
    [
      [x0 + dx, y0 + dy],
      [x1 + dx, y1 + dy],
      [x1 - dx, y1 - dy],
      [x0 - dx, y0 - dy],
      [x0 + dx, y0 + dy],
    ],
  ];
};

const disc = ([x, y]: Position, radius: number): readonly Position[] =>
  Array.from({ length: CORNERS + 1 }, (_, k): Position => {
    const angle = (2 * Math.PI * (k % CORNERS)) / CORNERS;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
