/** OME-Zarr images whose metadata or chunks lie: a coded error, and a process that goes on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { open } from '../../src/image/open.js';
import { coded } from '../support/errors.js';
import { addArray, addGroup, type Files, multiscales } from '../support/images/zarr-writer.js';
import { ImageServer } from '../support/servers/image-server.js';

type Json = Record<string, unknown>;

/** An image of one level whose array's metadata are changed. */
const hierarchy = async (format: 2 | 3, change: (meta: Json) => Json): Promise<Files> => {
  const files: Files = new Map();
  addGroup(files, '', format, multiscales('yx', 1, [0.5, 0.5]));
  await addArray(files, '0', {
    format,
    shape: [20, 30],
    chunks: [16, 16],
    kind: Uint8Array,
    packing: 'gzip',
    at: () => 7,
  });
  const key = format === 3 ? '0/zarr.json' : '0/.zarray';
  const meta: Json = JSON.parse(new TextDecoder().decode(files.get(key)));
  files.set(key, new TextEncoder().encode(JSON.stringify(change(meta))));
  return files;
};

const opening = async (files: Files): Promise<void> => {
  const server = await ImageServer.start((path) => files.get(path.replace(/^slide\.zarr\//, '')));
  try {
    const image = await open({ kind: 'url', url: server.url('slide.zarr') });
    await image.region({ x: 0, y: 0, width: 20, height: 20 }, 0);
  } finally {
    await server.stop();
  }
};

test('codecs that there are not are named, one or several, and end no process', async () => {
  const lists = [[{ name: 'bytes' }, { name: 'lzma' }, { name: 'lzma' }], [{ name: 'lzma' }]];
  for (const codecs of lists)
    await assert.rejects(opening(await hierarchy(3, (meta) => ({ ...meta, codecs }))), coded('unsupported', 'lzma'));
  const filters = [{ id: 'lzma' }, { id: 'other' }];
  for (const change of [{ filters }, { compressor: { id: 'lzma' } }])
    await assert.rejects(opening(await hierarchy(2, (meta) => ({ ...meta, ...change }))), coded('unsupported', 'lzma'));
  const shard = {
    name: 'sharding_indexed',
    configuration: { chunk_shape: [8, 8], codecs, index_codecs: [{ name: 'lzma' }] },
  };
  await assert.rejects(
    opening(await hierarchy(3, (meta) => ({ ...meta, codecs: [shard] }))),
    coded('unsupported', 'lzma'),
  );
});
const codecs = [{ name: 'bytes' }];

test('metadata of another form are refused', async () => {
  const odd: readonly (readonly [2 | 3, Json])[] = [
    [2, { shape: null }],
    [2, { chunks: 'x' }],
    [2, { filters: {} }],
    [2, { compressor: 3 }],
    [2, { compressor: { id: { toString: 1 } } }],
    [3, { codecs: null }],
    [3, { codecs: [null, null] }],
    [3, { codecs: [{ name: 3 }] }],
    [3, { codecs: [{ name: 'sharding_indexed', configuration: null }] }],
    [3, { chunk_grid: null }],
    [3, { shape: [20, { toString: 1, valueOf: 1 }] }],
  ];
  for (const [format, change] of odd)
    await assert.rejects(
      opening(await hierarchy(format, (meta) => ({ ...meta, ...change }))),
      coded('image-unreadable', 'slide.zarr'),
      JSON.stringify(change),
    );
});

test('a chunk that unpacks to more than it may hold is refused on the way', async () => {
  const files = await hierarchy(3, (meta) => meta);
  for (const key of files.keys()) if (key.includes('/c/')) files.set(key, gzipSync(new Uint8Array(2 ** 22)));
  await assert.rejects(opening(files), coded('image-unreadable', 'unpacks to more than 320 bytes'));
});
