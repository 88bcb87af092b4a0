/** Measurements with names that every object inherits: they were taken from the prototype where a contour had none. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readContours, writers } from '../../../../src/contours/formats/index.js';
import { readContourFile } from '../../../../src/contours/formats/read-file.js';
import type { ContourFeature } from '../../../../src/worker/protocol.js';
import { square } from '../../../support/contours.js';

const image = { name: 'slide.tif', width: 64, height: 48 };
const names = ['constructor', 'toString', 'hasOwnProperty', '__proto__'];

const measured = (id: number, measurements: ContourFeature['properties']['measurements']): ContourFeature => {
  const contour = square(id);
  return { ...contour, properties: { ...contour.properties, measurements } };
};
/** One contour has them all, the other none. */
const both = [measured(1, Object.fromEntries(names.map((name, k) => [name, k + 1]))), measured(2, {})];

describe('measurements with names that every object inherits', () => {
  for (const format of ['geojson', 'csv', 'flatgeobuf', 'dicom-ann'] as const)
    it(`come back from ${format}, and where there are none stay absent`, async () => {
      const file = new Blob([await writers[format].write(both, image)]);
      const { contours } = await readContourFile(file);
      assert.deepEqual(
        contours.map(({ properties }) => Object.entries(properties.measurements)),
        both.map(({ properties }) => Object.entries(properties.measurements)),
      );
    });

  it('are empty cells of a table where there are none', async () => {
    const [, first = '', second = ''] = (await new Blob([await writers.csv.write(both, image)]).text()).split('\r\n');
    assert.match(first, /,1,2,3,4,"/);
    assert.match(second, /,,,,,"/);
  });

  it('are read from the list that QuPath wrote before 0.4', () => {
    const listed = names.map((name, value) => ({ name, value }));
    const [contour] = readContours({ ...square(1), properties: { measurements: listed } }).contours;
    assert.deepEqual(Object.keys(contour?.properties.measurements ?? {}), names);
  });
});
