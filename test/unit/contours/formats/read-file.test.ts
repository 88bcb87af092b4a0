import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type ExportFormat, type ImageFrame, writerOf } from '../../../../src/contours/formats/index.js';
import { readContourFile } from '../../../../src/contours/formats/read-file.js';
import { holdsContours } from '../../../../src/element/parts/files.js';
import { ringed, square } from '../../../support/contours.js';
import { coded } from '../../../support/errors.js';

const image: ImageFrame = { name: 'slide.tif', width: 100, height: 80 };
const contours = [square(1), ringed(2)];
const formats: readonly ExportFormat[] = ['geojson', 'geojsonl', 'flatgeobuf', 'csv', 'coco'];

describe('a file of contours', () => {
  for (const format of formats) {
    it(`as ${format} comes back from its bytes alone, and is known by its name`, async () => {
      const { write, extension } = writerOf(format);
      const file = new File([await write(contours, image)], `contours.${extension}`);
      // COCO numbers its objects, and has masks in place of holes, whose corners are those of pixels.
      const expected = contours;
      const read = await readContourFile(file);
      const idOf = (id: string): string =>
        format === 'coco' ? String(expected.findIndex((one) => one.id === id) + 1) : id;
      const shapeOf = ({ coordinates }: (typeof contours)[number]['geometry']): unknown =>
        format === 'coco' ? coordinates.flat().length : coordinates;
      const placed = new Map(read.contours.map((contour) => [contour.id, shapeOf(contour.geometry)]));
      assert.deepEqual(placed, new Map(expected.map(({ id, geometry }) => [idOf(id), shapeOf(geometry)])));
      assert.ok(holdsContours(file));
      if (format === 'flatgeobuf') return;
      const packed = new File([gzipSync(new Uint8Array(await file.arrayBuffer()))], `${file.name}.gz`);
      assert.deepEqual((await readContourFile(packed)).contours.length, expected.length);
      assert.ok(holdsContours(packed));
    });
  }

  it('that is cut or junk is refused', async () => {
    const packed = gzipSync('{"type":"FeatureCollection","features":[]}');
    await assert.rejects(
      readContourFile(new Blob([packed.subarray(0, 20)])),
      coded('bad-import', 'cannot be unpacked'),
    );
    await assert.rejects(readContourFile(new Blob(['fgb\u0003'])), coded('bad-import', 'FlatGeobuf'));
    await assert.rejects(readContourFile(new Blob(['junk'])), coded('bad-import', 'neither JSON, SVG nor a table'));
  });

  it('that is empty, cut or damaged is told in words of our own', async () => {
    const text = '{"type":"FeatureCollection","features":[{"type":"Feature","name":"a\\"}]"}]}';
    const line = '{"type":"Feature","geometry":null}\n';
    const told: [string, string][] = [
      ['', 'it is empty'],
      [' \n', 'it is empty'],
      ['{"type":"FeatureCollection","features":[}', 'its JSON is damaged'],
      ['junk', 'it is neither JSON, SVG nor a table'],
      [`${line}${line.slice(0, 20)}`, 'line 2 is no JSON (it ends too early)'],
      ...Array.from({ length: text.length - 1 }, (_, k): [string, string] => [
        text.slice(0, k + 1),
        'it ends too early',
      ]),
    ];
    for (const [content, reason] of told)
      await assert.rejects(readContourFile(new Blob([content])), (error: Error) => {
        assert.equal(error.message, `This could not be imported: ${reason}.`, content);
        return true;
      });
  });

  it('is told apart from images by its name', () => {
    for (const name of ['a.tif', 'a.nii.gz', 'a.svs', 'a.gz']) assert.ok(!holdsContours(new File([], name)), name);
    for (const name of ['a.xml', 'a.annotations', 'a.SVG']) assert.ok(holdsContours(new File([], name)), name);
  });
});
