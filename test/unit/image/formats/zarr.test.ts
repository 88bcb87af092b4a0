import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it, test } from 'node:test';
import { decodeBlosc } from '../../../../src/image/codecs/blosc/blosc.js';
import { open } from '../../../../src/image/open.js';
import { openFile } from '../../../../src/image/open-file.js';
import type { Samples } from '../../../../src/image/samples.js';
import { coded } from '../../../support/errors.js';
import {
  addArray,
  addGroup,
  type Files,
  multiscales,
  type Packing,
  type ZarrArraySpec,
} from '../../../support/images/zarr-writer.js';
import { ImageServer } from '../../../support/servers/image-server.js';

const serve = async (files: Files, run: (server: ImageServer) => Promise<void>, options = {}): Promise<void> => {
  const server = await ImageServer.start((path) => files.get(path.replace(/^slide\.zarr\//, '')), options);
  try {
    await run(server);
  } finally {
    await server.stop();
  }
};

/** Two levels of 2 channels: every value tells channel, row and column. */
const value = (c: number, y: number, x: number): number => 20_000 * c + 150 * y + x;
const sixteenBits = async (format: 2 | 3, more: Partial<ZarrArraySpec> = {}): Promise<Files> => {
  const files: Files = new Map();
  addGroup(files, '', format, multiscales('cyx', 2, [1, 0.5, 0.25]));
  const common = { format, chunks: [1, 32, 48], kind: Uint16Array, ...more };
  await addArray(files, '0', { ...common, shape: [2, 70, 100], at: value });
  await addArray(files, '1', { ...common, shape: [2, 35, 50], at: (c, y, x) => value(c, 2 * y, 2 * x), without: [] });
  return files;
};

const packings: readonly Packing[] = [
  'none',
  'gzip',
  'zstd',
  'lz4',
  ...['blosclz', 'lz4', 'lz4hc', 'zlib', 'zstd'].map((blosc) => ({ blosc, shuffle: 1 as const })),
  { blosc: 'lz4', shuffle: 2 },
  { blosc: 'zstd', shuffle: 0 },
];

for (const format of [2, 3] as const)
  test(`OME-Zarr of version ${format} gives its samples, levels, channels and place, however it is packed`, async () => {
    for (const packing of packings) {
      const what = JSON.stringify(packing);
      await serve(await sixteenBits(format, { packing, bigEndian: packing === 'zstd' }), async (server) => {
        const image = await open({ kind: 'url', url: server.url('slide.zarr') });
        const { name, width, height, bands, bits, levels, placement } = image;
        assert.deepEqual(
          { name, width, height, bands, bits },
          { name: 'slide.zarr', width: 100, height: 70, bands: 2, bits: 16 },
        );
        assert.deepEqual(levels[1], { width: 50, height: 35, scaleX: 2, scaleY: 2 });
        assert.deepEqual(placement, { pixelWidth: 0.25, pixelHeight: 0.5, unit: 'µm' });
        const { data, missing } = await image.region({ x: 40, y: 30, width: 20, height: 10 }, 0);
        const wanted = Array.from({ length: 400 }, (_, k) =>
          value(k % 2, 30 + Math.floor(k / 40), 40 + (Math.floor(k / 2) % 20)),
        );
        assert.deepEqual([...data], wanted, what);
        assert.equal(missing, undefined);
        const coarse = await image.region({ x: 49, y: 34, width: 1, height: 1 }, 1);
        assert.deepEqual([...coarse.data], [value(0, 68, 98), value(1, 68, 98)], what);
      });
    }
  });

test('chunks that are not there are no data, alone and in shards', async () => {
  for (const shards of [undefined, [1, 2, 2]]) {
    const files = await sixteenBits(3, { shards, without: ['1/0/1'] });
    await serve(files, async (server) => {
      const image = await open({ kind: 'url', url: server.url('slide.zarr/zarr.json') });
      const { data, missing } = await image.region({ x: 0, y: 0, width: 100, height: 70 }, 0);
      for (const [x, y, absent] of [
        [47, 31, 0],
        [48, 31, 1],
        [95, 0, 1],
        [96, 0, 0],
        [48, 32, 0],
      ] as const) {
        assert.equal(missing?.[y * 100 + x], absent, `${x}, ${y}`);
        assert.equal(data[(y * 100 + x) * 2], value(0, y, x));
      }
    });
  }
});

test('of a volume each slice is read alone, and all of it as a volume with the size of its voxels', async () => {
  const files: Files = new Map();
  addGroup(files, '', 2, multiscales('tzyx', 1, [1, 2, 0.5, 0.5]));
  const at = (t: number, z: number, y: number, x: number): number => 100 * t + 40 * z + 5 * y + x;
  await addArray(files, '0', { format: 2, shape: [2, 3, 6, 5], chunks: [1, 2, 4, 4], kind: Uint8Array, at });
  await serve(files, async (server) => {
    const image = await open({ kind: 'url', url: server.url('slide.zarr/') });
    assert.equal(image.stack?.depth, 3);
    const { data } = await image.region({ x: 3, y: 2, width: 2, height: 1 }, 0, { slice: 2 });
    assert.deepEqual([...data], [at(0, 2, 2, 3), at(0, 2, 2, 4)]);
    assert.ok(
      server.requests.every(({ path }) => !/\/0\/0\/0\/\d$/.test(path)),
      'a slice that was not asked for was read',
    );
    const volume = await image.stack.volume();
    assert.deepEqual(volume.spacing, [0.0005, 0.0005, 0.002]);
    assert.equal(volume.planes[0]?.[2 * 30 + 2 * 5 + 4], at(0, 2, 2, 4));
  });
});

test('signed numbers and floats are floats, and what is no number is no data', async () => {
  const files: Files = new Map();
  await addArray(files, 'x', {
    ...{ format: 3, shape: [3, 4], chunks: [2, 2], kind: Float32Array },
    at: (y, x) => (x === 2 ? Number.NaN : y - x / 2),
  });
  await serve(files, async (server) => {
    const image = await open({ kind: 'url', url: server.url('slide.zarr/x') });
    assert.deepEqual([image.bits, image.bands], [32, 1]);
    const { data, missing } = await image.region({ x: 1, y: 2, width: 3, height: 1 }, 0);
    assert.deepEqual([...data], [1.5, 0, 0.5]);
    assert.deepEqual([...missing!], [0, 1, 0]);
  });
});

test('tokens and queries go with every request', async () => {
  const files = await sixteenBits(3);
  const admits = ({ authorization }: { authorization?: string }): boolean => authorization === 'Bearer 7';
  await serve(
    files,
    async (server) => {
      const url = `${server.url('slide.zarr')}?signed=1`;
      const image = await open({ kind: 'url', url, request: () => ({ headers: { Authorization: 'Bearer 7' } }) });
      await image.region({ x: 0, y: 0, width: 1, height: 1 }, 0);
      await assert.rejects(open({ kind: 'url', url }), coded('access-denied'));
    },
    { admits },
  );
});

test('a folder of this machine is read, and nothing outside of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zarr-'));
  try {
    const files = await sixteenBits(2, { packing: 'gzip' });
    for (const [key, bytes] of files) {
      mkdirSync(dirname(join(folder, 'slide.zarr', key)), { recursive: true });
      writeFileSync(join(folder, 'slide.zarr', key), bytes);
    }
    for (const path of ['slide.zarr', 'slide.zarr/.zattrs', 'slide.zarr/']) {
      const image = await openFile(join(folder, path));
      const { data } = await image.region({ x: 99, y: 69, width: 1, height: 1 }, 0);
      assert.deepEqual([...data], [value(0, 69, 99), value(1, 69, 99)]);
      image.close();
    }
    const other: Files = new Map();
    await addArray(other, 'secret', { format: 2, shape: [2, 2], chunks: [2, 2], kind: Uint8Array, at: () => 7 });
    mkdirSync(join(folder, 'secret', '0'), { recursive: true });
    for (const [key, bytes] of other) writeFileSync(join(folder, key), bytes);
    const text = JSON.stringify(multiscales('yx', 1, [1, 1])).replace('"path":"0"', '"path":"..%2fsecret"');
    writeFileSync(join(folder, 'slide.zarr', '.zattrs'), text);
    await assert.rejects(openFile(join(folder, 'slide.zarr')), coded('image-not-found'));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('what is no image of OME-Zarr is refused in words', async () => {
  const cases: readonly (readonly [string, object, RegExp])[] = [
    ['a plate', { plate: { wells: [{ path: 'A/1' }] } }, /plate.*such as A\/1\/0/],
    ['a well', { well: { images: [{ path: '0' }] } }, /well.*such as 0/],
    ['a plain group', {}, /without the multiscales/],
    ['no levels', { multiscales: [{ axes: [{ name: 'y' }, { name: 'x' }], datasets: [] }] }, /datasets/],
    ['odd axes', { multiscales: [{ axes: [{ name: 'x' }, { name: 'y' }], datasets: [{ path: '0' }] }] }, /axes/],
    [
      'a missing array',
      { multiscales: [{ axes: [{ name: 'y' }, { name: 'x' }], datasets: [{ path: '0' }] }] },
      /no Zarr array or group 0/,
    ],
  ];
  for (const [what, ome, wanted] of cases) {
    const files: Files = new Map();
    addGroup(files, '', 3, ome);
    await serve(files, async (server) => {
      await assert.rejects(open({ kind: 'url', url: server.url('slide.zarr') }), wanted, what);
    });
  }
  await serve(new Map(), async (server) => {
    await assert.rejects(open({ kind: 'url', url: server.url('slide.zarr') }), coded('image-not-found'));
  });
});

describe('a store that refuses what is not there, as S3 without the right to list', () => {
  const rect = { x: 0, y: 0, width: 100, height: 70 };

  for (const format of [2, 3] as const)
    for (const shards of format === 3 ? [undefined, [1, 2, 2]] : [undefined])
      it(`shows an image of version ${format}${shards ? ' in shards' : ''}, and what is refused as no data`, async () => {
        const files = await sixteenBits(format, { shards, without: shards ? [] : ['1/0/1'] });
        if (shards) files.delete('0/c/1/0/1');
        const wanted = await (async () => {
          let found: Samples | undefined;
          await serve(files, async (server) => {
            found = await (await open({ kind: 'url', url: server.url('slide.zarr') })).region(rect, 0);
          });
          return found;
        })();
        assert.ok(wanted?.missing?.includes(1));
        await serve(
          files,
          async (server) => {
            const image = await open({ kind: 'url', url: server.url('slide.zarr') });
            assert.deepEqual(await image.region(rect, 0), wanted);
          },
          { absent: 403 },
        );
      });

  it('is told to refuse access where it gives metadata and no chunk', async () => {
    const files = await sixteenBits(3);
    for (const key of [...files.keys()]) if (/\/c\//.test(key)) files.delete(key);
    await serve(
      files,
      async (server) => {
        const image = await open({ kind: 'url', url: server.url('slide.zarr') });
        await assert.rejects(image.region(rect, 0), coded('access-denied', 'HTTP 403'));
      },
      { absent: 403 },
    );
  });

  describe('of an image of 20 × 20 chunks', () => {
    const all = Array.from({ length: 400 }, (_, k) => `${Math.floor(k / 20)}/${k % 20}`);
    const pixel = (row: number, column: number) => ({ x: 2 * column, y: 2 * row, width: 1, height: 1 });
    const grid = async (given: (place: string) => boolean, run: (server: ImageServer) => Promise<void>) => {
      const files: Files = new Map();
      const without = all.filter((place) => !given(place));
      await addArray(files, 'x', {
        ...{ format: 3, shape: [40, 40], chunks: [2, 2], kind: Uint8Array, without },
        at: () => 7,
      });
      await serve(files, run, { absent: 403 });
    };
    const chunksIn = ({ requests }: ImageServer): number => requests.filter(({ path }) => /\/c\//.test(path)).length;

    it('shows it where few chunks are there, none of them where chunks are looked for first', () =>
      grid(
        (place) => /^(3|4)\//.test(place) && !/\/(0|4|5|9|10|14|15|19)$/.test(place),
        async (server) => {
          const image = await open({ kind: 'url', url: server.url('slide.zarr/x') });
          assert.deepEqual((await image.region(pixel(0, 0), 0)).missing, Uint8Array.of(1));
          assert.deepEqual([...(await image.region(pixel(3, 1), 0)).data], [7]);
          assert.ok(chunksIn(server) < 100, `${chunksIn(server)} chunks were asked for`);
        },
      ));

    it('is told to refuse access where it gives none, and is not asked again for each chunk', () =>
      grid(
        () => false,
        async (server) => {
          const image = await open({ kind: 'url', url: server.url('slide.zarr/x') });
          const [first, ...others] = [pixel(0, 0), pixel(5, 5), pixel(19, 19)];
          await assert.rejects(image.region(first!, 0), coded('access-denied', 'HTTP 403'));
          const asked = chunksIn(server);
          assert.ok(asked > 200 && asked <= 257, `${asked} chunks were asked for`);
          for (const other of others) await assert.rejects(image.region(other, 0), coded('access-denied', 'HTTP 403'));
          assert.equal(chunksIn(server), asked + others.length);
        },
      ));
  });

  it('shows an image whose only chunk is the last that is looked for', async () => {
    const files: Files = new Map();
    const without = Array.from({ length: 16 }, (_, k) => `${k >> 2}/${k & 3}`).filter((place) => place !== '3/2');
    const spec = { format: 2, shape: [8, 8], chunks: [2, 2], kind: Uint8Array, at: () => 7, without } as const;
    await addArray(files, 'x', spec);
    await serve(
      files,
      async (server) => {
        const image = await open({ kind: 'url', url: server.url('slide.zarr/x') });
        const { missing } = await image.region({ x: 0, y: 0, width: 8, height: 8 }, 0);
        assert.equal(missing?.filter((flag) => flag === 0).length, 4);
      },
      { absent: 403 },
    );
  });

  it('shows an image of which it gives the index of a shard, but no chunk that is looked for', async () => {
    const files: Files = new Map();
    const without = Array.from({ length: 40 * 40 }, (_, k) => `${Math.floor(k / 40)}/${k % 40}`).filter(
      (place) => place !== '19/20',
    );
    const spec = {
      format: 3,
      shape: [40, 40],
      chunks: [1, 1],
      shards: [20, 20],
      kind: Uint8Array,
      at: () => 7,
    } as const;
    await addArray(files, 'x', { ...spec, without });
    for (const shard of ['0/0', '1/0', '1/1']) files.delete(`x/c/${shard}`);
    await serve(
      files,
      async (server) => {
        const image = await open({ kind: 'url', url: server.url('slide.zarr/x') });
        assert.deepEqual((await image.region({ x: 0, y: 0, width: 1, height: 1 }, 0)).missing, Uint8Array.of(1));
      },
      { absent: 403 },
    );
  });

  it('is told to refuse access where it gives no more, as with a token that has expired', async () => {
    const files = await sixteenBits(2);
    await serve(
      files,
      async (server) => {
        const image = await open({ kind: 'url', url: server.url('slide.zarr') });
        await image.region({ x: 0, y: 0, width: 1, height: 1 }, 0);
        files.clear();
        await assert.rejects(image.region(rect, 0), coded('access-denied', 'HTTP 403'));
      },
      { absent: 403 },
    );
  });

  it('is told to refuse access where it gives no metadata, or not those of the image', async () => {
    const files = await sixteenBits(2);
    files.delete('.zattrs');
    for (const its of [files, new Map() as Files])
      await serve(
        its,
        (server) => assert.rejects(open({ kind: 'url', url: server.url('slide.zarr') }), coded('access-denied')),
        { absent: 403 },
      );
  });
});

test('damaged chunks are an error, never samples', async () => {
  const files = await sixteenBits(3, { packing: { blosc: 'lz4', shuffle: 1 } });
  const chunk = files.get('0/c/0/0/0')!;
  for (const broken of [chunk.subarray(0, 40), chunk.map((byte, k) => (k === 9 ? 0 : byte)), new Uint8Array(3)]) {
    files.set('0/c/0/0/0', broken);
    await serve(files, async (server) => {
      const image = await open({ kind: 'url', url: server.url('slide.zarr') });
      await assert.rejects(image.region({ x: 0, y: 0, width: 1, height: 1 }, 0), coded('image-unreadable'));
    });
  }
  const short = await sixteenBits(3);
  short.set('0/c/0/0/0', short.get('0/c/0/0/0')!.subarray(0, 1000));
  await serve(short, async (server) => {
    const image = await open({ kind: 'url', url: server.url('slide.zarr') });
    await assert.rejects(image.region({ x: 0, y: 0, width: 1, height: 1 }, 0), /holds 500 values, not 1536/);
  });
});

test('a Blosc chunk of any bytes is decoded or refused, never anything else', async () => {
  const files = await sixteenBits(2, { packing: { blosc: 'blosclz', shuffle: 1 } });
  const chunk = files.get('0/1/1/1')!;
  assert.equal((await decodeBlosc(chunk, 4000)).length, 32 * 48 * 2);
  for (let at = 0; at < chunk.length; at++) {
    const broken = chunk.map((byte, k) => (k === at ? byte ^ 0x55 : byte));
    await decodeBlosc(broken, 4000).then(
      (bytes) => assert.ok(bytes.length <= 4000),
      (error: unknown) => assert.ok(error instanceof RangeError, String(error)),
    );
  }
});

test('what Python’s zarr wrote is read to the sample', async () => {
  const image = await openFile('test/data/zarr/python.zarr');
  assert.deepEqual(image.placement, { pixelWidth: 0.325, pixelHeight: 0.325, unit: 'µm' });
  for (const [level, { width, height, scaleX }] of image.levels.entries()) {
    const { data, missing } = await image.region({ x: 0, y: 0, width, height }, level);
    const [wrong] = Array.from(data.keys()).filter((k) => {
      const [x, y] = [(Math.floor(k / 2) % width) * scaleX, Math.floor(k / 2 / width) * scaleX];
      return data[k] !== (k % 2 === 0 ? 7 * x + 600 * y : 40_000 + Math.floor((x * y) / 2));
    });
    assert.deepEqual([wrong, missing], [undefined, undefined], `level ${level}`);
  }
});
