/** Results of each reader of contours for entries that are missing, odd or beyond all bounds: what is sound, or a coded error. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readContours } from '../../../../src/contours/formats/index.js';
import { readTransform, transformed } from '../../../../src/contours/formats/svg/transform.js';
import { areaOf } from '../../../../src/contours/geometry.js';

const only = (data: unknown) => {
  const [contour, ...others] = readContours(data).contours;
  assert.ok(contour && others.length === 0);
  return contour;
};
const refused = (data: unknown, reason: RegExp): void =>
  assert.throws(() => readContours(data), { code: 'bad-import', message: reason }, String(reason));
const near = (value: number, wanted: number, share = 0.02): void =>
  assert.ok(Math.abs(value - wanted) <= share * Math.abs(wanted), `${value} instead of ${wanted}`);
const drawn = (d: string) => only(`<svg><path d="${d}"/></svg>`).geometry;
const triangle = [
  [0, 0],
  [9, 0],
  [9, 9],
];

describe('Annotorious’ own shapes', () => {
  const own = (type: string, geometry: unknown) => ({ id: 'a', bodies: [], target: { selector: { type, geometry } } });

  it('name what is no point, no list and no size', () => {
    refused([own('POLYGON', { points: [[1], 2] })], /a point is \[1\], not \[x, y\]/);
    refused([own('POLYGON', { points: ['x'] })], /a point is x, not/);
    refused([own('POLYGON', { points: 3 })], /points is 3, not a list/);
    refused([own('MULTIPOLYGON', { polygons: [7] })], /rings is undefined, not a list/);
    refused([own('RECTANGLE', { x: 0, y: 0, w: 0, h: 3 })], /0 × 3 pixels/);
    refused([own('ELLIPSE', { cx: 0, cy: 0, rx: -1, ry: 3 })], /radii -1 and 3/);
    refused([own('POLYLINE', { points: [3] })], /a point is 3, not \{type, point\}/);
  });

  it('draw curves where either end has a handle, and straight lines elsewhere', () => {
    const corner = (x: number, y: number) => ({ type: 'CORNER', point: [x, y] });
    const curve = (x: number, y: number) => ({ type: 'CURVE', point: [x, y] });
    const line = only([own('POLYLINE', { points: [corner(0, 0), corner(4, 0), corner(4, 4)] })]).geometry;
    assert.deepEqual(line.coordinates, [
      [0, 0],
      [4, 0],
      [4, 4],
    ]);
    // A curve without handles runs straight.
    const straight = only([own('POLYLINE', { closed: true, points: [curve(0, 0), corner(8, 0), corner(8, 8)] })]);
    near(areaOf(straight.geometry), 32);
    assert.throws(() => readContours([own('POLYLINE', { closed: true, points: [] })]).contours[0]!.geometry);
  });
});

describe('COCO', () => {
  const coco = (annotations: unknown, more: object = {}) => ({
    images: [{ id: 1 }],
    categories: [],
    annotations,
    ...more,
  });
  const square = [0, 0, 9, 0, 9, 9];

  it('names the annotation that makes no sense', () => {
    refused(coco([3]), /annotations\[0\] is 3, not an object/);
    refused(coco([{ image_id: 1, segmentation: [[1, 2, 3]] }]), /not x and y in turn/);
    refused(coco([{ image_id: 1, segmentation: ['x'] }]), /is x, not x and y/);
    refused(coco([{ image_id: 1, segmentation: [[0, 0, 9, Number.NaN]] }]), /both must be finite/);
  });

  it('leaves out masks of nothing, what has no polygon, and what lies on another image', () => {
    const { contours, skipped } = readContours(
      coco([
        { image_id: 1, segmentation: { counts: [1], size: [1, 1] } },
        { image_id: 1 },
        { image_id: 2, segmentation: [square] },
        { image_id: 1, segmentation: [square], category_id: 5 },
      ]),
    );
    assert.equal(contours.length, 1);
    assert.equal(contours[0]!.properties.classification, undefined);
    assert.match(skipped.join(), /annotations\[0\]: no area.*annotations\[1\]: no area.*another image/);
  });

  it('takes annotations of a file that names no image and no categories', () => {
    assert.equal(
      only(coco([{ segmentation: [square] }], { images: [], categories: 'none' })).properties.name,
      undefined,
    );
  });
});

describe('tables', () => {
  const wkt = '"POLYGON ((0 0, 9 0, 9 9, 0 0))"';
  const head = 'Object ID,Geometry,Score';

  it('take empty lines, empty cells and a comma at the end of the file for what they are', () => {
    const { contours } = readContours(`${head}\n\na,${wkt},0.5\n\nb,${wkt},`);
    assert.deepEqual(
      contours.map(({ properties }) => properties.measurements),
      [{ Score: 0.5 }, {}],
    );
  });

  it('name the row whose cells are too few, and the one whose quote has no end', () => {
    refused(`${head}\na,${wkt}`, /row 2 has 2 cells, the first has 3/);
    refused(`${head}\na,"POLYGON`, /row 2 has a quoted cell without an end/);
  });
});

describe('GeoJSON', () => {
  const polygon = { type: 'Polygon', coordinates: [[...triangle, [0, 0]]] };
  const given = (properties: object) => only({ type: 'Feature', geometry: polygon, properties }).properties;

  it('takes measurements as texts, and leaves out what is no number', () => {
    const { measurements } = given({ measurements: { a: '3.5', b: ' ', c: 'NaN', d: 'x', e: null } });
    assert.deepEqual(measurements, { a: 3.5, c: Number.NaN });
    assert.deepEqual(given({ measurements: [{ name: 'a', value: 1 }, 3, { name: 4, value: 1 }] }).measurements, {
      a: 1,
    });
  });

  it('takes classes as texts and as lists of names, and gives those without a colour one of their own', () => {
    assert.equal(given({ classification: '' }).classification, undefined);
    assert.equal(given({ classification: 'Tumor' }).classification?.name, 'Tumor');
    const odd = given({ classification: { names: ['a', 3, 'b'], color: [1, 'x', 3] } }).classification;
    assert.equal(odd?.name, 'a: b');
    assert.deepEqual(odd?.color, given({ classification: 'a: b' }).classification?.color);
    assert.deepEqual(given({ classification: { name: 'c', colorRGB: 0x010203 } }).classification?.color, [1, 2, 3]);
    assert.deepEqual(
      given({ classification: { name: 'c', color: [300, -4, 1.6] } }).classification?.color,
      [255, 0, 2],
    );
  });

  it('reads a feature a line, over empty lines, and names the line that is none', () => {
    const line = JSON.stringify({ type: 'Feature', geometry: polygon, properties: {} });
    assert.equal(readContours(`${line}\n\n${line}\n`).contours.length, 2);
    refused(`${line}\n{"type"`, /line 2 is no JSON/);
  });

  it('keeps what a host put there as far as JSON holds it', () => {
    let deep: unknown = 1;
    for (let k = 0; k < 40; k++) deep = [deep];
    const kept: unknown = only({
      type: 'Feature',
      geometry: polygon,
      properties: {},
      tags: [1, undefined, Number.NaN, deep],
    });
    assert.match(JSON.stringify(kept), /\[1,null,null,\[/);
  });
});

describe('web annotations', () => {
  const annotation = (selector: unknown) => ({ type: 'Annotation', target: { selector } });
  const good = annotation({ type: 'FragmentSelector', value: 'xywh=1,2,3,4' });

  it('stand in a page, in a list of items, or alone', () => {
    assert.equal(only(good).geometry.type, 'Polygon');
    assert.equal(readContours({ items: [good, good] }).contours.length, 2);
    assert.deepEqual(readContours({ type: 'AnnotationPage' }).contours, []);
  });

  it('that cannot be read are left out and told, unless there are no others', () => {
    const { contours, skipped } = readContours([
      good,
      3,
      annotation(undefined),
      { type: 'Annotation', target: 'http://h/i' },
      annotation({ type: 'TextSelector', value: 3 }),
      annotation({ type: 'POLYGON', geometry: { points: 3 } }),
    ]);
    assert.equal(contours.length, 1);
    assert.match(
      skipped.join('; '),
      /annotation 1 is no object.*selector none.*selector none.*TextSelector.*points is 3/,
    );
    refused([annotation({ type: 'FragmentSelector', value: 'xywh=1,2' })], /wanted is xywh=/);
  });
});

describe('paths of SVG', () => {
  it('run straight, absolute or relative', () => {
    const absolute = drawn('M0 0 H8 V8 H0 Z');
    assert.deepEqual(absolute, drawn('m0 0 h8 v8 h-8 z'));
    assert.equal(areaOf(absolute), 64);
    assert.equal(areaOf(drawn('M1 1 l8 0 0 8 z m20 20')), 32);
  });

  it('mirror the last handle where the curve before has one, and begin at the point where it has none', () => {
    near(areaOf(drawn('M0 0 C0 -10 20 -10 20 0 S40 10 40 0 L40 20 0 20 Z')), 800, 0.01);
    // Without a curve before, S and T begin straight.
    near(areaOf(drawn('M0 0 S0 12 20 0 Z')), areaOf(drawn('M0 0 C0 0 0 12 20 0 Z')), 1e-9);
    assert.equal(drawn('M0 0 T20 0').type, 'LineString');
    near(areaOf(drawn('M0 0 Q10 -10 20 0 T40 0 L40 20 0 20 Z')), 800, 0.01);
  });

  it('follow arcs of either sense, those that are too small for their chord, and those that are none', () => {
    near(areaOf(drawn('M0 0 A10 10 0 0 1 20 0 Z')), Math.PI * 50);
    near(areaOf(drawn('M0 0 A10 10 0 0 0 20 0 Z')), Math.PI * 50);
    near(areaOf(drawn('M0 0 A1 1 0 0 1 20 0 Z')), Math.PI * 50);
    near(areaOf(drawn('M0 0 A10 10 0 1 0 0 20 Z')), Math.PI * 50);
    // A radius of none is a straight line, and an arc to where it begins is none.
    assert.equal(areaOf(drawn('M0 0 A0 5 0 0 1 8 0 A3 3 0 0 1 8 0 L8 8 Z')), 32);
    near(areaOf(drawn('M0 0 A10 10 0 1 0 14 14 Z')), areaOf(drawn('M14 14 A10 10 0 1 1 0 0 Z')));
  });

  it('without points or sizes are no contours', () => {
    const empty = '<polygon/><polyline/><path/><rect width="0" height="3"/><circle r="0"/>';
    assert.deepEqual(readContours(`<svg>${empty}</svg>`).contours, []);
  });
});

describe('transforms of SVG', () => {
  it('of every kind', () => {
    assert.deepEqual(readTransform('matrix(1 2 3 4 5 6)'), [1, 2, 3, 4, 5, 6]);
    assert.deepEqual(readTransform('translate(3), scale(2)'), [2, 0, 0, 2, 3, 0]);
    near(readTransform('skewX(45)')[2], 1, 1e-9);
    near(readTransform('skewY(45)')[1], 1, 1e-9);
    near(readTransform('rotate(90 5 5)')[4], 10, 1e-9);
  });

  it('are refused where they lack a number, or are none', () => {
    const lacking = [
      'matrix(1 2)',
      'translate()',
      'scale()',
      'rotate()',
      'skewX()',
      'skewY()',
      'turn(3)',
      'scale(x)',
      '?',
    ];
    for (const text of lacking)
      assert.throws(() => readTransform(text), { code: 'bad-import', message: /cannot be read/ }, text);
  });

  it('move every geometry, and lead nowhere beyond numbers', () => {
    const by = readTransform('translate(1 2)');
    const line = [
      [0, 0],
      [3, 4],
    ] as const;
    const ring = [
      [0, 0],
      [9, 0],
      [9, 9],
      [0, 0],
    ] as const;
    const first = (geometry: Parameters<typeof transformed>[0]) =>
      transformed(geometry, by).coordinates.flat(3).slice(0, 2);
    assert.deepEqual(first({ type: 'LineString', coordinates: line }), [1, 2]);
    assert.deepEqual(first({ type: 'MultiLineString', coordinates: [line] }), [1, 2]);
    assert.deepEqual(first({ type: 'Polygon', coordinates: [ring] }), [1, 2]);
    assert.deepEqual(first({ type: 'MultiPolygon', coordinates: [[ring]] }), [1, 2]);
    const far = readTransform('scale(1e300)');
    assert.throws(() => transformed({ type: 'LineString', coordinates: [[1e300, 0]] }, far), { code: 'bad-import' });
  });
});

describe('JSON of another kind', () => {
  it('is refused by the type that it says, or by saying none', () => {
    refused({ type: 'Topology', objects: {} }, /its type is Topology; wanted a FeatureCollection/);
    refused({ name: 'a', rows: [] }, /it says no type; wanted a FeatureCollection/);
  });
});
