import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { patience } from '../../src/image/io/patience.js';
import { open } from '../../src/image/open.js';
import { fileBytes, fixtures, sha1Of } from '../support/images/image-files.js';
import { greyTags, writeTiff } from '../support/images/tiff-writer.js';
import { ImageServer } from '../support/servers/image-server.js';
import { turns, until } from '../support/until.js';

/** A gate that holds answers back until it is opened. */
const gate = (): { readonly held: Promise<void>; readonly open: () => void } => {
  let open = (): void => {};
  const held = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { held, open };
};

const files = (path: string): Uint8Array | undefined => {
  try {
    return fileBytes(path);
  } catch {
    return undefined;
  }
};

const usual = { ...patience };
let server: ImageServer;
before(async () => {
  server = await ImageServer.start(files);
  Object.assign(patience, { pause: 5, silence: 90_000 });
});
after(async () => {
  Object.assign(patience, usual);
  await server.stop();
});
beforeEach(() => {
  server.faults.clear();
  server.requests.length = 0;
});

const whole = { x: 0, y: 0, width: 262, height: 207 };
const expected = fixtures.find(({ file }) => file === 'dzi-png.dzi')!.sha1;

test('what is not there is image-not-found, with the address and the reason', async () => {
  await assert.rejects(open({ kind: 'url', url: server.url('no.png') }), {
    code: 'image-not-found',
    message: /no\.png.*HTTP 404/,
  });
  await assert.rejects(open({ kind: 'url', url: 'http://127.0.0.1:9/x.png' }), { code: 'image-not-found' });
  await assert.rejects(open({ kind: 'url', url: 'ht!tp//x' }), { code: 'image-not-found', message: /no address/ });
});

test('a tile that is missing is an error that names it, and never zeros', async () => {
  server.faults.set('dzi-png_files/9/2_1.png', { status: 404 });
  const image = await open({ kind: 'url', url: server.url('dzi-png.dzi') });
  await assert.rejects(image.region(whole, 0), { code: 'tile-unavailable', message: /0\/2_1 .*HTTP 404/ });
  server.faults.clear();
  assert.equal(sha1Of(await image.region(whole, 0)), expected, 'and it may be tried again');
});

test('a server that fails for a while is asked again', async () => {
  server.faults.set('dzi-png_files/9/1_1.png', { status: 503, times: 2 });
  server.faults.set('dzi-png_files/9/0_0.png', { cutAt: 50, times: 1 });
  const image = await open({ kind: 'url', url: server.url('dzi-png.dzi') });
  assert.equal(sha1Of(await image.region(whole, 0)), expected);
  assert.equal(server.requests.filter(({ path }) => path.endsWith('9/1_1.png')).length, 3);
});

test('a server that goes on failing is given up', async () => {
  server.faults.set('dzi-png_files/9/1_1.png', { status: 500 });
  const image = await open({ kind: 'url', url: server.url('dzi-png.dzi') });
  await assert.rejects(image.region(whole, 0), { code: 'tile-unavailable', message: /HTTP 500.*4 tries/ });
  assert.equal(server.requests.filter(({ path }) => path.endsWith('9/1_1.png')).length, patience.tries);
});

test('a server that does not answer ends with a timeout', async (t) => {
  Object.assign(patience, { silence: 40, tries: 2 });
  t.after(() => Object.assign(patience, { silence: 90_000, tries: usual.tries }));
  server.faults.set('grey16.png', { held: gate().held });
  await assert.rejects(open({ kind: 'url', url: server.url('grey16.png') }), { code: 'timeout' });
});

test('an abort ends a region at once, and the next one is whole', async () => {
  const image = await open({ kind: 'url', url: server.url('dzi-png.dzi') });
  for (let row = 0; row < 4; row++) server.faults.set(`dzi-png_files/9/1_${row}.png`, { held: gate().held });
  const controller = new AbortController();
  const region = image.region(whole, 0, { signal: controller.signal });
  const ended = assert.rejects(region, { name: 'AbortError' });
  await until('a request for a tile that does not come', () =>
    server.requests.some(({ path }) => path.includes('/1_')),
  );
  controller.abort();
  await ended;
  server.faults.clear();
  assert.equal(sha1Of(await image.region(whole, 0)), expected);
  await assert.rejects(image.region(whole, 0, { signal: AbortSignal.abort() }), { name: 'AbortError' });
});

test('regions asked for at once share their tiles, and one that gives up does not spoil the other', async () => {
  const image = await open({ kind: 'url', url: server.url('dzi-png.dzi') });
  server.requests.length = 0;
  const { held, open: letGo } = gate();
  for (let row = 0; row < 4; row++) server.faults.set(`dzi-png_files/9/0_${row}.png`, { held });
  const controller = new AbortController();
  const given = image.region(whole, 0, { signal: controller.signal });
  const kept = image.region(whole, 0);
  const ended = assert.rejects(given, { name: 'AbortError' });
  await until('a request for a shared tile', () => server.requests.some(({ path }) => path.includes('/0_')));
  controller.abort();
  await ended;
  letGo();
  assert.equal(sha1Of(await kept), expected);
  const paths = server.requests.map(({ path }) => path);
  assert.equal(new Set(paths).size, paths.length, 'each tile was fetched once');
  await image.region(whole, 0);
  assert.equal(server.requests.length, paths.length, 'and then kept');
});

test('a tag that two regions wait for is not lost with the one that gives up', async () => {
  // So many strips that the list of where they lie is read on its own, when the first region asks.
  const [width, height] = [4, 40_000];
  const data = Uint8Array.from({ length: width * height }, (_, i) => i);
  const strips = Array.from({ length: height }, (_, row) => 8 + width * row);
  const tags = greyTags(width, height, [
    { tag: 273, type: 4, values: strips },
    { tag: 278, type: 3, values: [1] },
    { tag: 279, type: 4, values: strips.map(() => width) },
  ]);
  const file = writeTiff([{ tags }], data);
  const { held, open: letGo } = gate();
  let opened = false;
  const slow = await ImageServer.start(() => file, { held: () => (opened ? held : undefined) });
  try {
    const image = await open({ kind: 'url', url: slow.url('strips.tif') });
    opened = true;
    const before = slow.requests.length;
    const rect = { x: 0, y: 100, width, height: 2 };
    const controller = new AbortController();
    const given = image.region(rect, 0, { signal: controller.signal });
    const kept = image.region(rect, 0);
    const ended = assert.rejects(given, { name: 'AbortError' });
    await until('a request for the tag', () => slow.requests.length > before);
    await turns(3);
    controller.abort();
    await ended;
    letGo();
    assert.deepEqual((await kept).data, data.slice(400, 408));
  } finally {
    await slow.stop();
  }
});

test('progress goes from nothing to one', async () => {
  const image = await open({ kind: 'url', url: server.url('dzi-png.dzi') });
  const seen: number[] = [];
  await image.region(whole, 0, { onProgress: (done) => seen.push(done) });
  assert.equal(seen.length, 20);
  assert.equal(seen.at(-1), 1);
  assert.deepEqual(
    seen,
    [...seen].sort((a, b) => a - b),
  );
});

test('a TIFF is read by ranges: a small region fetches a small part of the file', async () => {
  const [width, height, rows] = [4096, 1024, 16];
  const strips = Array.from({ length: height / rows }, (_, k) => 8 + k * rows * width);
  const tags = greyTags(width, height, [
    { tag: 273, type: 4, values: strips },
    { tag: 278, type: 4, values: [rows] },
    { tag: 279, type: 4, values: strips.map(() => rows * width) },
  ]);
  const data = Uint8Array.from({ length: width * height }, (_, i) => (i * 31) >> 8);
  const large = await ImageServer.start(() => writeTiff([{ tags }], data));
  try {
    const image = await open({ kind: 'url', url: large.url('large.tif') });
    const { data: part } = await image.region({ x: 100, y: 500, width: 3, height: 2 }, 0);
    const at = (x: number, y: number): number => data[y * width + x]!;
    assert.deepEqual([...part], [at(100, 500), at(101, 500), at(102, 500), at(100, 501), at(101, 501), at(102, 501)]);
    const bytes = large.requests.reduce((sum, { range }) => {
      const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
      return sum + Number(last) - Number(first) + 1;
    }, 0);
    assert.ok(bytes <= 4 * 65536, `${bytes} of ${width * height} bytes`);
  } finally {
    await large.stop();
  }
});

test('a server without ranges gives the same samples from the whole file, fetched once', async () => {
  const plain = await ImageServer.start(files, { ranges: false });
  try {
    const image = await open({ kind: 'url', url: plain.url('cog.tif') });
    const { sha1 } = fixtures.find(({ file, level }) => file === 'cog.tif' && level === 0)!;
    assert.equal(sha1Of(await image.region(whole, 0)), sha1);
    assert.equal(plain.requests.length, 1);
  } finally {
    await plain.stop();
  }
});

test('a picture is fetched once and whole, and a descriptor once', async () => {
  for (const ranges of [true, false]) {
    const once = await ImageServer.start((path) => files(path === 'picture' ? 'rgb.png' : path), { ranges });
    try {
      for (const [path, range] of [
        ['rgb.png', undefined],
        ['picture', 'bytes=0-65535'],
        ['dzi-png.dzi', undefined],
      ] as const) {
        once.requests.length = 0;
        await open({ kind: 'url', url: once.url(path) });
        const its = once.requests.filter((request) => request.path === path);
        assert.deepEqual(its, [{ path, range }], `${path}, ranges ${ranges}`);
      }
    } finally {
      await once.stop();
    }
  }
});

test('what is named like a picture is read for what it is', async () => {
  const named = await ImageServer.start((path) => (path === 'image.png' ? files('cog.tif') : undefined));
  try {
    const image = await open({ kind: 'url', url: named.url('image.png') });
    const { sha1 } = fixtures.find(({ file, level }) => file === 'cog.tif' && level === 0)!;
    assert.deepEqual([image.format, sha1Of(await image.region(whole, 0))], ['tiff', sha1]);
    assert.equal(named.requests.length, 1);
  } finally {
    await named.stop();
  }
});

test('what is no image is said to be none, and why', async () => {
  const texts: Record<string, string> = {
    'page.html': '<!doctype html><title>404</title>',
    'empty.png': '',
    'noise.bin': 'abcdefgh',
    'info.json': '{"@context":"http://iiif.io/api/presentation/3/context.json","width":3,"height":3}',
    'broken.json': '{"@context":',
    'a.dzi': '<Image TileSize="0" Overlap="1" Format="png"><Size Width="3" Height="3"/></Image>',
    'b.dzi': '<Image TileSize="254" Overlap="1" Format="../x"><Size Width="3" Height="3"/></Image>',
    'c.dzi': '<Image TileSize="254" Overlap="1" Format="png"><Size Width="1e99" Height="3"/></Image>',
  };
  const odd = await ImageServer.start((path) => {
    const text = texts[path];
    return text === undefined ? undefined : new TextEncoder().encode(text);
  });
  try {
    for (const [path, message] of [
      ['page.html', /XML or HTML/],
      ['empty.png', /it is empty/],
      ['noise.bin', /no image format known/],
      ['info.json', /IIIF Image API 2 or 3 is needed/],
      ['broken.json', /is none/],
      ['a.dzi', /its TileSize is 0/],
      ['b.dzi', /its Format is \.\.\/x/],
      ['c.dzi', /its Width is 1e99/],
    ] as const)
      await assert.rejects(open({ kind: 'url', url: odd.url(path) }), { code: 'image-unreadable', message }, path);
  } finally {
    await odd.stop();
  }
});

test('a truncated picture is an error, wherever it is cut', async () => {
  for (const file of ['rgb.png', 'grey16.png', 'jpeg-420.jpg', 'jpeg-420-progressive.jpg', 'palette.png']) {
    const bytes = fileBytes(file);
    for (const part of [0.2, 0.5, 0.8, 0.95]) {
      const blob = new Blob([bytes.subarray(0, Math.floor(bytes.length * part))]);
      await assert.rejects(open({ kind: 'blob', blob, name: file }), { code: 'image-unreadable' }, `${file} ${part}`);
    }
  }
});

test('samples that do not fit their size are refused with the numbers', async () => {
  const bad = { kind: 'samples', width: 3, height: 2, data: new Uint8Array(5) } as const;
  await assert.rejects(open(bad), { code: 'bad-parameter', message: /5 samples.*3 × 2 × 1 = 6/ });
  await assert.rejects(open({ ...bad, width: 0 }), { code: 'bad-parameter' });
  await assert.rejects(open({ ...bad, bands: 1.5 }), { code: 'bad-parameter' });
  const image = await open({ ...bad, data: new Uint8Array(6) });
  for (const rect of [
    { x: -1, y: 0, width: 1, height: 1 },
    { x: 0, y: 0, width: 4, height: 1 },
    { x: 0, y: 0, width: 0, height: 1 },
    { x: 0.5, y: 0, width: 1, height: 1 },
    { x: Number.NaN, y: 0, width: 1, height: 1 },
  ])
    await assert.rejects(image.region(rect, 0), { code: 'bad-parameter' }, JSON.stringify(rect));
  await assert.rejects(image.region({ x: 0, y: 0, width: 1, height: 1 }, 1), { code: 'bad-parameter' });
});
