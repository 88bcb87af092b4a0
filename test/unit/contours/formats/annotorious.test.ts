/** Shapes of Annotorious, in its own form and in that of W3C, and SVG selectors of other viewers. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readContours } from '../../../../src/contours/formats/index.js';
import { areaOf, boundsOf } from '../../../../src/contours/geometry.js';

const own = (type: string, geometry: object, id = 'a'): object => ({
  id,
  bodies: [
    { id: 'b1', annotation: id, purpose: 'tagging', value: 'Cell' },
    { id: 'b2', annotation: id, purpose: 'commenting', value: 'large' },
    { id: 'b3', annotation: id, purpose: 'replying', value: 'no' },
  ],
  target: { annotation: id, selector: { type, geometry: { bounds: {}, ...geometry } } },
});
const w3c = (value: string): object => ({ type: 'Annotation', target: { selector: { type: 'SvgSelector', value } } });
const shapes = (...svg: string[]) => readContours(svg.map((shape) => w3c(`<svg>${shape}</svg>`)));
const only = (data: unknown) => {
  const [contour, ...others] = readContours(data).contours;
  assert.ok(contour && others.length === 0);
  return contour;
};
const near = (value: number, wanted: number, share = 0.01): void =>
  assert.ok(Math.abs(value - wanted) <= share * wanted, `${value} instead of ${wanted}`);

/** A circle of radius 20 round (50, 50) as four Bézier curves; their handles are 0.5523 of the radius long. */
const ROUND = 20 * 0.5522847;
const knot = (x: number, y: number, dx: number, dy: number): object => ({
  type: 'CURVE',
  point: [x, y],
  inHandle: [x - dx, y - dy],
  outHandle: [x + dx, y + dy],
});
const round = [knot(70, 50, 0, ROUND), knot(50, 70, -ROUND, 0), knot(30, 50, 0, -ROUND), knot(50, 30, ROUND, 0)];

describe('annotations of Annotorious’ own form', () => {
  it('come with class, name and what else they say', () => {
    const { id, properties } = only([
      own(
        'POLYGON',
        {
          points: [
            [0, 0],
            [8, 0],
            [8, 8],
          ],
        },
        'x-1',
      ),
    ]);
    assert.equal(id, 'x-1');
    assert.equal(properties.classification?.name, 'Cell');
    assert.equal(properties.name, 'large');
    assert.match(JSON.stringify(properties), /replying/);
  });

  it('of every shape', () => {
    const area = (type: string, geometry: object): number => areaOf(only([own(type, geometry)]).geometry);
    assert.equal(area('RECTANGLE', { x: 1, y: 2, w: 30, h: 10 }), 300);
    near(area('ELLIPSE', { cx: 50, cy: 50, rx: 40, ry: 20 }), Math.PI * 800);
    near(area('POLYLINE', { closed: true, points: round }), Math.PI * 400);
    const ring = (size: number): object => ({
      points: [
        [10, 10],
        [10 + size, 10],
        [10 + size, 10 + size],
        [10, 10 + size],
      ],
    });
    assert.equal(area('MULTIPOLYGON', { polygons: [{ rings: [ring(20), ring(5)] }] }), 375);
    const line = only([
      own('LINE', {
        points: [
          [0, 0],
          [3, 4],
        ],
      }),
    ]).geometry;
    assert.deepEqual(line, {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [3, 4],
      ],
    });
    const open = only([own('POLYLINE', { points: round.slice(0, 2) })]).geometry;
    assert.equal(open.type, 'LineString');
  });

  it('of a rectangle that is turned about its middle, clockwise', () => {
    const { geometry } = only([own('RECTANGLE', { x: 40, y: 45, w: 20, h: 10, rot: Math.PI / 2 })]);
    near(areaOf(geometry), 200, 1e-9);
    const { x0, y0, x1, y1 } = boundsOf(geometry);
    assert.deepEqual([x0, y0, x1, y1].map(Math.round), [45, 40, 55, 60]);
    const { geometry: slightly } = only([own('RECTANGLE', { x: 0, y: 0, w: 20, h: 10, rot: 0.1 })]);
    assert.ok(slightly.type === 'Polygon');
    const [[left, right] = []] = slightly.coordinates;
    assert.ok(left && right && right[1] > left[1]);
  });

  it('of which one cannot be read are read but for that one', () => {
    const good = own('RECTANGLE', { x: 1, y: 2, w: 30, h: 10 });
    const bad = [own('RECTANGLE', { x: 'a' }), own('POLYGON', {}), own('ELLIPSE', { cx: 1, cy: 1, rx: -1, ry: 2 })];
    const { contours, skipped } = readContours([...bad, good, own('STAR', {})]);
    assert.equal(contours.length, 1);
    assert.equal(skipped.length, 4);
    assert.throws(() => readContours(bad), { code: 'bad-import', message: /annotation 0: x is a, not a number/ });
  });
});

describe('SVG selectors', () => {
  it('of a turned rectangle, ellipses and circles', () => {
    const { contours, skipped } = shapes(
      '<rect x="40" y="45" width="20" height="10" transform="rotate(90 50 50)" />',
      '<ellipse cx="50" cy="60" rx="40" ry="20" />',
      '<circle cx="50" cy="60" r="30" />',
    );
    assert.deepEqual(skipped, []);
    const [turned, ellipse, circle] = contours;
    assert.ok(turned && ellipse && circle);
    const { x0, y0, x1, y1 } = boundsOf(turned.geometry);
    assert.deepEqual([x0, y0, x1, y1].map(Math.round), [45, 40, 55, 60]);
    near(areaOf(ellipse.geometry), Math.PI * 800);
    near(areaOf(circle.geometry), Math.PI * 900);
  });

  it('of curves: cubic, smooth, quadratic, arcs, absolute and relative', () => {
    const k = ROUND;
    for (const d of [
      `M 70,50 C 70,${50 + k} ${50 + k},70 50,70 C ${50 - k},70 30,${50 + k} 30,50 C 30,${50 - k} ${50 - k},30 50,30 C ${50 + k},30 70,${50 - k} 70,50 Z`,
      `M70 50c0 ${k} ${k - 20} 20 -20 20s-20 ${k - 20} -20 -20S${50 - k} 30 50 30s20 ${20 - k} 20 20z`,
      'M 70 50 A 20 20 0 0 1 30 50 A 20 20 0 0 1 70 50 Z',
      'm70 50a20 20 0 1 1 -40 0a20 20 0 1 1 40 0z',
    ]) {
      const [contour] = shapes(`<path d="${d}"/>`).contours;
      assert.ok(contour, d);
      near(areaOf(contour.geometry), Math.PI * 400);
    }
    // A parabola's segment has two thirds of its box.
    const [parabola, twice] = shapes(
      '<path d="M0 0Q30 60 60 0Z"/>',
      '<path d="M0 0Q30 60 60 0T120 0L120 60L0 60Z"/>',
    ).contours;
    assert.ok(parabola && twice);
    near(areaOf(parabola.geometry), (2 / 3) * 60 * 30);
    near(areaOf(twice.geometry), 120 * 60);
  });

  it('of a box behind the address of a canvas, as the IIIF cookbook has them', () => {
    const annotation = (target: unknown) => ({ type: 'AnnotationPage', items: [{ type: 'Annotation', target }] });
    const { geometry } = only(annotation('https://a.test/canvas/1#xywh=10,20,30,40'));
    assert.deepEqual(boundsOf(geometry), { x0: 10, y0: 20, x1: 40, y1: 60 });
    assert.throws(() => readContours(annotation('https://a.test/canvas/1#xywh=percent:1,2,3,4')), {
      code: 'bad-import',
      message: /percent/,
    });
    assert.deepEqual(readContours(annotation('https://a.test/canvas/1')).skipped, ['annotation 0: selector none']);
  });

  it('under the transforms of groups', () => {
    const [contour] = shapes(
      '<g transform="translate(100, 50)"><g transform="scale(2) rotate(90)"><rect width="10" height="20"/></g></g>',
    ).contours;
    assert.ok(contour);
    const { x0, y0, x1, y1 } = boundsOf(contour.geometry);
    assert.deepEqual([x0, y0, x1, y1].map(Math.round), [60, 50, 100, 70]);
    const [matrix] = shapes('<rect width="1" height="1" transform="matrix(1 0 0 1 5 6) skewX(0)"/>').contours;
    assert.ok(matrix);
    assert.deepEqual(boundsOf(matrix.geometry), { x0: 5, y0: 6, x1: 6, y1: 7 });
  });

  it('of which one shape cannot be read are read but for that one', () => {
    const square = '<rect width="4" height="4"/>';
    const { contours, skipped } = readContours(
      `<svg><g transform="spin(3)">${square}</g>${square}<path d="M1 x"/></svg>`,
    );
    assert.equal(contours.length, 1);
    assert.equal(skipped.length, 2);
    assert.equal(shapes(square, '<polygon points="1,2 3"/>').contours.length, 1);
  });
});
