/** What readers leave out is told in English to programs, and as data by which each language has a sentence, the first of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readContours } from '../../../../src/contours/formats/index.js';
import { tell } from '../../../../src/core/reasons.js';
import { reasons as german } from '../../../../src/element/i18n/languages/de.js';

const triangle = [
  [0, 0],
  [9, 0],
  [9, 9],
  [0, 0],
];
const annotation = (value: string) => ({ type: 'Annotation', target: { selector: { type: 'SvgSelector', value } } });

/** Files of which something is left out: their text or data, and the first of it in English and in German. */
const files: Readonly<Record<string, readonly [data: unknown, english: string, inGerman: string]>> = {
  GeoJSON: [
    { type: 'Feature', geometry: null, properties: {} },
    'features[0]: geometry none',
    'features[0]: Geometrie keine',
  ],
  WKT: ['POLYGON ((0 0, 9 0, 9 9, 0 0))\nPOINT (1 2)', 'line 2: no contour', 'Zeile 2: keine Kontur'],
  SVG: [
    '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/><polygon points="1 2 3"/></svg>',
    'shape 1: a polygon has an odd count of numbers',
    'Form 1: polygon hat eine ungerade Anzahl von Zahlen',
  ],
  W3C: [
    [annotation('<svg><rect width="9" height="9"/></svg>'), annotation('<svg><use/></svg>')],
    'annotation 1: shape 0: use',
    'Annotation 1: Form 0: use',
  ],
  'W3C of lines and polygons': [
    annotation('<svg><rect width="9" height="9"/><line x2="9"/></svg>'),
    'annotation 0: lines beside its polygons: 1',
    'Annotation 0: Linien neben den Polygonen: 1',
  ],
  COCO: [
    {
      images: [{ id: 1, file_name: 'a.png' }],
      annotations: [{ image_id: 2, segmentation: [triangle.flat()] }],
    },
    'annotations[0]: it lies on another image than a.png',
    'annotations[0]: sie liegt auf einem anderen Bild als a.png',
  ],
  LabelMe: [
    { imagePath: 'a.png', shapes: [{ label: 'a', shape_type: 'point', points: [[1, 1]] }] },
    'shapes[0]: point',
    'shapes[0]: point',
  ],
  Aperio: [
    '<Annotations><Annotation><Regions><Region Type="3"><Vertices><Vertex X="1" Y="1"/></Vertices></Region></Regions></Annotation></Annotations>',
    'layer 1, region 1: type 3, vertices: 1',
    'Ebene 1, Region 1: Typ 3, Eckpunkte: 1',
  ],
};

for (const [format, [data, english, inGerman]] of Object.entries(files))
  test(`what is left out of ${format} is a text, and a reason that languages tell`, () => {
    const { skipped, reason } = readContours(data);
    assert.ok(reason, JSON.stringify(skipped));
    assert.deepEqual([skipped[0], reason.text], [english, english]);
    // As it is after a worker has sent it.
    assert.equal(tell(structuredClone(reason), german), inGerman);
  });

test('nothing left out is no reason', () => {
  const read = readContours({ type: 'Polygon', coordinates: [triangle] });
  assert.deepEqual(Object.keys(read).sort(), ['contours', 'skipped']);
});
