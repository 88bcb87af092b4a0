/** W3C Web Annotations with the selectors that Annotorious reads (its `SVGSelector`, `pathParser`), and its own annotations. */

import type { ContourFeature } from '../../algorithm/contour-feature.js';
import { polygonal, polygonsOf } from '../../algorithm/shapes/polygons.js';
import { reasonWithin, SegmenterError, show } from '../../core/errors.js';
import { because, type Reason, type Told } from '../../core/reasons.js';
import { isRecord } from '../../core/record.js';
import { pathsOf } from '../geometry.js';
import { isOwnShape, ownShape } from './annotorious.js';
import { badImport, feature, foreignMembers, type ImageFrame, type Imported, idKeeper, leftOut } from './features.js';
import { classificationOf } from './geojson.js';
import { writePath } from './svg/path.js';
import { rectangle, type SvgShapes, shapesIn } from './svg/shapes.js';

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
      const { members, bodies } = keptOf(contour);
      return {
        '@context': 'http://www.w3.org/ns/anno.jsonld',
        ...members,
        id: contour.id,
        type: 'Annotation',
        body: [
          ...(classification ? [{ type: 'TextualBody', purpose: 'tagging', value: classification.name }] : []),
          ...(name === undefined ? [] : [{ type: 'TextualBody', purpose: 'commenting', value: name }]),
          ...bodies,
        ],
        target: {
          type: 'SpecificResource',
          source: image.source ?? image.name,
          selector: { type: 'SvgSelector', value: selectorOf(contour) },
        },
      };
    }),
  );

/** Members of an annotation that are read. */
const MEMBERS = new Set(['@context', 'id', 'type', 'body', 'target']);

/** Members and bodies of the annotation that a contour was read from, beside its class and its name: `properties.annotation`. */
const keptOf = (contour: ContourFeature) => {
  const kept: unknown = Reflect.get(contour.properties, 'annotation');
  const { members, bodies } = isRecord(kept) ? kept : {};
  return { members: isRecord(members) ? members : {}, bodies: Array.isArray(bodies) ? bodies : [] };
};

/** The part of an annotation that is read neither as class nor as name, for `properties.annotation`. */
const foreignOf = (annotation: Readonly<Record<string, unknown>>, used: readonly unknown[]) => {
  const members = foreignMembers(annotation, MEMBERS);
  const others = bodies(annotation.body).filter((body) => !used.includes(body));
  const { kept } = foreignMembers({ kept: others }, new Set());
  const some = Object.keys(members).length > 0 || others.length > 0;
  return some ? { annotation: { members, bodies: kept } } : {};
};

/** The selector with the exact outline if there are several; Mirador writes a box before it. */
const selectorIn = (selector: unknown): unknown =>
  Array.isArray(selector)
    ? (selector.find((each) => isRecord(each) && each.type === 'SvgSelector' && each.value) ?? selector[0])
    : selector;

/** The fragment of a canvas's URL, which IIIF uses if there is only a box. */
const fragmentIn = (target: unknown): unknown => {
  const [, value] = typeof target === 'string' ? (/#(xywh=.*)$/.exec(target) ?? []) : [];
  return value === undefined ? undefined : { type: 'FragmentSelector', value };
};

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

const bodies = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  (Array.isArray(value) ? value : [value]).filter(isRecord);

const bodyOf = (annotation: Readonly<Record<string, unknown>>, purpose: string) =>
  bodies(annotation.body).find((entry) => entry.purpose === purpose && typeof entry.value === 'string');

/** Whether parsed JSON is a W3C annotation, a list of them, or Annotorious' own. */
export const looksLikeW3C = (data: unknown): boolean => {
  if (isRecord(data) && data.type === 'AnnotationPage') return true;
  const entry = first(isRecord(data) && Array.isArray(data.items) ? data.items : data);
  if (!isRecord(entry) || !('target' in entry)) return false;
  return entry.type === 'Annotation' || (isRecord(entry.target) && isOwnShape(entry.target.selector));
};

const nth = (k: number): Reason => because('at-annotation')`annotation ${k}`;

/** One annotation, an array, or an AnnotationPage with `items`. One that cannot be read is skipped, unless none can. */
export const readW3C = (data: unknown): Imported => {
  const page = isRecord(data) && data.type === 'AnnotationPage' && data.items === undefined ? [] : [data];
  const entries = isRecord(data) && Array.isArray(data.items) ? data.items : Array.isArray(data) ? data : page;
  const keep = idKeeper();
  const contours: ContourFeature[] = [];
  const left: Told[] = [];
  let failure: SegmenterError | undefined;
  for (const [k, entry] of entries.entries()) {
    try {
      if (!isRecord(entry)) throw badImport(because('annotation-no-object')`annotation ${k} is no object`);
      const read = contourOf(entry, k, keep);
      if (read.contour) contours.push(read.contour);
      for (const what of read.skipped) left.push(because('reason-at')`${nth(k)}: ${what}`);
      failure ??= read.failure;
    } catch (error) {
      if (!(error instanceof SegmenterError)) throw error;
      failure ??= error;
      left.push(reasonWithin(error));
    }
  }
  if (failure && contours.length === 0) throw failure;
  return { contours, ...leftOut(left) };
};

interface Read {
  readonly contour?: ContourFeature;
  readonly skipped: readonly Told[];
  readonly failure?: SegmenterError;
}

const contourOf = (entry: Readonly<Record<string, unknown>>, k: number, keep: (id: unknown) => string): Read => {
  const target = first(entry.target);
  const selector = isRecord(target) ? selectorIn(target.selector) : fragmentIn(target);
  const drawn = isOwnShape(selector) ? ownDrawn(selector, k) : drawnBy(selector, k);
  const geometry = joined(drawn.shapes.map((shape) => shape.geometry));
  const { failure } = drawn;
  const told = failure ? { failure } : {};
  if (!geometry) {
    const kind = because('left-selector')`selector ${isRecord(selector) ? show(selector.type) : because('none')`none`}`;
    return { skipped: drawn.skipped.length > 0 ? drawn.skipped : [kind], ...told };
  }
  const open = drawn.shapes.filter((shape) => polygonsOf(shape.geometry).length === 0).length;
  const beside =
    open > 0 && open < drawn.shapes.length ? [because('left-lines')`lines beside its polygons: ${open}`] : [];
  // Annotorious' own annotations have `bodies`.
  const annotation = isOwnShape(selector) ? { ...entry, body: entry.bodies, bodies: undefined } : entry;
  const [tag, comment] = [bodyOf(annotation, 'tagging'), bodyOf(annotation, 'commenting')];
  const classification = classificationOf(tag?.value);
  const id = typeof entry.id === 'string' ? entry.id.replace(/^(#|urn:uuid:)/, '') : undefined;
  const contour = feature(keep(id), geometry, {
    ...(classification ? { classification } : {}),
    ...(typeof comment?.value === 'string' ? { name: comment.value } : {}),
    ...foreignOf(annotation, [tag, comment]),
  });
  return { contour, skipped: [...drawn.skipped, ...beside], ...told };
};

type Drawn = Pick<SvgShapes, 'shapes' | 'skipped' | 'failure'>;

const drawnBy = (selector: unknown, k: number): Drawn => {
  const value = isRecord(selector) && typeof selector.value === 'string' ? selector.value : '';
  return value.startsWith('xywh=') ? boxed(value, k) : drawnIn(value);
};

const ownDrawn = (selector: Readonly<Record<string, unknown>>, k: number): Drawn => {
  try {
    const geometry = ownShape(selector);
    return { shapes: geometry ? [{ geometry, attributes: {} }] : [], skipped: [] };
  } catch (error) {
    if (error instanceof SegmenterError) throw badImport(because('reason-at')`${nth(k)}: ${reasonWithin(error)}`);
    throw error;
  }
};

/** The part of a media fragment with a box (Media Fragments URI 1.0, section 4.2.2). */
const BOX = /^xywh=(?:pixel:)?(-?[\d.]+),(-?[\d.]+),([\d.]+),([\d.]+)$/;

/** @throws SegmenterError `bad-import` where it is not a box of positive size in pixels */
const boxed = (value: string, k: number): Drawn => {
  const [x, y, width, height] = (BOX.exec(value) ?? []).slice(1).map(Number);
  if (x === undefined || y === undefined || ![x, y, width, height].every(Number.isFinite) || !width || !height)
    throw badImport(
      because(
        'annotation-selector',
      )`annotation ${k} has the selector ${show(value)}; wanted is xywh=x,y,width,height in pixels`,
    );
  return { shapes: [{ geometry: rectangle(x, y, width, height), attributes: {} }], skipped: [] };
};

/** The rings that an SVG selector draws; none for other selectors. */
const drawnIn = (value: string): Drawn =>
  value.trimStart().startsWith('<') ? shapesIn(value) : { shapes: [], skipped: [] };

type Shape = ContourFeature['geometry'];

/** One annotation is one contour, even if its selector has several shapes; lines are left out if there are polygons. */
const joined = (geometries: readonly Shape[]): Shape | undefined => {
  if (geometries.length < 2) return geometries[0];
  const lines = () => geometries.flatMap((geometry) => pathsOf(geometry).paths);
  return (
    polygonal(geometries.flatMap((geometry) => polygonsOf(geometry))) ?? {
      type: 'MultiLineString',
      coordinates: lines(),
    }
  );
};
