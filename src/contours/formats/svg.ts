/** A stand-alone SVG drawing of the contours in image pixels, and contours from such a drawing. */
import type { ContourFeature } from '../../worker/protocol.js';
import { pathsOf, polygonsOf } from '../geometry.js';
import { badImport, feature, type ImageFrame, type Imported, idKeeper } from './features.js';
import { classificationOf } from './geojson.js';
import { encode, shapesIn, writePath } from './svg-shapes.js';

export const writeSVG = (contours: readonly ContourFeature[], image: ImageFrame): string => {
  const shapes = contours.map(({ id, geometry, properties }) => {
    const { classification } = properties;
    const [r, g, b] = classification?.color ?? [0, 160, 220];
    const { closed, paths } = pathsOf(geometry);
    const d = closed
      ? polygonsOf(geometry)
          .map((rings) => writePath(rings, true))
          .join(' ')
      : writePath(paths, false);
    const fill = closed ? `fill="rgb(${r},${g},${b})" fill-opacity="0.15" fill-rule="evenodd"` : 'fill="none"';
    const label = classification ? ` data-class="${encode(classification.name)}"` : '';
    const title = properties.name ?? classification?.name;
    const inner = title === undefined ? '/>' : `><title>${encode(title)}</title></path>`;
    return `  <path data-id="${id}"${label} d="${d}" ${fill} stroke="rgb(${r},${g},${b})" vector-effect="non-scaling-stroke"${inner}`;
  });
  const { width, height } = image;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    ...shapes,
    '</svg>',
    '',
  ].join('\n');
};

export const readSVG = (markup: string): Imported => {
  if (!/<svg[\s>]/.test(markup)) throw badImport('the text has no <svg> element');
  const keep = idKeeper();
  const contours = shapesIn(markup).map(({ geometry, attributes }) => {
    const classification = classificationOf(attributes['data-class']);
    return feature(keep(attributes['data-id']), geometry, classification ? { classification } : {});
  });
  return { contours, skipped: [] };
};
