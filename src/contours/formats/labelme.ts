/** LabelMe's JSON (github.com/wkentaro/labelme): shapes of an image, each with a label and points. */

import type { Geometry } from '../../algorithm/algorithm.js';
import type { ContourFeature } from '../../algorithm/contour-feature.js';
import { polygonsOf } from '../../algorithm/shapes/polygons.js';
import { show } from '../../core/errors.js';
import { hypotenuse } from '../../core/geometry/hypotenuse.js';
import type { Position } from '../../core/geometry/ring.js';
import { because, type Told } from '../../core/reasons.js';
import { isRecord } from '../../core/record.js';
import { closeRing } from '../geometry.js';
import { keyhole } from '../shapes/keyhole.js';
import {
  badImport,
  colourOf,
  feature,
  type ImageFrame,
  type Imported,
  idKeeper,
  leftOut,
  lines,
  solid,
} from './features.js';
import { nameOf } from './yolo.js';

interface Shape {
  readonly label: string;
  readonly points: readonly Position[];
  readonly group_id: number | null;
  readonly description: string;
  readonly shape_type: 'polygon' | 'linestrip';
  readonly flags: object;
}

/** Parts of one object share a group; holes are reached by bridges. The id of an object is its description. */
export const writeLabelme = (contours: readonly ContourFeature[], { name, width, height }: ImageFrame): string => {
  const shapes = contours.flatMap((contour, k): Shape[] => {
    const { geometry, id } = contour;
    const areas = polygonsOf(geometry).map(keyhole);
    const strips =
      geometry.type === 'LineString'
        ? [geometry.coordinates]
        : geometry.type === 'MultiLineString'
          ? geometry.coordinates
          : [];
    const parts = [
      ...areas.map((points) => ({ points, shape_type: 'polygon' as const })),
      ...strips.map((points) => ({ points, shape_type: 'linestrip' as const })),
    ];
    const group = { group_id: parts.length > 1 ? k + 1 : null, description: id, flags: {} };
    return parts.map((part) => ({ label: nameOf(contour) || 'object', ...part, ...group }));
  });
  const image = { imagePath: name, imageData: null, imageHeight: height, imageWidth: width };
  return JSON.stringify({ version: '5.5.0', flags: {}, shapes, ...image }, null, 1);
};

/** Whether parsed JSON is a file of LabelMe. */
export const looksLikeLabelme = (
  data: unknown,
): data is Readonly<Record<string, unknown>> & { readonly shapes: readonly unknown[] } =>
  isRecord(data) && Array.isArray(data.shapes) && 'imagePath' in data;

/** Shapes of one group are one object. Throws `bad-import` for the whole file where a point is invalid. */
export const readLabelme = ({ shapes }: { readonly shapes: readonly unknown[] }): Imported => {
  const keep = idKeeper();
  const left: Told[] = [];
  const groups = new Map<
    unknown,
    { label: string; id: unknown; content: string; areas: Position[][][]; strips: Position[][] }
  >();
  for (const [k, shape] of shapes.entries()) {
    const where = `shapes[${k}]`;
    if (!isRecord(shape)) throw badImport(because('no-object-at')`${where} is ${show(shape)}, not an object`);
    const { label, shape_type: type = 'polygon', group_id: group, description } = shape;
    const points = pointsOf(shape.points, where);
    const ring = ringOf(type, points);
    const line = type === 'linestrip' || type === 'line';
    if (!ring && !line) {
      left.push(because('reason-at')`${where}: ${show(type)}`);
      continue;
    }
    const key = typeof group === 'number' ? `${group} ${show(label)}` : where;
    const object = groups.get(key) ?? { label: '', id: description, content: '', areas: [], strips: [] };
    groups.set(key, object);
    if (typeof label === 'string') object.label = label;
    object.content += JSON.stringify([label, points]);
    if (ring) object.areas.push([closeRing(ring)]);
    else object.strips.push(points);
  }
  const contours = [...groups.values()].flatMap(({ label, id, content, areas, strips }) => {
    const geometry: Geometry | undefined = solid(areas) ?? lines(strips);
    const classification =
      label === '' || label === 'object' ? {} : { classification: { name: label, color: colourOf(label) } };
    return geometry ? [feature(keep(id, content), geometry, classification)] : [];
  });
  return { contours, ...leftOut(left) };
};

const ringOf = (type: unknown, points: Position[]): Position[] | undefined => {
  if (type === 'polygon') return points;
  const [[x0, y0] = [0, 0], [x1, y1] = [0, 0]] = points;
  if (type === 'rectangle' && points.length === 2)
    return [
      [x0, y0],
      [x1, y0],
      [x1, y1],
      [x0, y1],
    ];
  if (type !== 'circle' || points.length !== 2) return undefined;
  const radius = hypotenuse(x1 - x0, y1 - y0);
  return Array.from({ length: 64 }, (_, k): Position => {
    const angle = (2 * Math.PI * k) / 64;
    return [x0 + radius * Math.cos(angle), y0 + radius * Math.sin(angle)];
  });
};

const pointsOf = (value: unknown, where: string): Position[] => {
  if (!Array.isArray(value)) throw badImport(because('points-no-list')`${where}.points is ${show(value)}, not a list`);
  return value.map((point: unknown): Position => {
    const [x, y]: unknown[] = Array.isArray(point) ? point : [];
    if (typeof x !== 'number' || typeof y !== 'number' || !Number.isFinite(x) || !Number.isFinite(y))
      throw badImport(because('points-numbers')`${where}.points has ${show(point)}; two finite numbers are wanted`);
    return [x, y];
  });
};
