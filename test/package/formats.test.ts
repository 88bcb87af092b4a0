/** What the built package reads of each format is what the sources read, sample for sample: a minifier may break a reader. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { expose, wrap } from 'comlink';
import { builtIn } from '../../src/algorithms.js';
import { PageWorker } from '../../src/element/client/page-worker.js';
import { givePacked } from '../../src/image/codecs/give-packed.js';
import type { SentSpec } from '../../src/image/image-spec.js';
import { open } from '../../src/image/open.js';
import { openFile } from '../../src/image/open-file.js';
import type { OpenedImage, SampleArray } from '../../src/image/samples.js';
import { Session } from '../../src/worker/session.js';
import { installedPackage } from '../support/cli/installed-package.js';
import { everyFormat } from '../support/images/every-format.js';
import { imageFolder } from '../support/images/image-files.js';

const built = (path: string) => import(pathToFileURL(join(installedPackage().folder, path)).href);

/** As `deepEqual` tells them, in less time. */
const numbers = (data: SampleArray | Uint8ClampedArray | undefined): unknown =>
  data && [data.constructor.name, Buffer.from(data.buffer, data.byteOffset, data.byteLength)];

/** All that an image says of itself, and its samples at every level; of a volume all voxels, too. */
const read = async (image: OpenedImage): Promise<unknown> => {
  const { name, format, width, height, bands, bits, levels, placement, dicom, notes = [], stack } = image;
  const samples = [];
  for (const [level, { width, height }] of levels.entries()) {
    const { data, missing } = await image.region({ x: 0, y: 0, width, height }, level);
    samples.push({ data: numbers(data), missing: numbers(missing) });
  }
  const volume = stack && (await stack.volume());
  image.close();
  const said = notes.map((note) => JSON.stringify(note));
  return { name, format, width, height, bands, bits, levels, placement, dicom, said, samples, volume };
};

test('the built engine reads every format as the sources do', async (t) => {
  const { createEngine } = await built('dist/engine.js');
  const engine = await createEngine({ backend: 'cpu' });
  t.after(() => engine.dispose());
  const formats = new Set<string>();
  for (const [name, spec] of await everyFormat(t)) {
    const image = await open(spec());
    formats.add(image.format);
    assert.deepEqual(await read(await engine.open(spec())), await read(image), name);
  }
  const known = ['czi', 'dicom', 'dzi', 'iiif', 'jpeg', 'nifti', 'png', 'samples', 'tiff', 'tiles', 'zarr'];
  assert.deepEqual([...formats].sort(), known);
});

test('node.js of the package reads files and folders as the sources do', async () => {
  const { openFile: openBuilt } = await built('dist/node.js');
  for (const path of [
    ...['u16-zstd.tif', 'slide.ndpi', 'rgba.png', 'jpeg-420.jpg', 'slices-plain.czi', 'dzi-png.dzi'].map((name) =>
      join(imageFolder, name),
    ),
    'test/data/zarr/python.zarr',
  ])
    assert.deepEqual(await read(await openBuilt(path)), await read(await openFile(path)), path);
});

test('the worker of one file, which bundlers copy, shows every format as the sources do', async (t) => {
  const { serve } = await built('dist/worker/worker.js');
  const sessionOf = async (answer: (scope: MessagePort & { readonly name: string }) => void) => {
    const worker = new PageWorker(answer, 'snake-segmenter');
    t.after(() => worker.terminate());
    givePacked(worker);
    const session = wrap<Session>(worker);
    // Proxies have ports of their own, which stay open: no run tells this one anything.
    await session.start({ backend: 'cpu' }, Object.create(null));
    return session;
  };
  const [ours, its] = [await sessionOf((scope) => expose(new Session(builtIn), scope)), await sessionOf(serve)];
  const shown = async (session: typeof ours, spec: SentSpec): Promise<unknown> => {
    const image = await session.open(1, spec, 'open');
    const { width, height } = image;
    const rect = { x: 0, y: 0, width, height };
    const { data } = await session.display(1, { rect, level: 0, width, height }, 'display');
    await session.close(1);
    return { ...image, picture: numbers(data) };
  };
  for (const [name, specOf] of await everyFormat(t)) {
    const spec = specOf();
    // Its function would go by a proxy, too.
    if (spec.kind !== 'tiles') assert.deepEqual(await shown(its, spec), await shown(ours, spec), name);
  }
});
