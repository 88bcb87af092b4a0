import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fromArrayBuffer } from 'geotiff';
import { labelRows } from '../../../../src/contours/formats/scanlines.js';
import { labelBits, labelImage, writeLabels } from '../../../../src/contours/formats/streams/labels.js';
import { contourSet } from '../../../../src/contours/set/contour-set.js';
import { type LabelWindow, labelBlocks, packBlock, sampleAt } from '../../../../src/image/formats/tiff/label-blocks.js';
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
    const paint = async (windows: readonly LabelWindow[]): Promise<void> => {
      for (const { scale, x, y, width: across, height: down, labels: into } of windows)
        for (let k = 0; k < across * down; k++) {
          const row = sampleAt(y + Math.floor(k / across), scale, 280);
          into[k] = labels[row * 300 + sampleAt(x + (k % across), scale, 300)]!;
        }
    };
    const write = async (options: LabelOptions): Promise<Blob> => {
      const sink = new MemorySink();
      await writeLabelPyramid({ width: 300, height: 280, bits: 32, paint }, sink, options);
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

  it('of several blocks is the mask of them at every level, and the same bytes joined of blocks packed in any order', async () => {
    const size = { width: 4500, height: 300 };
    const random = new Random(3);
    const all = [
      ...Array.from({ length: 60 }, (_, k) =>
        square(k, random.between(-20, size.width), random.between(-20, size.height), random.between(1, 90)),
      ),
      // Over the seam of two blocks, at the end of the image, and wholly beyond it.
      square(60, 4000, 100, 200),
      square(61, 4490, 290, 50),
      square(62, 5000, 10, 40),
    ];
    const contours = contourSet(all);
    const blocks = labelBlocks(size.width, size.height);
    // Two of the finest five levels, and one of the sixth.
    assert.equal(blocks.length, 3);
    const one = new MemorySink();
    await writeLabels(contours, { name: 'wide', ...size }, one);
    const image = labelImage(contours, size);
    const apart = new Map(
      await Promise.all([2, 1, 0].map(async (index) => [index, await packBlock(image, blocks[index]!)] as const)),
    );
    const two = new MemorySink();
    await writeLabels(contours, { name: 'wide', ...size }, two, { packed: async (index) => apart.get(index)! });
    const blob = one.blob('image/tiff');
    assert.deepEqual(await two.blob('image/tiff').arrayBuffer(), await blob.arrayBuffer());
    const full = Array.from(labelRows(all, size.width, size.height), (row) => row.slice());
    const source = await open({ kind: 'blob', blob, name: 'labels.tif' });
    assert.equal(source.levels.length, 6);
    for (const [level, { width: across, height: down }] of source.levels.entries()) {
      const { data } = await source.region({ x: 0, y: 0, width: across, height: down }, level);
      for (let k = 0; k < data.length; k++) {
        const [row, column] = [Math.floor(k / across), k % across];
        const expected = full[sampleAt(row, 2 ** level, size.height)]![sampleAt(column, 2 ** level, size.width)];
        if (data[k] !== expected) assert.fail(`level ${level} at ${column}, ${row}: ${data[k]}, not ${expected}`);
      }
    }
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
