import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fromArrayBuffer } from 'geotiff';
import { labelRows } from '../../../../src/contours/formats/scanlines.js';
import { labelBits, writeLabels } from '../../../../src/contours/formats/streams/labels.js';
import { contourSet } from '../../../../src/contours/set/contour-set.js';
import { type LabelOptions, writeLabelPyramid } from '../../../../src/image/formats/tiff/write-labels.js';
import { MemorySink } from '../../../../src/image/io/sink.js';
import { open } from '../../../../src/image/open.js';
import type { Placement } from '../../../../src/image/samples.js';
import type { ContourFeature } from '../../../../src/worker/protocol.js';
import { ringed, square, withGeometry } from '../../../support/contours.js';
import { Random } from '../../../support/random.js';

const [width, height] = [700, 533];
const placement: Placement = { pixelWidth: 0.25, pixelHeight: 0.25, unit: 'µm' };

const scattered = (count: number): ContourFeature[] => {
  const random = new Random(count);
  return [
    ...Array.from({ length: count }, (_, k) =>
      square(k, random.between(-20, width), random.between(-20, height), random.between(1, 50)),
    ),
    ringed(count),
    withGeometry(count + 1, {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [90, 90],
      ],
    }),
  ];
};

/** The mask by the other way to fill polygons. */
const expectedOf = (contours: readonly ContourFeature[]): Uint16Array => {
  const labels = new Uint16Array(width * height);
  let y = 0;
  for (const row of labelRows(contours, width, height)) labels.set(row, y++ * width);
  return labels;
};

const written = async (contours: readonly ContourFeature[]): Promise<Blob> => {
  const sink = new MemorySink();
  await writeLabels(contourSet(contours), { name: 'slide', width, height, placement }, sink);
  return sink.blob('image/tiff');
};

describe('a pyramid of labels', () => {
  for (const count of [3, 400]) {
    it(`of ${count} contours is the mask of them, and lies on the image`, async () => {
      const contours = scattered(count);
      const blob = await written(contours);
      const image = await open({ kind: 'blob', blob, name: 'labels.tif' });
      assert.deepEqual([image.width, image.height, image.bands, image.bits], [width, height, 1, labelBits(count + 2)]);
      const { data, missing } = await image.region({ x: 0, y: 0, width, height }, 0);
      const expected = expectedOf(contours);
      assert.deepEqual(Array.from(data), Array.from(expected));
      assert.equal(missing, undefined);
      assert.ok(Math.abs(image.placement!.pixelWidth - 0.25) < 1e-6);
      assert.deepEqual(
        image.levels.map((level) => [level.width, level.height]),
        [
          [700, 533],
          [350, 267],
          [175, 134],
        ],
      );
      const half = await image.region({ x: 0, y: 0, width: 350, height: 267 }, 1);
      for (let y = 0; y < 267; y++)
        for (let x = 0; x < 350; x++) {
          const at = Math.min(height - 1, 2 * y + 1) * width + Math.min(width - 1, 2 * x + 1);
          assert.equal(half.data[y * 350 + x], expected[at]);
        }
    });
  }

  it('is what another reader sees', async () => {
    const contours = scattered(20);
    const tiff = await fromArrayBuffer(await (await written(contours)).arrayBuffer());
    assert.equal(await tiff.getImageCount(), 3);
    const [labels] = await (await tiff.getImage(0)).readRasters();
    assert.ok(labels instanceof Uint8Array);
    assert.deepEqual(Array.from(labels), Array.from(expectedOf(contours)));
  });

  it('has 32 bits where there are more contours, and 64-bit offsets where that could be needed', async () => {
    const random = new Random(7);
    const labels = Uint32Array.from({ length: 300 * 280 }, () => random.between(0, 99_999));
    const write = async (options: LabelOptions): Promise<Blob> => {
      const sink = new MemorySink();
      const rows = (async function* () {
        // Any number of rows at a time.
        for (const [from, end] of [
          [0, 1],
          [1, 200],
          [200, 280],
        ] as const)
          yield labels.subarray(from * 300, end * 300);
      })();
      await writeLabelPyramid({ width: 300, height: 280, bits: 32, rows }, sink, options);
      return sink.blob('image/tiff');
    };
    for (const big of [false, true]) {
      const blob = await write({ big });
      assert.equal(new Uint8Array(await blob.slice(2, 3).arrayBuffer())[0], big ? 43 : 42);
      const image = await open({ kind: 'blob', blob, name: 'labels.tif' });
      const { data } = await image.region({ x: 0, y: 0, width: 300, height: 280 }, 0);
      assert.deepEqual(Array.from(data), Array.from(labels));
      assert.equal(image.levels.length, 2);
    }
    assert.deepEqual([255, 256, 65_535, 65_536].map(labelBits), [8, 16, 16, 32]);
  });

  it('without any contour is small, and wholly background', async () => {
    const blob = await written([]);
    assert.ok(blob.size < 4000, `${blob.size} bytes`);
    const image = await open({ kind: 'blob', blob, name: 'labels.tif' });
    const { data, missing } = await image.region({ x: 0, y: 0, width, height }, 0);
    assert.ok(data.every((label) => label === 0));
    assert.equal(missing, undefined);
  });
});
