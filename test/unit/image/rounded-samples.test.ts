/** Samples with more digits than a 32-bit float has: rounded, and said to be. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { open } from '../../../src/image/open.js';
import type { OpenedImage } from '../../../src/image/samples.js';
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

const tiffOf = (format: number, bits: number): Promise<OpenedImage> => {
  const size = { tag: 279, type: 4, values: [(4 * bits) / 8] } as const;
  const changes = [{ tag: 258, type: 3, values: [bits] }, size, { tag: 339, type: 3, values: [format] }] as const;
  const blob = new Blob([writeTiff([{ tags: greyTags(2, 2, changes) }], new Uint8Array((4 * bits) / 8))]);
  return open({ kind: 'blob', blob, name: 'grey.tif' });
};

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
});

describe('numbers that a 32-bit float holds', () => {
  for (const kind of [Uint8Array, Uint16Array, Int16Array, Float32Array])
    it(`have no note: OME-Zarr of ${kind.name}`, () =>
      zarrOf(kind, async (image) => assert.deepEqual(told(image), [])));

  it('have no note: TIFF of 16 bits and floats of 32', async () => {
    assert.deepEqual(told(await tiffOf(1, 16)), []);
    assert.deepEqual(told(await tiffOf(3, 32)), []);
  });
});
