/** Microscopy Bulk Simple Annotations as contours. */

import type { Position } from '../../../core/geometry/ring.js';
import { because, type Reason, type Told } from '../../../core/reasons.js';
import { isRecord } from '../../../core/record.js';
import { type Dataset, itemOf, itemsOf, numberOf, textOf, valuesOf } from '../../../image/formats/dicom/dataset.js';
import { closeRing } from '../../geometry.js';
import { type Bridge, opened } from '../../shapes/keyhole.js';
import { badImport, type Imported, leftOut, lines, solid } from '../features.js';
import { readGeoJSON } from '../geojson.js';
import { exact, readOwnMembers } from './own-members.js';
import { classIn, recordOf } from './properties.js';

/** @throws SegmenterError `bad-import` */
export const readAnnotations = (data: Dataset): Imported => {
  const kind = textOf(data, '006A0001');
  if (kind !== '2D')
    throw badImport(
      because(
        'dicom-coordinates',
      )`its AnnotationCoordinateType is ${kind ?? because('missing')`missing`}; read are those in pixels of the whole image (2D)`,
    );
  const origin = textOf(data, '00480301');
  if (origin === 'FRAME')
    throw badImport(
      because('dicom-origin')`its PixelOriginInterpretation is FRAME; read are coordinates in the whole image (VOLUME)`,
    );
  const groups = itemsOf(data, '006A0002');
  if (groups.length === 0)
    throw badImport(
      because('dicom-no-groups')`it has no groups: its AnnotationGroupSequence (006A,0002) is missing or empty`,
    );
  const left: Told[] = [];
  const objects = groups.flatMap((group, k) => readGroup(group, because('at-group')`group ${k + 1}`, left));
  objects.sort((a, b) => (a.place === b.place ? 0 : a.place - b.place));
  const { contours, ...after } = readGeoJSON({
    type: 'FeatureCollection',
    features: objects.map(({ feature }) => feature),
  });
  const before = leftOut(left);
  return { contours, ...after, ...before, skipped: [...before.skipped, ...after.skipped] };
};

interface Found {
  /** Position in the list of contours that was written; after all others where the file does not say. */
  readonly place: number;
  readonly feature: object;
}

/** Numbers of an element of bytes. */
const numbersOf = (
  data: Dataset,
  tag: string,
  Kind: Float32ArrayConstructor | Float64ArrayConstructor | Uint32ArrayConstructor,
  where: Reason,
): readonly number[] => {
  const [bytes] = valuesOf(data, tag);
  if (!(bytes instanceof ArrayBuffer)) return [];
  if (bytes.byteLength % Kind.BYTES_PER_ELEMENT !== 0)
    throw badImport(
      because(
        'dicom-multiple',
      )`${where} has ${bytes.byteLength} bytes in (${tag.slice(0, 4)},${tag.slice(4)}), not a multiple of ${Kind.BYTES_PER_ELEMENT}`,
    );
  return Array.from(new Kind(bytes));
};

/** Positions per annotation, for kinds with a fixed number of them. */
const FIXED: Readonly<Record<string, number>> = { RECTANGLE: 4, ELLIPSE: 4 };
const READ = new Set(['POLYGON', 'POLYLINE', 'RECTANGLE', 'ELLIPSE']);

const readGroup = (group: Dataset, where: Reason, left: Told[]): readonly Found[] => {
  const type = textOf(group, '00700023');
  const count = numberOf(group, '006A000C');
  if (type === undefined || !READ.has(type)) {
    left.push(because('left-graphic')`${where}: GraphicType ${type ?? because('none')`none`}`);
    return [];
  }
  const flat = [
    ...numbersOf(group, '00660016', Float32Array, where),
    ...numbersOf(group, '00660022', Float64Array, where),
  ];
  if (flat.length === 0 || flat.length % 2 !== 0 || !flat.every(Number.isFinite))
    throw badImport(
      because('coordinate-pairs')`${where} has ${flat.length} coordinates; it must have pairs of finite numbers`,
    );
  const starts = startsOf(group, type, flat.length, where);
  if (starts.length !== count)
    throw badImport(
      because(
        'dicom-annotation-count',
      )`${where} tells of ${Number.isNaN(count) ? because('no-number-of')`no number of` : count} annotations and has ${starts.length}`,
    );
  const own = recordOf(readOwnMembers(group));
  const classification = classIn(group, '006A000A', own.class);
  const told: readonly unknown[] =
    Array.isArray(own.annotations) && own.annotations.length === count ? own.annotations : [];
  const measured = readMeasurements(group, count, where);
  const objects = new Map<string, { readonly place: number; own: Own; parts: Part[]; measurements: object }>();
  for (const [k, start] of starts.entries()) {
    const points: Position[] = [];
    const end = (starts[k + 1] ?? flat.length + 1) - 1;
    for (let at = start - 1; at < end; at += 2) points.push([flat[at] ?? 0, flat[at + 1] ?? 0]);
    const its = toldOf(told[k]);
    const place = its.place ?? Infinity;
    const key = its.place === undefined ? `annotation ${k}` : `contour ${its.place}`;
    const object = objects.get(key) ?? { place, own: its, parts: [], measurements: measured[k] ?? {} };
    objects.set(key, object);
    object.parts.push(partOf(type, points, its.bridges));
  }
  return [...objects.values()].map(({ place, own: its, parts, measurements }) => ({
    place,
    feature: {
      type: 'Feature',
      id: its.id,
      geometry: type === 'POLYLINE' ? lines(parts.flat()) : solid(parts),
      properties: {
        objectType: its.objectType,
        measurements,
        ...(typeof its.name === 'string' ? { name: its.name } : {}),
        ...(classification ? { classification } : {}),
        ...(its.isLocked === true ? { isLocked: true } : {}),
      },
    },
  }));
};

/** The rings of a polygon, or the one line of a polyline. */
type Part = readonly (readonly Position[])[];

/** Private attributes of an annotation. */
interface Own {
  readonly place?: number;
  readonly id?: unknown;
  readonly name?: unknown;
  readonly objectType?: unknown;
  readonly isLocked?: unknown;
  /** `undefined` where the file does not say; its rings may then be closed already. */
  readonly bridges?: readonly Bridge[];
}

const isBridge = (value: unknown): value is Bridge =>
  Array.isArray(value) && value.length === 3 && value.every(Number.isSafeInteger);

const toldOf = (value: unknown): Own => {
  if (!isRecord(value)) return {};
  const { place, id, name, objectType, isLocked, bridges } = value;
  return {
    ...(typeof place === 'number' && Number.isSafeInteger(place) && place >= 0 ? { place } : {}),
    id,
    name,
    objectType,
    isLocked,
    bridges: Array.isArray(bridges) && bridges.every(isBridge) ? bridges : [],
  };
};

/** Index of the first coordinate of each annotation, from 1. */
const startsOf = (group: Dataset, type: string, length: number, where: Reason): readonly number[] => {
  const each = 2 * (FIXED[type] ?? 0);
  if (each > 0) {
    if (length % each !== 0)
      throw badImport(
        because('coordinate-multiple')`${where} of ${type} has ${length} coordinates, not a multiple of ${each}`,
      );
    return Array.from({ length: length / each }, (_, k) => each * k + 1);
  }
  const starts = numbersOf(group, '00660040', Uint32Array, where);
  const odd = starts.findIndex(
    (start, k) => start % 2 !== 1 || start <= (starts[k - 1] ?? 0) || start > length || (k === 0 && start !== 1),
  );
  if (odd >= 0)
    throw badImport(
      because(
        'dicom-annotation-order',
      )`${where} has annotation ${odd + 1} at coordinate ${starts[odd]} of ${length}; they must begin in order, each at an x`,
    );
  return starts;
};

/** Points of an ellipse given by the ends of its axes. */
const ELLIPSE = 72;

const partOf = (type: string, points: readonly Position[], bridges: readonly Bridge[] | undefined): Part => {
  if (type === 'POLYLINE') return [points];
  if (type === 'ELLIPSE') return [closeRing(ellipseOf(points))];
  return (bridges && opened(points, bridges)) ?? [closeRing([...points])];
};

const ellipseOf = ([
  [ax, ay] = [0, 0],
  [bx, by] = [0, 0],
  [cx, cy] = [0, 0],
  [dx, dy] = [0, 0],
]: readonly Position[]) => {
  const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
  return Array.from({ length: ELLIPSE }, (_, k): Position => {
    const turn = (2 * Math.PI * k) / ELLIPSE;
    const [u, v] = [Math.cos(turn) / 2, Math.sin(turn) / 2];
    return [x + u * (bx - ax) + v * (dx - cx), y + u * (by - ay) + v * (dy - cy)];
  });
};

const readMeasurements = (group: Dataset, count: number, where: Reason): readonly Record<string, number>[] => {
  const all = Array.from({ length: count }, () => new Map<string, number>());
  for (const measurement of itemsOf(group, '00660121')) {
    const told = textOf(itemOf(measurement, '0040A043'), '00080104');
    const name = exact(told, recordOf(readOwnMembers(measurement)).name) ?? 'Measurement';
    const values = itemOf(measurement, '00660132');
    const numbers = numbersOf(values, '00660125', Float32Array, where);
    const listed = numbersOf(values, '006A0011', Uint32Array, where);
    const places = listed.length > 0 ? listed : numbers.map((_, k) => k + 1);
    if (places.length !== numbers.length)
      throw badImport(
        because('dicom-value-count')`${where} has ${numbers.length} values of ${name} for ${places.length} annotations`,
      );
    for (const [k, place] of places.entries()) {
      const object = all[place - 1];
      if (!object)
        throw badImport(
          because('dicom-value-place')`${where} has a value of ${name} for annotation ${place} of ${count}`,
        );
      const value = numbers[k];
      if (value !== undefined && Number.isFinite(value)) object.set(name, value);
    }
  }
  return all.map((its) => Object.fromEntries(its));
};
