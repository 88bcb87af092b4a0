/** A stand-alone SVG drawing of the contours in image pixels, and contours from such a drawing. */

import type { ContourFeature } from '../../../algorithm/contour-feature.js';
import { polygonsOf } from '../../../algorithm/shapes/polygons.js';
import { because } from '../../../core/reasons.js';
import { xmlText } from '../../../core/xml.js';
import { pathsOf } from '../../geometry.js';
import { badImport, feature, type ImageFrame, type Imported, idKeeper, leftOut } from '../features.js';
import { classificationOf } from '../geojson.js';
import { writePath } from './path.js';
import { shapesIn } from './shapes.js';

/** Writes contours as an SVG of the image's size. */
export const writeSVG = (contours: readonly ContourFeature[], image: ImageFrame): string => {
  const shapes = contours.map(({ id, geometry, properties }) => {
    const { classification } = properties;
    const [r, g, b] = (classification?.color ?? [0, 160, 220]).map((value) => Number(value) | 0);
    const { closed, paths } = pathsOf(geometry);
    const d = closed
      ? polygonsOf(geometry)
          .map((rings) => writePath(rings, true))
          .join(' ')
      : writePath(paths, false);
    const fill = closed ? `fill="rgb(${r},${g},${b})" fill-opacity="0.15" fill-rule="evenodd"` : 'fill="none"';
    const label = classification ? ` data-class="${xmlText(classification.name)}"` : '';
    const title = properties.name ?? classification?.name;
    const inner = title === undefined ? '/>' : `><title>${xmlText(title)}</title></path>`;
    return `  <path data-id="${xmlText(id)}"${label} d="${d}" ${fill} stroke="rgb(${r},${g},${b})" vector-effect="non-scaling-stroke"${inner}`;
  });
  const { width, height } = image;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    ...shapes,
    '</svg>',
    '',
  ].join('\n');
};

/** Reads contours from an SVG. Throws `bad-import`. */
export const readSVG = (markup: string): Imported => {
  const { shapes, skipped, svg, failure } = shapesIn(markup);
  if (!svg) throw badImport(because('no-svg')`its first element is no <svg>`);
  if (failure && shapes.length === 0) throw failure;
  const keep = idKeeper();
  const contours = shapes.map(({ geometry, attributes }) => {
    const classification = classificationOf(attributes['data-class']);
    return feature(keep(attributes['data-id']), geometry, classification ? { classification } : {});
  });
  return { contours, ...leftOut(skipped) };
};
