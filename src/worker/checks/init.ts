import type { Start } from '../../algorithm/start.js';
import { SegmenterError, show } from '../../core/errors.js';
import type { Rect } from '../../core/geometry/rect.js';
import { intersection } from '../../core/geometry/rect.js';
import type { Position } from '../../core/geometry/ring.js';
import { clipRing, distinct, positionsOf, signedArea } from '../../core/geometry/ring.js';
import { firstTouch } from '../../core/geometry/segments.js';
import { isFiniteNumber } from '../../core/numbers/finite.js';
import { because, type Reason, type Told } from '../../core/reasons.js';
import { rectOf, upright } from './request.js';
import { toldInit } from './told-init.js';

/**
 * Checks a start: a rectangle is made upright, everything is clipped to `bounds` (the image, or
 * the domain in it), polygons lose repeated vertices and are returned closed. A Feature stands for its geometry, as when
 * a contour is refined. Throws `bad-init`, naming the start and the reason.
 * @param filled whether the polygon is only filled, by the even-odd rule; it may then touch itself
 */
export const checkInit = (init: unknown, bounds: Rect, filled = false): Start => {
  const refuse: Refuse = (reason) => {
    throw new SegmenterError('bad-init', { init: show(init), reason });
  };
  const told = toldInit(init);
  switch (told.kind) {
    case 'everywhere':
      return { kind: 'everywhere' };
    case 'geometry':
      return checkGeometry(told.geometry, bounds, filled, refuse);
    case 'box':
      return { kind: 'box', rect: checkBox(told.box, bounds, refuse) };
    case 'point':
      return checkPoint(told.x, told.y, bounds, refuse);
    case 'list':
    case 'id':
    case 'none':
      return refuse(WANTED);
  }
};

type Refuse = (reason: Told) => never;

const WANTED = because(
  'wanted-start',
)`it must be {x, y, width, height}, {x, y}, a GeoJSON Polygon or 'auto', in full-resolution pixels of the image`;

const where = ({ x, y, width, height }: Rect): Reason =>
  because('x-and-y')`x from ${x} to ${x + width}, y from ${y} to ${y + height}`;

const checkBox = (init: object, bounds: Rect, refuse: Refuse): Rect => {
  const rect = rectOf(init);
  if (rect === undefined) return refuse(because('box-finite')`x, y, width and height must be finite numbers`);
  if (rect.width === 0 || rect.height === 0) return refuse(because('box-empty')`the box is empty`);
  const cut = intersection(upright(rect), bounds);
  if (cut === undefined) return refuse(because('box-outside')`the box lies outside ${where(bounds)}`);
  if (cut.width < 1 || cut.height < 1) return refuse(because('box-thin')`the box is less than a pixel wide or high`);
  return cut;
};

const checkPoint = (x: unknown, y: unknown, bounds: Rect, refuse: Refuse): Start => {
  if (!isFiniteNumber(x) || !isFiniteNumber(y)) return refuse(because('point-finite')`x and y must be finite numbers`);
  const right = bounds.x + bounds.width;
  const bottom = bounds.y + bounds.height;
  if (x < bounds.x || x > right || y < bounds.y || y > bottom)
    return refuse(because('point-outside')`the point lies outside ${where(bounds)}`);
  return { kind: 'point', x: x < right ? x : right - 0.5, y: y < bottom ? y : bottom - 0.5 };
};

const checkGeometry = (geometry: unknown, bounds: Rect, filled: boolean, refuse: Refuse): Start => {
  if (typeof geometry !== 'object' || geometry === null || !('type' in geometry) || !('coordinates' in geometry)) {
    return refuse(WANTED);
  }
  const { type, coordinates } = geometry;
  if (!Array.isArray(coordinates)) return refuse(because('list-of-rings')`coordinates must be a list of rings`);
  if (type === 'MultiPolygon' && coordinates.length === 1) return checkPolygon(coordinates[0], bounds, filled, refuse);
  if (type === 'MultiPolygon')
    return refuse(because('some-parts')`it has ${coordinates.length} parts; start from one of them`);
  if (type !== 'Polygon') return refuse(because('no-start-type')`a ${show(type)} cannot be a start; a Polygon can`);
  return checkPolygon(coordinates, bounds, filled, refuse);
};

const checkPolygon = (rings: unknown, bounds: Rect, filled: boolean, refuse: Refuse): Start => {
  if (!Array.isArray(rings) || rings.length === 0) return refuse(because('no-ring')`the polygon has no ring`);
  const kept: Position[][] = [];
  for (const [index, ring] of rings.entries()) {
    const name = index === 0 ? because('the-polygon')`the polygon` : because('hole')`hole ${index}`;
    const positions = distinct(checkPositions(ring, name, refuse));
    if (positions.length < 3) return refuse(because('few-vertices')`${name} has fewer than 3 different vertices`);
    if (!filled) refuseTouch(positions, name, refuse);
    const cut = distinct(positionsOf(clipRing(positions.flat(), bounds)));
    if (cut.length < 3 || (signedArea(cut) === 0 && !(filled && covers(cut)))) {
      if (index > 0) continue;
      return refuse(because('polygon-outside')`the polygon lies outside ${where(bounds)}`);
    }
    const changed =
      cut.length !== positions.length || cut.some(([x, y], i) => x !== positions[i]![0] || y !== positions[i]![1]);
    if (changed && !filled) {
      refuseTouch(cut, because('polygon-cut-to')`${name}, cut to ${where(bounds)},`, refuse);
    }
    kept.push([...cut, cut[0]!]);
  }
  return { kind: 'polygon', rings: kept };
};

/** Tells whether a ring without a signed area covers something all the same, as a bow-tie does: it does not lie on one line. */
const covers = ([[x0, y0] = [0, 0], [x1, y1] = [0, 0], ...ring]: readonly Position[]): boolean =>
  ring.some(([x, y]) => (x - x0) * (y1 - y0) !== (y - y0) * (x1 - x0));

/** Refuses a ring that touches or crosses itself. */
export const refuseTouch = (ring: readonly Position[], name: Reason, refuse: Refuse): void => {
  const touch = firstTouch(ring);
  if (touch)
    refuse(
      because(
        'touches-itself',
      )`${name} crosses or touches itself near (${touch.map((c) => Math.round(c * 10) / 10).join(', ')})`,
    );
};

const checkPositions = (ring: unknown, name: Reason, refuse: Refuse): Position[] => {
  if (!Array.isArray(ring)) return refuse(because('no-list-of-xy')`${name} is not a list of [x, y]`);
  return ring.map((position: unknown, index) => {
    if (Array.isArray(position) && isFiniteNumber(position[0]) && isFiniteNumber(position[1]))
      return [position[0], position[1]];
    return refuse(because('bad-vertex')`vertex ${index} of ${name} is ${show(position)}, not two finite numbers`);
  });
};
