/** Contours that a worker reads and writes: the same as without one, or a coded error, and no worker is left. */
import assert from 'node:assert/strict';
import { before, describe, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { type ExportFormat, readContours, writers } from '../../src/contours/formats/index.js';
import { pack, unpack } from '../../src/contours/packed-contour.js';
import { isLightToRead, isLightToWrite } from '../../src/contours/traffic/light.js';
import { piecesOf } from '../../src/contours/traffic/pieces.js';
import { SegmenterError } from '../../src/core/errors.js';
import { readInWorker, writeInWorker } from '../../src/element/client/contour-worker.js';
import type { ContourFeature } from '../../src/worker/protocol.js';
import { bundle, NodeWorker, type StartFault } from '../support/threads/node-worker.js';

const image = { name: 'image', width: 4096, height: 4096 };
const squares = (count: number): readonly ContourFeature[] =>
  readContours(
    Array.from({ length: count }, (_, k) => {
      const [x, y] = [5 * (k % 800), 5 * Math.floor(k / 800)];
      const ring = [
        [x, y],
        [x + 3, y],
        [x + 3, y + 3.5],
        [x, y + 3],
        [x, y],
      ];
      return {
        type: 'Feature',
        id: `s${k}`,
        geometry: { type: 'Polygon', coordinates: [ring] },
        properties: { name: `${k}` },
      };
    }),
  ).contours;

let script: URL;
before(async () => {
  script = await bundle('contour-thread');
});

/** Options that start threads, and the threads, which all must have ended when the test has. */
const threads = (t: TestContext, fault?: StartFault) => {
  const ended: Promise<unknown>[] = [];
  t.after(() => Promise.all(ended));
  const startWorker = () => {
    const worker = new NodeWorker(script, fault);
    ended.push(new Promise((resolve) => worker.thread.once('exit', resolve)));
    return worker;
  };
  return { startWorker };
};

describe('a worker for contour files', () => {
  test('reads what is read without one, piece by piece', async (t) => {
    const contours = squares(700);
    const options = threads(t);
    const texts = ['geojson', 'w3c', 'svg'] as const satisfies readonly ExportFormat[];
    for (const format of texts) {
      const text = await writers[format].write(contours, image);
      const plain = typeof text === 'string' ? readContours(text) : undefined;
      const { contours: read, skipped, reason } = await readInWorker(text, options);
      assert.deepEqual(
        read.map(({ geometry }) => geometry),
        plain?.contours.map(({ geometry }) => geometry),
      );
      assert.deepEqual([skipped, reason], [plain?.skipped, plain?.reason]);
    }
    const file = await writers.flatgeobuf.write(contours, image);
    assert.deepEqual((await readInWorker(file, options)).contours.length, contours.length);
  });

  test('writes what is written without one', async (t) => {
    const contours = squares(700);
    const options = threads(t);
    for (const format of ['geojson', 'w3c', 'svg', 'csv', 'coco', 'mask-png', 'mask-tiff'] as const) {
      const [there, here] = await Promise.all([
        writeInWorker(format, contours, image, options),
        writers[format].write(contours, image),
      ]);
      const bytes = async (data: string | Blob) => new Uint8Array(await new Blob([data]).arrayBuffer());
      assert.deepEqual(await bytes(there), await bytes(here), format);
    }
  });

  test('gives its errors as they are', async (t) => {
    const options = threads(t);
    const text = `<svg>${'<g>'.repeat(100)}`;
    const here = await Promise.resolve()
      .then(() => readContours(text))
      .catch((error: unknown) => error);
    assert.ok(here instanceof SegmenterError);
    await assert.rejects(readInWorker(text, options), { code: 'bad-import', message: here.message });
    await assert.rejects(writeInWorker('nothing', [], image, options), { code: 'bad-parameter' });
    await assert.rejects(readInWorker({ type: () => {} }, options), { code: 'bad-parameter', name: 'SegmenterError' });
  });

  test('that is broken, or ends, rejects with a coded error', async (t) => {
    await assert.rejects(readInWorker('[]', threads(t, 'throws')), { code: 'worker-crashed' });
    await assert.rejects(readInWorker('[]', threads(t, 'dies')), { code: 'worker-crashed' });
    await assert.rejects(readInWorker('[]', { ...threads(t, 'is silent'), deadline: 50 }), { code: 'timeout' });
    const startWorker = (): never => {
      throw new Error('not allowed');
    };
    await assert.rejects(readInWorker('[]', { startWorker }), { code: 'worker-crashed', message: /not allowed/ });
    const here = { contours: [], skipped: ['read here'] };
    const instead = async () => here;
    for (const unable of [threads(t, 'throws'), threads(t, 'is not there'), { startWorker }]) {
      assert.equal(await readInWorker('[]', unable, undefined, instead), here);
      assert.equal(await writeInWorker('geojson', [], image, unable, async () => 'written here'), 'written here');
    }
    await assert.rejects(readInWorker('[]', threads(t, 'dies'), undefined, instead), { code: 'worker-crashed' });
    await assert.rejects(readInWorker('[]', { ...threads(t, 'is silent'), deadline: 50 }, undefined, instead), {
      code: 'timeout',
    });
  });

  test('whose code does not come says so', async (t) => {
    const options = threads(t, 'is not there');
    await assert.rejects(readInWorker('[]', options), { code: 'not-loaded', message: /no connection/ });
    await assert.rejects(writeInWorker('geojson', [], image, options), {
      code: 'not-loaded',
      message: /no connection/,
    });
  });
});

describe('what a worker is for', () => {
  test('long texts, large values, packed files', async () => {
    const long = ' '.repeat(20_000);
    for (const light of ['{}', [], { a: 'x'.repeat(999) }, undefined, 7, Array(99).fill(undefined), new Blob(['{}'])])
      assert.equal(await isLightToRead(light), true);
    const packed = new Blob([new Uint8Array([0x1f, 0x8b, 8, 0])]);
    for (const heavy of [long, [long], { [long]: 1 }, Array(20_000).fill(1), Array(20_000), new Blob([long]), packed])
      assert.equal(await isLightToRead(heavy), false);
    const markup = `<svg>${' '.repeat(1100)}</svg>`;
    for (const heavy of [markup, [markup], new Blob([markup])]) assert.equal(await isLightToRead(heavy), false);
    const odd = new Proxy({}, { ownKeys: () => assert.fail() });
    assert.equal(await isLightToRead(odd), true);
  });

  test('many contours, large masks', () => {
    assert.equal(isLightToWrite('svg', squares(400), image), true);
    assert.equal(isLightToWrite('svg', squares(600), image), false);
    assert.equal(isLightToWrite('mask-png', [], image), false);
    assert.equal(isLightToWrite('mask-png', [], { ...image, width: 64, height: 64 }), true);
  });
});

test('pieces hold every contour once, in order, and unpack to the same', () => {
  const plain = <T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
    fc.record(model, { noNullPrototype: true });
  const position = fc.tuple(fc.integer({ min: -9, max: 9 }), fc.double({ noNaN: true }));
  const path = fc.array(position, { maxLength: 5 });
  const geometry = fc.oneof(
    plain({ type: fc.constant('LineString' as const), coordinates: path }),
    plain({ type: fc.constant('Polygon' as const), coordinates: fc.array(path, { maxLength: 3 }) }),
    plain({ type: fc.constant('MultiLineString' as const), coordinates: fc.array(path, { maxLength: 3 }) }),
    plain({
      type: fc.constant('MultiPolygon' as const),
      coordinates: fc.array(fc.array(path, { maxLength: 3 }), { maxLength: 3 }),
    }),
  );
  const properties = { objectType: 'annotation', measurements: {}, metadata: {} } as const;
  fc.assert(
    fc.property(fc.array(geometry, { maxLength: 30 }), fc.integer({ min: 1, max: 60 }), (geometries, times) => {
      const few = geometries.map((its, k) => ({ type: 'Feature', id: `${k}`, geometry: its, properties }) as const);
      assert.deepEqual(
        few.map((one) => unpack(pack(one))),
        few,
      );
      const many = Array.from({ length: times }, () => few).flat();
      const ids = [...piecesOf(many)].flatMap((piece) => piece.map(({ id }) => id));
      assert.deepEqual(
        ids,
        many.map(({ id }) => id),
      );
    }),
  );
});
