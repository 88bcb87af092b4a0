import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import fc from 'fast-check';
import { deserialize } from 'flatgeobuf/lib/mjs/geojson.js';
import type { ImageFrame } from '../../../../src/contours/formats/features.js';
import { hilbertOf } from '../../../../src/contours/formats/flatgeobuf/hilbert.js';
import { FlatGeobufFile } from '../../../../src/contours/formats/flatgeobuf/read.js';
import { writeFlatGeobuf } from '../../../../src/contours/formats/flatgeobuf/write.js';
import { boundsOf } from '../../../../src/contours/geometry.js';
import { contourSet } from '../../../../src/contours/set/contour-set.js';
import { SegmenterError } from '../../../../src/core/errors.js';
import { isRecord } from '../../../../src/core/record.js';
import { type Bytes, blobBytes, UrlBytes } from '../../../../src/image/io/bytes.js';
import { MemorySink } from '../../../../src/image/io/sink.js';
import type { ContourFeature } from '../../../../src/worker/protocol.js';
import { ringed, square, squareRing, uuidOf, withGeometry } from '../../../support/contours.js';
import { coded } from '../../../support/errors.js';
import { Random } from '../../../support/random.js';
import { sendRange, serving } from '../../../support/servers/handler-server.js';

// The package that the files are compared with tells at length what it reads.
mock.method(console, 'debug', () => {});

const image: ImageFrame = { name: 'slide.svs', width: 5000, height: 4000 };

const several: readonly ContourFeature[] = [
  {
    ...square(1),
    properties: {
      objectType: 'annotation',
      name: 'Größe "π"',
      classification: { name: 'Tumor', color: [200, 0, 17] },
      isLocked: true,
      // One is called like a column of every file.
      measurements: { 'Area px^2': 64, id: 7, Odd: Number.NaN },
      metadata: { algorithm: 'snake', domain: 'first' },
    },
  },
  { ...ringed(2), properties: { ...ringed(2).properties, metadata: { algorithm: 'snake', domain: 'second' } } },
  {
    ...withGeometry(3, {
      type: 'MultiPolygon',
      coordinates: [[squareRing(0, 0, 5)], [squareRing(10, 0, 9), squareRing(12, 2, 3)]],
      plane: { c: -1, z: 4, t: 0 },
    }),
    properties: { objectType: 'annotation', measurements: { Circularity: 0.5 }, metadata: { algorithm: 'snake' } },
  },
  {
    ...withGeometry(4, {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [2.5, 3],
        [7, 7],
      ],
    }),
    properties: { objectType: 'annotation', measurements: {}, metadata: { algorithm: 'snake' } },
  },
  {
    ...withGeometry(5, {
      type: 'MultiLineString',
      coordinates: [
        [
          [0, 0],
          [2, 3],
        ],
        [
          [4, 4],
          [5, 5],
          [6, 4],
        ],
      ],
    }),
    properties: { objectType: 'annotation', measurements: {}, metadata: { algorithm: 'snake' } },
  },
];

const written = async (
  contours: readonly ContourFeature[],
  options?: Parameters<typeof writeFlatGeobuf>[3],
): Promise<Uint8Array<ArrayBuffer>> => {
  const sink = new MemorySink();
  await writeFlatGeobuf(contourSet(contours), image, sink, options);
  return new Uint8Array(await sink.blob('application/flatgeobuf').arrayBuffer());
};

const opened = (bytes: Uint8Array<ArrayBuffer>): Promise<FlatGeobufFile> =>
  FlatGeobufFile.open(blobBytes(new Blob([bytes]), 'contours.fgb'));

const all = async (pieces: AsyncIterable<readonly ContourFeature[]>): Promise<ContourFeature[]> => {
  const found: ContourFeature[] = [];
  for await (const piece of pieces) found.push(...piece);
  return found;
};

const byId = (contours: readonly ContourFeature[]): ContourFeature[] =>
  [...contours].sort((a, b) => (a.id < b.id ? -1 : 1));

/** Squares at random places. */
const scattered = (count: number, seed: number, extent = 4000): ContourFeature[] => {
  const random = new Random(seed);
  return Array.from({ length: count }, (_, k) =>
    square(k, random.between(0, extent), random.between(0, extent), random.between(1, 60)),
  );
};

const touching = (contours: readonly ContourFeature[], x0: number, y0: number, x1: number, y1: number): string[] =>
  contours
    .filter(({ geometry }) => {
      const box = boundsOf(geometry);
      return box.x0 <= x1 && box.x1 >= x0 && box.y0 <= y1 && box.y1 >= y0;
    })
    .map(({ id }) => id)
    .sort();

describe('FlatGeobuf', () => {
  it('comes back as it went out, wherever common metadata stand', async () => {
    for (const metadata of ['once', 'each'] as const) {
      const file = await opened(await written(several, { metadata }));
      assert.equal(file.count, several.length);
      assert.deepEqual(file.image, { name: 'slide.svs', width: 5000, height: 4000 });
      assert.deepEqual(byId(await all(file.all())), several);
    }
    const [first] = byId(await all((await opened(await written(several, { metadata: 'none' }))).all()));
    assert.deepEqual(first?.properties.metadata, {});
  });

  it('keeps the channel and the time of a slice, and has no column for them where no contour has one', async () => {
    const planes = [{ c: 2, z: 4, t: 0 }, { c: -1, z: 0, t: 7 }, { c: 0, z: 1, t: 3 }, undefined];
    const contours = planes.map((plane, k) => {
      const { geometry, ...rest } = square(k);
      return { ...rest, geometry: { ...geometry, ...(plane && { plane }) } };
    });
    const file = await opened(await written(contours));
    assert.deepEqual(byId(await all(file.all())), contours);
    const columnsOf = async (its: readonly ContourFeature[]): Promise<string> =>
      new TextDecoder().decode((await written(its)).subarray(0, 2048));
    assert.match(await columnsOf(contours), /channel of the slice/);
    assert.doesNotMatch(await columnsOf(several), /of the slice/);
  });

  it('is what its own package reads, whole and through the index', async () => {
    const contours = scattered(300, 5);
    const bytes = await written(contours);
    const geometries = new Map(contours.map(({ id, geometry }) => [id, geometry]));
    const idsOf = async (features: AsyncIterable<object>): Promise<string[]> => {
      const ids: string[] = [];
      for await (const feature of features) {
        assert.ok('properties' in feature && isRecord(feature.properties) && 'geometry' in feature);
        const id = String(feature.properties.id);
        assert.deepEqual(feature.geometry, geometries.get(id));
        ids.push(id);
      }
      return ids.sort();
    };
    assert.deepEqual(await idsOf(deserialize(bytes)), contours.map(({ id }) => id).sort());
    const rect = { minX: 1000, minY: 500, maxX: 1400, maxY: 1600 };
    assert.deepEqual(await idsOf(deserialize(bytes, { rect })), touching(contours, 1000, 500, 1400, 1600));
  });

  it('finds what touches a rectangle, for any number of contours', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 700 }),
        fc.nat(4000),
        fc.nat(4000),
        fc.nat(2000),
        async (count, x, y, size) => {
          const contours = scattered(count, count);
          const file = await opened(await written(contours));
          const ids: string[] = [];
          for await (const items of file.items({ x0: x, y0: y, x1: x + size, y1: y + size })) {
            for await (const found of file.contours(items)) ids.push(...found.map(({ id }) => id));
          }
          assert.deepEqual(ids.sort(), touching(contours, x, y, x + size, y + size));
        },
      ),
      { numRuns: 30 },
    );
  });

  it('is read by a few ranges, not whole', async () => {
    const bytes = await written(scattered(20_000, 3, 40_000));
    let [requests, read] = [0, 0];
    const whole = blobBytes(new Blob([bytes]), 'contours.fgb');
    const counted: Bytes = {
      ...whole,
      read: (offset, length, options) => {
        requests++;
        read += length;
        return whole.read(offset, length, options);
      },
    };
    const file = await FlatGeobufFile.open(counted);
    const found: ContourFeature[] = [];
    for await (const items of file.items({ x0: 9000, y0: 9000, x1: 11_000, y1: 11_000 }))
      found.push(...(await all(file.contours(items))));
    assert.ok(found.length > 20);
    assert.ok(read < bytes.length / 10, `${read} of ${bytes.length} bytes`);
    assert.ok(requests < 40, `${requests} requests`);
  });

  it('on a server: a level of its index comes by one range, however long it is', async (t) => {
    const bytes = await written(scattered(20_000, 3, 40_000));
    let requests = 0;
    const address = await serving(t, (asked) => {
      requests++;
      sendRange(asked, bytes, ...(asked.range ?? ([0, bytes.length - 1] as const)));
    });
    const file = await FlatGeobufFile.open(new UrlBytes(address));
    requests = 0;
    const seen = await file.sight({ x0: -1e6, y0: -1e6, x1: 1e6, y1: 1e6 }, 20_000);
    assert.ok(seen.kind === 'items' && seen.items.length === 20_000);
    // Root, two levels between and the contours' boxes, of which the first three lie in the first block.
    assert.equal(requests, 1);
  });

  it('is seen from afar in groups that hold every contour, each as few as may be', async () => {
    const contours = scattered(5000, 4, 40_000);
    const file = await opened(await written(contours));
    const everything = { x0: -1e6, y0: -1e6, x1: 1e6, y1: 1e6 };
    const near = await file.sight(everything, 5000);
    assert.ok(near.kind === 'items');
    assert.equal(near.items.length, 5000);
    for (const [most, groups] of [
      [4999, 313],
      [300, 20],
      [10, 2],
    ] as const) {
      const far = await file.sight(everything, most);
      assert.ok(far.kind === 'groups');
      const { boxes, each } = far;
      assert.equal(boxes.length, 4 * groups);
      assert.ok(groups * each >= contours.length);
      for (const { geometry } of contours) {
        const { x0, y0, x1, y1 } = boundsOf(geometry);
        let held = false;
        for (let k = 0; k < boxes.length && !held; k += 4)
          held = boxes[k]! <= x0 && boxes[k + 1]! <= y0 && boxes[k + 2]! >= x1 && boxes[k + 3]! >= y1;
        assert.ok(held);
      }
    }
    const part = await file.sight({ x0: 0, y0: 0, x1: 4000, y1: 4000 }, 5000);
    assert.ok(part.kind === 'items');
    assert.deepEqual(
      (await all(file.contours(part.items))).map(({ id }) => id).sort(),
      touching(contours, 0, 0, 4000, 4000),
    );
    assert.deepEqual(await (await opened(await written([]))).sight(everything, 5), { kind: 'items', items: [] });
    assert.deepEqual(await file.extent(), file.bounds);
  });

  it('lies along a Hilbert curve: neighbours of the curve are neighbours in the plane', () => {
    const side = 32;
    const places = new Map<number, readonly [number, number]>();
    for (let x = 0; x < side; x++) for (let y = 0; y < side; y++) places.set(hilbertOf(x, y), [x, y]);
    assert.equal(places.size, side * side);
    for (let place = 1; place < side * side; place++) {
      const [a, b] = [places.get(place - 1)!, places.get(place)!];
      assert.equal(Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]), 1);
    }
  });

  it('that is damaged is refused as bad-import, and never hangs', async () => {
    const sound = await written([...several, ...scattered(60, 9).map((each, k) => ({ ...each, id: uuidOf(100 + k) }))]);
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        fc.option(fc.nat(sound.length - 1), { freq: 3, nil: sound.length }),
        async (changes, length) => {
          const bytes = sound.slice(0, length);
          for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte;
          try {
            const file = await opened(bytes);
            await all(file.all());
            for await (const items of file.items({ x0: 0, y0: 0, x1: 900, y1: 900 })) await all(file.contours(items));
          } catch (error) {
            assert.ok(error instanceof SegmenterError && error.code === 'bad-import', String(error));
            refused++;
          }
        },
      ),
      { numRuns: 400 },
    );
    assert.ok(refused > 100, String(refused));
  });

  it('with a feature longer than the file is refused at once, and one longer than a piece is read by two', async () => {
    const sound = await written(several);
    const bytes = new Uint8Array(2 ** 25);
    bytes.set(sound);
    const whole = blobBytes(new Blob([sound]), 'contours.fgb');
    const reads: number[] = [];
    const counted = (each: Bytes): Bytes => ({
      ...each,
      read: (offset, length, options) => {
        reads.push(offset);
        return each.read(offset, length, options);
      },
    });
    await all((await FlatGeobufFile.open(counted(whole))).all());
    const features = reads.at(-2)!;
    for (const [length, most] of [
      [2 ** 31, 1],
      // The last finds the end.
      [bytes.length - features - 4, 3],
    ] as const) {
      new DataView(bytes.buffer).setUint32(features, length, true);
      const file = await FlatGeobufFile.open(counted(blobBytes(new Blob([bytes]), 'contours.fgb')));
      reads.length = 0;
      await assert.rejects(all(file.all()), coded('bad-import', 'it ends after'));
      assert.ok(reads.length <= most, `${reads.length} reads`);
    }
  });

  it('of another kind is refused by name', async () => {
    await assert.rejects(opened(Uint8Array.of(1, 2, 3)), coded('bad-import', 'contours.fgb is no FlatGeobuf'));
    const bytes = await written(several);
    bytes[3] = 2;
    await assert.rejects(opened(bytes), coded('bad-import', 'of version 3'));
    const empty = await opened(await written([]));
    assert.deepEqual([empty.count, empty.indexed, await all(empty.all())], [0, false, []]);
  });
});
