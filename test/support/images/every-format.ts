/** A small image of every format that is read without a browser, where a page would find it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { ImageSpec } from '../../../src/image/image-spec.js';
import { serving } from '../servers/handler-server.js';
import { iiifFiles, version3 } from '../servers/iiif-files.js';
import { ImageServer } from '../servers/image-server.js';
import { dicomWeb, instanceOf } from './dicom-slide.js';
import { fileBytes, fixtures, imageFolder } from './image-files.js';
import { niftiFile } from './nifti-file.js';
import { addArray, addGroup, type Files, multiscales, type Packing } from './zarr-writer.js';

/** Each is read by a decoder of its own. */
const PACKINGS: Readonly<Record<string, Packing>> = {
  gzip: 'gzip',
  zstd: 'zstd',
  blosc: { blosc: 'lz4', shuffle: 1 },
};

const zarr = async (format: 2 | 3, packing: Packing, shards?: readonly number[]): Promise<Files> => {
  const files: Files = new Map();
  addGroup(files, '', format, multiscales('cyx', 1, [1, 0.5, 0.25]));
  await addArray(files, '0', {
    ...{ format, packing, shape: [2, 40, 50], chunks: [1, 16, 16], kind: Uint16Array },
    ...(shards ? { shards } : {}),
    at: (c, y, x) => 20_000 * c + 150 * y + x,
  });
  return files;
};

/** Two levels in frames of 16 × 16 pixels: in order, or each with its place and one of them missing. */
const dicom = (sparse: boolean, down: number) =>
  instanceOf(`1.2.3.${down}`, {
    ...{ width: 64 / down, height: 32 / down, tile: [16, 16], bits: 16, sparse },
    frame: (column, row) =>
      sparse && column === 1
        ? undefined
        : new Uint8Array(Uint16Array.from({ length: 256 }, (_, k) => 900 * row + 300 * column + k * down).buffer),
  });

/**
 * Images by their names, each as a new specification for whoever opens it, since samples may be given away.
 * They are served until the test ends.
 */
export const everyFormat = async (t: TestContext): Promise<ReadonlyMap<string, () => ImageSpec>> => {
  const hierarchies = new Map<string, Files>();
  for (const [name, packing] of Object.entries(PACKINGS)) hierarchies.set(name, await zarr(2, packing));
  hierarchies.set('shards', await zarr(3, 'zstd', [1, 2, 2]));
  const iiif = iiifFiles(3, version3({ tiles: [{ width: 256, scaleFactors: [1, 2, 4] }] }));
  const server = await ImageServer.start((path) => {
    if (path === 'volume.nii') return niftiFile();
    if (path.startsWith('iiif/')) return iiif(path);
    const [, name = '', key = ''] = /^(\w+)\.zarr\/(.*)$/.exec(path) ?? [];
    if (name !== '') return hierarchies.get(name)?.get(key);
    try {
      return readFileSync(join(imageFolder, path));
    } catch {
      return undefined;
    }
  });
  t.after(() => server.stop());
  const at = (path: string) => (): ImageSpec => ({ kind: 'url', url: server.url(path) });
  const slides = await Promise.all(
    [false, true].map(async (sparse) => {
      const answer = dicomWeb([dicom(sparse, 1), dicom(sparse, 2)]);
      const path = 'dicom/studies/1.2/series/3.4';
      return serving(t, ({ request, response }) => answer(request, response), path);
    }),
  );
  const files = new Set(fixtures.filter(({ browser }) => browser !== true).map(({ file }) => file));
  const data = (): Float32Array => Float32Array.from({ length: 12 }, (_, k) => k / 7);
  return new Map<string, () => ImageSpec>([
    ...[...files].map((file) => [file, at(file)] as const),
    ...[...hierarchies.keys()].map((name) => [`${name}.zarr`, at(`${name}.zarr`)] as const),
    ['IIIF', at('iiif/a/info.json')],
    ['NIfTI', at('volume.nii')],
    ...slides.map((url, k) => [`DICOMweb ${k}`, (): ImageSpec => ({ kind: 'url', url: `dicomweb:${url}` })] as const),
    [
      'a file of the visitor',
      () => ({ kind: 'blob', blob: new Blob([fileBytes('u16-lzw.tif')]), name: 'u16-lzw.tif' }),
    ],
    ['samples', () => ({ kind: 'samples', width: 4, height: 3, data: data() })],
    [
      'tiles',
      () => ({
        kind: 'tiles',
        levels: [{ width: 6, height: 4, scale: 1, tileWidth: 4, tileHeight: 4, overlap: 0 }],
        tile: async (_level, column) => ({
          ...{ kind: 'pixels', width: 4 - 2 * column, height: 4, bands: 1 },
          data: new Uint8Array(16 - 8 * column).fill(90 + column),
        }),
      }),
    ],
  ]);
};
