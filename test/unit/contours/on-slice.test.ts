/** Contours on slices: what belongs where, what edits and files keep, and masks of several objects. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readContours, writers } from '../../../src/contours/formats/index.js';
import { readContourFile } from '../../../src/contours/formats/read-file.js';
import { laidOn } from '../../../src/contours/laid-on.js';
import { objectOf, onSlice, sliceOf, withOutline } from '../../../src/contours/on-slice.js';
import { insertVertex, moveVertex, removeVertex } from '../../../src/element/contours/vertex-edits.js';
import { isUpsideDown, sliceWithin } from '../../../src/element/viewer/slices.js';
import type { ContourFeature } from '../../../src/worker/protocol.js';
import { square, uuidOf } from '../../support/contours.js';
import { coded } from '../../support/errors.js';
import { readVolume } from '../../support/images/read-volume.js';

/** A square of 8 pixels at x, on a slice, of an object. */
const on = (k: number, slice: number, object: number, x = 0): ContourFeature => {
  const contour = square(k, x);
  const { geometry, properties } = contour;
  return {
    ...contour,
    geometry: { ...geometry, plane: { c: -1, z: slice, t: 0 } },
    properties: { ...properties, metadata: { object: uuidOf(object) } },
  };
};

const frame = { name: 'v', width: 40, height: 20, stack: { depth: 3, spacing: [1, 1, 2] } } as const;

test('a contour lies on its slice, the first where it names none', () => {
  const contours = [on(1, 0, 9), on(2, 2, 9), square(3)];
  assert.deepEqual(contours.map(sliceOf), [0, 2, 0]);
  assert.deepEqual(onSlice(contours, 0), [contours[0], contours[2]]);
  assert.deepEqual(onSlice(contours, undefined), contours);
  assert.deepEqual(contours.map(objectOf), [uuidOf(9), uuidOf(9), uuidOf(3)]);
  const [first, , third] = laidOn(contours, 1);
  assert.equal(first, contours[0]);
  assert.deepEqual(third!.geometry.plane, { c: -1, z: 1, t: 0 });
  assert.equal(laidOn(contours, undefined), contours);
});

test('a contour with another outline stays on its slice', () => {
  const outline = square(5, 12).geometry;
  assert.deepEqual(withOutline(on(1, 2, 9), outline).geometry, { ...outline, plane: { c: -1, z: 2, t: 0 } });
  assert.deepEqual(withOutline(square(3), outline), { ...square(3), geometry: outline });
});

test('the nearest slice there is', () => {
  assert.deepEqual(
    [undefined, Number.NaN, -4, 2.4, 7, 99].map((slice) => sliceWithin(9, slice)),
    [4, 4, 0, 2, 7, 8],
  );
  const about = { id: 1, name: 'v', format: 'nifti', width: 4, height: 4, bands: 1, bits: 8, levels: [] } as const;
  const placed = (y: number) =>
    ({
      ...about,
      stack: {
        depth: 2,
        affine: [
          [1, 0, 0, 0],
          [0, y, 0, 0],
          [0, 0, 1, 0],
        ],
      },
    }) as const;
  assert.deepEqual([isUpsideDown(placed(1)), isUpsideDown(placed(-1)), isUpsideDown(about)], [true, false, false]);
});

test('a contour keeps the channel and the time of its plane, through files and edits', async () => {
  const plane = { c: 1, z: 3, t: 2 };
  const contour = square(1);
  const placed: ContourFeature = { ...contour, geometry: { ...contour.geometry, plane } };
  for (const format of ['geojson', 'geojsonl'] as const) {
    const file = new Blob([await writers[format].write([placed], frame)]);
    const { contours } = await readContourFile(file);
    assert.deepEqual(contours[0]?.geometry.plane, plane, format);
  }
  assert.deepEqual(readContours({ ...placed }).contours[0]?.geometry.plane, plane);
  assert.deepEqual(insertVertex(placed, { path: 0, vertex: 0 }, { x: 4, y: -1 }).geometry.plane, plane);
  assert.equal(laidOn([placed], 1)[0], placed);
  // What is no whole number is what QuPath writes for none.
  const odd = { ...contour, geometry: { ...contour.geometry, plane: { c: 1.5, z: 3, t: 'x' } } };
  assert.deepEqual(readContours(odd).contours[0]?.geometry.plane, { c: -1, z: 3, t: 0 });
});

test('edits of vertices leave a contour on its slice', () => {
  const contour = on(1, 2, 9);
  for (const edited of [
    moveVertex(contour, { path: 0, vertex: 1 }, { x: 12, y: 1 }),
    insertVertex(contour, { path: 0, vertex: 1 }, { x: 11, y: 4 }),
    removeVertex(contour, { path: 0, vertex: 1 }),
  ]) {
    assert.deepEqual(edited?.geometry.plane, { c: -1, z: 2, t: 0 });
  }
});

test('masks number the objects of a volume, whatever slices they are on', async () => {
  const contours = [on(1, 0, 9), on(2, 2, 9, 5), on(3, 2, 8, 20)];
  const nifti = await readVolume(new Blob([await writers['mask-nifti'].write(contours, frame)]), 'mask');
  const tiff = await readVolume(new Blob([await writers['mask-tiff'].write(contours, frame)]), 'mask');
  const voxels = (slice: number, value: number): number =>
    nifti.planes[0]!.subarray(slice * 800, (slice + 1) * 800).filter((voxel) => voxel === value).length;
  // Squares of 8 pixels.
  const area = 64;
  assert.deepEqual([voxels(0, 1), voxels(1, 1), voxels(2, 1), voxels(2, 2)], [area, 0, area, area]);
  assert.deepEqual(
    tiff.planes[0]!.map((value) => value / 255),
    nifti.planes[0]!.map((value) => Math.min(1, value)),
  );
  assert.deepEqual(nifti.spacing, [1, 1, 2]);
  const many = Array.from({ length: 256 }, (_, k) => on(k + 1, 0, k + 1));
  await assert.rejects(async () => writers['mask-nifti'].write(many, frame), coded('unsupported', 'at most 255'));
});

test('a plane that is none is left out of a contour that is read', () => {
  for (const z of [-1, 0.5, '3', null]) {
    const { geometry } = square(1);
    const { contours } = readContours({ type: 'Feature', geometry: { ...geometry, plane: { c: -1, z, t: 0 } } });
    assert.equal(contours[0]!.geometry.plane, undefined);
  }
});
