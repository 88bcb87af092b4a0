/** Contours out and in again, whole and damaged: the same come back, or other sound ones, or `bad-import`. */
import fc from 'fast-check';
import type { Geometry } from '../../src/algorithm/algorithm.js';
import { polygonsOf } from '../../src/algorithm/shapes/polygons.js';
import { type ExportFormat, readContours, writers } from '../../src/contours/formats/index.js';
import { readContourFile } from '../../src/contours/formats/read-file.js';
import { pathsOf } from '../../src/contours/geometry.js';
import { SegmenterError } from '../../src/core/errors.js';
import type { Position } from '../../src/core/geometry/ring.js';
import type { ContourFeature } from '../../src/worker/protocol.js';
import { fuzzer, must } from './fuzzer.js';

const frame = { name: 'a.tif', width: 200, height: 200 };
const formats = [
  'geojson',
  'geojsonl',
  'flatgeobuf',
  'csv',
  'coco',
  'w3c',
  'svg',
] as const satisfies readonly ExportFormat[];
/** Those that are read damaged: files of bytes too, whose coordinates are of single precision or pixels. */
const bytes = ['flatgeobuf', 'dicom-ann', 'dicom-seg'] as const satisfies readonly ExportFormat[];
const damaged = [...formats, ...bytes];

const square = (x: number, y: number, side: number): Position[] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
];
/** Squares side by side that may touch, each with holes, islands and their holes. */
const polygons = fc
  .uniqueArray(fc.record({ x: fc.nat(5), y: fc.nat(5), depth: fc.nat(4) }), {
    minLength: 1,
    maxLength: 12,
    selector: ({ x, y }) => 6 * y + x,
  })
  .map((cells): Geometry => {
    const parts = cells.flatMap(({ x, y, depth }) => {
      const rings = Array.from({ length: depth + 1 }, (_, k) => square(20 * x + 2 * k, 20 * y + 2 * k, 20 - 4 * k));
      const of: Position[][][] = [];
      for (let k = 0; k < rings.length; k += 2) of.push(rings.slice(k, k + 2));
      return of;
    });
    return parts.length === 1
      ? { type: 'Polygon', coordinates: parts[0]! }
      : { type: 'MultiPolygon', coordinates: parts };
  });
const coordinate = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const lines = fc
  .array(fc.tuple(coordinate, coordinate), { minLength: 2, maxLength: 20 })
  .map((coordinates): Geometry => ({ type: 'LineString', coordinates }));
const features = fc.array(
  fc.record({
    geometry: fc.oneof(polygons, lines),
    name: fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined }),
    class: fc.option(fc.string(), { nil: undefined }),
  }),
  { minLength: 1, maxLength: 5 },
);
type Given = typeof features extends fc.Arbitrary<infer T> ? T : never;

const contoursOf = (given: Given): ContourFeature[] =>
  given.map(({ geometry, name, class: its }, k) => ({
    type: 'Feature',
    id: `00000000-0000-4000-8000-${String(k).padStart(12, '0')}`,
    geometry,
    properties: {
      objectType: 'annotation',
      measurements: { 'Area px^2': k + 0.5 },
      metadata: {},
      ...(name ? { name } : {}),
      ...(its ? { classification: { name: its, color: [1, 2, 3] } } : {}),
    },
  }));

/** Polygons as sets of rings: the order of parts and of holes, and where a ring begins, say nothing. */
const normal = (geometry: Geometry): string => {
  const ring = (positions: readonly Position[]): string => {
    const open = positions.slice(0, -1).map(([x, y]) => `${x} ${y}`);
    const turns = [open, [...open].reverse()].flatMap((turn) =>
      turn.map((_, k) => [...turn.slice(k), ...turn.slice(0, k)].join()),
    );
    return turns.sort()[0]!;
  };
  const solid = polygonsOf(geometry);
  if (solid.length === 0) return JSON.stringify(pathsOf(geometry).paths);
  return solid
    .map(([outer, ...holes]) => `${ring(outer!)} < ${holes.map(ring).sort().join(' ')}`)
    .sort()
    .join('; ');
};

export const checkSound = (contours: readonly ContourFeature[]): void => {
  const ids = new Set(contours.map(({ id }) => id));
  must(ids.size === contours.length, 'ids come twice');
  for (const { geometry, properties } of contours) {
    const { closed, paths } = pathsOf(geometry);
    must(paths.length > 0, 'a geometry without paths');
    for (const path of paths) {
      must(path.length >= (closed ? 4 : 2), `a path of ${path.length}`);
      must(path.flat().every(Number.isFinite), 'a coordinate that is no number');
      must(!closed || String(path[0]) === String(path.at(-1)), 'an open ring');
    }
    must(
      Object.values(properties.metadata).every((text) => typeof text === 'string'),
      'metadata that are no text',
    );
    must(
      Object.values(properties.measurements).every((value) => typeof value === 'number'),
      'measurements that are no number',
    );
  }
};

const importing = async (data: unknown): Promise<readonly ContourFeature[] | undefined> => {
  try {
    const { contours } = data instanceof Blob ? await readContourFile(data) : readContours(data);
    checkSound(contours);
    return contours;
  } catch (error) {
    if (error instanceof SegmenterError && error.code === 'bad-import') return undefined;
    throw error;
  }
};

export const roundTrips = fuzzer(
  'round trips',
  fc.record({ format: fc.constantFrom(...formats), features }),
  async ({ format, features: given }) => {
    const solidOnly = format === 'coco';
    // COCO has neither lines nor holes; FlatGeobuf and CSV say the same of both.
    const contours = contoursOf(given).filter(({ geometry }) => {
      const solid = polygonsOf(geometry);
      return !solidOnly || (solid.length > 0 && solid.every((rings) => rings.length === 1));
    });
    if (contours.length === 0) return;
    const written = await writers[format].write(contours, frame);
    const back = await importing(written instanceof Blob ? written : String(written));
    must(back?.length === contours.length, `${back?.length} of ${contours.length} came back`);
    // FlatGeobuf sorts by place.
    const sorted = (all: readonly ContourFeature[]): string[] => all.map(({ geometry }) => normal(geometry)).sort();
    const [wanted, found] = [sorted(contours), sorted(back ?? [])];
    must(JSON.stringify(wanted) === JSON.stringify(found), `${found.join(' | ')} came back for ${wanted.join(' | ')}`);
  },
);

const tokens = [
  '<',
  '>',
  '"',
  '&#9999999;',
  '&',
  '[[',
  ']',
  '{',
  '}',
  'NaN',
  '1e999',
  '-',
  '</svg>',
  'M',
  'z',
  'h',
  '"type":',
  '\u0000',
  ',',
  ' transform="scale(2)"',
  '<path d="M0 0h9v9z"/>',
  'xywh=1,2,3',
  'null',
  '\n',
  ';',
  'SRID=3;',
  '(',
  '"'.repeat(3),
  '{"toString":1,"valueOf":1}',
  '\ud800',
];
const edits = fc.array(
  fc.record({
    at: fc.nat(2 ** 20),
    length: fc.oneof(fc.constant(0), fc.nat(30)),
    token: fc.oneof(fc.constantFrom(...tokens), fc.string({ maxLength: 6 })),
  }),
  { minLength: 1, maxLength: 5 },
);

const samples = contoursOf([
  { geometry: { type: 'Polygon', coordinates: [square(0, 0, 20), square(5, 5, 9)] }, name: 'a', class: 'b' },
  {
    geometry: { type: 'MultiPolygon', coordinates: [[square(40, 0, 20)], [square(70, 0, 20)]] },
    name: undefined,
    class: 'c',
  },
  {
    geometry: {
      type: 'LineString',
      coordinates: [
        [0, 1.5],
        [2, 3],
        [4, -5],
      ],
    },
    name: 'd',
    class: undefined,
  },
]);
const texts = new Map<string, Promise<string>>();
const textOf = (format: (typeof damaged)[number]): Promise<string> => {
  const make = async (): Promise<string> => {
    const written = await writers[format].write(samples, frame);
    return written instanceof Blob ? Buffer.from(await written.arrayBuffer()).toString('latin1') : String(written);
  };
  const text = texts.get(format) ?? make();
  texts.set(format, text);
  return text;
};

export const imports = fuzzer(
  'imports',
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ format: fc.constantFrom(...damaged), edits }) },
    { weight: 1, arbitrary: fc.record({ data: fc.anything({ maxDepth: 4, withNullPrototype: true }) }) },
    { weight: 1, arbitrary: fc.record({ data: fc.oneof(fc.json(), fc.string()) }) },
  ),
  async (given) => {
    if ('data' in given) {
      await importing(given.data);
      return;
    }
    let text = await textOf(given.format);
    for (const { at, length, token } of given.edits) {
      const from = Math.floor((at / 2 ** 20) * text.length);
      text = text.slice(0, from) + token + text.slice(from + length);
    }
    const binary = bytes.some((format) => format === given.format);
    await importing(binary ? new Blob([Buffer.from(text, 'latin1')]) : text);
    if (!binary) await importing(new Blob([text]));
  },
);
