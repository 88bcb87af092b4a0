/** The tags that lay a TIFF on its image: GeoTIFF's, or a resolution where only the size of a pixel is known. */
import type { Placement } from '../../samples.js';
import { tags } from './tags.js';
import { DOUBLE, RATIONAL, SHORT, type TypedValues } from './write-directory.js';

const CENTIMETRE = 3;
const [PROJECTED, GEOGRAPHIC] = [1, 2] as const;

/** The tags for a placement; none where there is none, or where TIFF has no unit for it. */
export const placeTags = (placement: Placement | undefined): [number, TypedValues][] => {
  if (placement === undefined) return [];
  const { pixelWidth, pixelHeight, unit, origin, crs, axes } = placement;
  if (origin === undefined) {
    if (unit !== 'µm') return [];
    // Pixels a centimetre as rationals of millionths.
    const perCentimetre = (size: number): readonly number[] => {
      let denominator = 1;
      while (size >= 1e-2 && 10 * denominator * Math.max(1, 1e4 / size) <= 2 ** 32 - 1) denominator *= 10;
      return [Math.round((1e4 / size) * denominator), denominator];
    };
    return [
      [tags.XResolution, { type: RATIONAL, values: perCentimetre(pixelWidth) }],
      [tags.YResolution, { type: RATIONAL, values: perCentimetre(pixelHeight) }],
      [tags.ResolutionUnit, { type: SHORT, values: [CENTIMETRE] }],
    ];
  }
  const code = Number(/^EPSG:(\d+)$/.exec(crs ?? '')?.[1]);
  const geographic = unit === 'degree';
  const keys = [1024, 0, 1, geographic ? GEOGRAPHIC : PROJECTED, 1025, 0, 1, 1];
  if (code > 0 && code < 32767) keys.push(geographic ? 2048 : 3072, 0, 1, code);
  const system: [number, TypedValues] = [
    tags.GeoKeyDirectory,
    { type: SHORT, values: [1, 1, 0, keys.length / 4, ...keys] },
  ];
  if (axes !== undefined) {
    const [rightX, rightY, downX, downY] = axes;
    const matrix = [rightX, downX, 0, origin[0], rightY, downY, 0, origin[1], 0, 0, 0, 0, 0, 0, 0, 1];
    return [[tags.ModelTransformation, { type: DOUBLE, values: matrix }], system];
  }
  return [
    [tags.ModelPixelScale, { type: DOUBLE, values: [pixelWidth, pixelHeight, 0] }],
    [tags.ModelTiepoint, { type: DOUBLE, values: [0, 0, 0, ...origin, 0] }],
    system,
  ];
};
