/** Samples with more digits than a 32-bit float has: rounded, and said to be. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { open } from '../../../src/image/open.js';
import type { OpenedImage } from '../../../src/image/samples.js';
import { niftiRow } from '../../support/images/nifti-file.js';
import { greyTags, writeTiff } from '../../support/images/tiff-writer.js';
import { addArray, type Files, type ZarrArraySpec } from '../../support/images/zarr-writer.js';
import { ImageServer } from '../../support/servers/image-server.js';

/** The next whole number after those that a 32-bit float holds. */
const LARGE = 2 ** 24 + 1;

const zarrOf = async (kind: ZarrArraySpec['kind'], run: (image: OpenedImage) => Promise<void>): Promise<void> => {
  const files: Files = new Map();
  await addArray(files, 'x', { format: 3, shape: [1, 2], chunks: [1, 2], kind, at: (_y, x) => (x === 0 ? 7 : LARGE) });
  const server = await ImageServer.start((path) => files.get(path.replace(/^slide\.zarr\//, '')));
  try {
    await run(await open({ kind: 'url', url: server.url('slide.zarr/x') }));
  } finally {
    await server.stop();
  }
};

const tiffOf = (format: number, bits: number, pages = 1): Promise<OpenedImage> => {
  const size = { tag: 279, type: 4, values: [(4 * bits) / 8] } as const;
  const changes = [{ tag: 258, type: 3, values: [bits] }, size, { tag: 339, type: 3, values: [format] }] as const;
  const directories = Array.from({ length: pages }, () => ({ tags: greyTags(2, 2, changes) }));
  const blob = new Blob([writeTiff(directories, new Uint8Array((4 * bits) / 8))]);
  return open({ kind: 'blob', blob, name: 'grey.tif' });
};

const niftiOf = (...row: Parameters<typeof niftiRow>): Promise<OpenedImage> =>
  open({ kind: 'blob', blob: new Blob([niftiRow(...row)]), name: 'row.nii' });

const told = ({ notes }: OpenedImage): string[] => (notes ?? []).map(({ code, values }) => `${code} ${values}`);

describe('numbers of more digits than a 32-bit float has', () => {
  for (const [kind, type] of [
    [Int32Array, 'int32'],
    [Uint32Array, 'uint32'],
    [BigInt64Array, 'int64'],
    [Float64Array, 'float64'],
  ] as const)
    it(`of OME-Zarr (${type}) are rounded, and said to be`, () =>
      zarrOf(kind, async (image) => {
        const { data } = await image.region({ x: 0, y: 0, width: 2, height: 1 }, 0);
        assert.deepEqual([...data], [7, Math.fround(LARGE)]);
        assert.deepEqual(told(image), [`samples-rounded ${type}`]);
      }));

  it('of TIFF are said to be', async () => {
    assert.deepEqual(told(await tiffOf(1, 32)), ['samples-rounded uint32']);
    assert.deepEqual(told(await tiffOf(2, 32)), ['samples-rounded int32']);
    assert.deepEqual(told(await tiffOf(3, 64)), ['samples-rounded float64']);
  });

  it('of NIfTI are said to be, where they are', async () => {
    assert.deepEqual(told(await niftiOf(8, Int32Array.of(LARGE - 7, LARGE))), ['samples-rounded int32']);
    assert.deepEqual(told(await niftiOf(768, Uint32Array.of(LARGE, LARGE + 65535))), ['samples-rounded uint32']);
    assert.deepEqual(told(await niftiOf(64, Float64Array.of(0.1, 0.1))), ['samples-rounded float64']);
  });
});

describe('numbers that a 32-bit float holds', () => {
  for (const kind of [Uint8Array, Uint16Array, Int16Array, Float32Array])
    it(`have no note: OME-Zarr of ${kind.name}`, () =>
      zarrOf(kind, async (image) => assert.deepEqual(told(image), [])));

  it('have no note: TIFF of 16 bits and floats of 32', async () => {
    assert.deepEqual(told(await tiffOf(1, 16)), []);
    assert.deepEqual(told(await tiffOf(3, 32)), []);
  });

  it('have no note: NIfTI of 16 bits, and of whole numbers that 16 bits tell apart', async () => {
    assert.deepEqual(told(await niftiOf(4, Int16Array.of(-32768, 32767))), []);
    assert.deepEqual(told(await niftiOf(8, Int32Array.of(2 ** 24 - 65535, 2 ** 24))), []);
    assert.deepEqual(told(await niftiOf(16, Float32Array.of(2 ** 30, Number.NaN, 2 ** 30))), []);
    assert.deepEqual(told(await niftiOf(64, Float64Array.of(-1000, 3071))), []);
    assert.deepEqual(told(await niftiOf(64, Float64Array.of(Number.NaN))), []);
  });
});

describe('volumes, whose voxels have 16 bits', () => {
  it('of NIfTI have a note of the step between two values, where numbers are rounded to steps', async () => {
    const spread = await niftiOf(8, Int32Array.of(0, 1, 131070));
    assert.deepEqual([...(await spread.region({ x: 0, y: 0, width: 3, height: 1 }, 0)).data], [0, 2, 131070]);
    assert.deepEqual(told(spread), ['samples-in-steps int32,2']);
    assert.deepEqual(told(await niftiOf(16, Float32Array.of(0, 0.5, 65535), 0.25)), ['samples-in-steps float32,0.25']);
    assert.deepEqual(told(await niftiOf(64, Float64Array.of(0, 1 / 3, 65535), -2)), ['samples-in-steps float64,2']);
    assert.match(spread.notes?.[0]?.text ?? '', /65536 steps .* 2 apart/);
  });

  it('of TIFF, whose slices are read as they are, have a note where their type has more digits', async () => {
    assert.deepEqual(told(await tiffOf(3, 32, 2)), ['volume-in-steps float32']);
    assert.deepEqual(told(await tiffOf(1, 32, 2)), ['samples-rounded uint32', 'volume-in-steps uint32']);
    assert.deepEqual(told(await tiffOf(2, 16, 2)), []);
  });
});
