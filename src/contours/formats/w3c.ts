/** W3C Web Annotations with the selectors that Annotorious reads (its `SVGSelector`, `pathParser`). */
import type { ContourFeature } from '../../worker/protocol.js';
import { pathsOf, polygonsOf } from '../geometry.js';
import { badImport, feature, type ImageFrame, type Imported, idKeeper, isRecord } from './features.js';
import { classificationOf } from './geojson.js';
import { rectangle, shapesIn, writePath } from './svg-shapes.js';

const selectorOf = ({ geometry }: ContourFeature): string => {
  if (geometry.type === 'Polygon' && geometry.coordinates.length === 1) {
    const points = geometry.coordinates[0]!.slice(0, -1).map(([x, y]) => `${x},${y}`);
    return `<svg><polygon points="${points.join(' ')}" /></svg>`;
  }
  const { closed, paths } = pathsOf(geometry);
  const shapes = closed
    ? polygonsOf(geometry).map((rings) => `<path fill-rule="evenodd" d="${writePath(rings, true)}" />`)
    : paths.map((path) => `<path fill="none" d="${writePath([path], false)}" />`);
  return `<svg><g>${shapes.join('')}</g></svg>`;
};

/** A JSON array of annotations. */
export const writeW3C = (contours: readonly ContourFeature[], image: ImageFrame): string =>
  JSON.stringify(
    contours.map((contour) => {
      const { classification, name } = contour.properties;
      return {
        '@context': 'http://www.w3.org/ns/anno.jsonld',
        id: contour.id,
        type: 'Annotation',
        body: [
          ...(classification ? [{ type: 'TextualBody', purpose: 'tagging', value: classification.name }] : []),
          ...(name === undefined ? [] : [{ type: 'TextualBody', purpose: 'commenting', value: name }]),
        ],
        target: {
          type: 'SpecificResource',
          source: image.name,
          selector: { type: 'SvgSelector', value: selectorOf(contour) },
        },
      };
    }),
  );

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

const bodies = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  (Array.isArray(value) ? value : [value]).filter(isRecord);

const textOf = (annotation: Readonly<Record<string, unknown>>, purpose: string): string | undefined => {
  const body = bodies(annotation.body).find((entry) => entry.purpose === purpose);
  return typeof body?.value === 'string' ? body.value : undefined;
};

export const looksLikeW3C = (data: unknown): boolean => {
  const entry = first(isRecord(data) && Array.isArray(data.items) ? data.items : data);
  return isRecord(entry) && entry.type === 'Annotation' && 'target' in entry;
};

/** One annotation, an array, or an AnnotationPage with `items`. */
export const readW3C = (data: unknown): Imported => {
  const entries = isRecord(data) && Array.isArray(data.items) ? data.items : Array.isArray(data) ? data : [data];
  const keep = idKeeper();
  const contours: ContourFeature[] = [];
  const skipped: string[] = [];
  for (const [k, entry] of entries.entries()) {
    if (!isRecord(entry)) throw badImport(`annotation ${k} is no object`);
    const target = first(entry.target);
    const selector = isRecord(target) ? first(target.selector) : undefined;
    const value = isRecord(selector) && typeof selector.value === 'string' ? selector.value : '';
    const box = /^xywh=(?:pixel:)?(-?[\d.]+),(-?[\d.]+),([\d.]+),([\d.]+)$/.exec(value);
    const shapes = box ? [] : shapesIn(value);
    const geometry = box
      ? rectangle(Number(box[1]), Number(box[2]), Number(box[3]), Number(box[4]))
      : joined(shapes.map((shape) => shape.geometry));
    if (!geometry) {
      skipped.push(`annotation ${k}: selector ${isRecord(selector) ? String(selector.type) : 'none'}`);
      continue;
    }
    const classification = classificationOf(textOf(entry, 'tagging'));
    const name = textOf(entry, 'commenting');
    const id = typeof entry.id === 'string' ? entry.id.replace(/^(#|urn:uuid:)/, '') : undefined;
    contours.push(
      feature(keep(id), geometry, {
        ...(classification ? { classification } : {}),
        ...(name === undefined ? {} : { name }),
      }),
    );
  }
  return { contours, skipped };
};

type Shape = ContourFeature['geometry'];

/** One annotation is one contour, however many shapes its selector has. */
const joined = (geometries: readonly Shape[]): Shape | undefined => {
  if (geometries.length < 2) return geometries[0];
  const polygons = geometries.flatMap((geometry) => polygonsOf(geometry));
  if (polygons.length > 0) return { type: 'MultiPolygon', coordinates: polygons };
  return { type: 'MultiLineString', coordinates: geometries.flatMap((geometry) => pathsOf(geometry).paths) };
};
