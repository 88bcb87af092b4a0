/**
 * The built component on a page that enforces the guide's content security policy and trusted types on every response, those of the
 * workers' scripts included: every codec decodes, the algorithms run to their end, list and table
 * have their places and colours, and nothing was refused.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, normalize } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { buildPackage } from '../support/cli/installed-package.js';
import { theBrowser } from '../support/cli/the-browser.js';
import { niftiFile } from '../support/images/nifti-file.js';
import { addArray, addGroup, type Files, multiscales } from '../support/images/zarr-writer.js';

/** The policy as the guide writes it. */
const [, written = ''] =
  /```text\nContent-Security-Policy: ([\s\S]*?)```/.exec(readFileSync('docs/hosting.md', 'utf8')) ?? [];
const POLICY = written.trim().replace(/\s+/g, ' ');
assert.match(POLICY, /^default-src 'self'; .*require-trusted-types-for 'script'/);

/** One image of each codec and descriptor. */
const images = [
  'rgb.png',
  'grey4-interlaced.png',
  'jpeg-420-progressive.jpg',
  'dzi-png.dzi',
  'dzi-jpeg.dzi',
  'u8-strips.tif',
  'u16-lzw.tif',
  'u16-deflate.tif',
  'u16-packbits.tif',
  'u16-zstd.tif',
  'u16-lerc.tif',
  'u16-lerc_deflate.tif',
  'u16-lerc_zstd.tif',
  'rgb-jpeg.tif',
  'rgb-jpeg2000.tif',
  'rgb-webp.tif',
  'volume.nii.gz',
  'gzip.zarr',
  'zstd.zarr',
  'lz4.zarr',
  'blosc.zarr',
];

/** Images of OME-Zarr, by the codec of their chunks. */
const hierarchies = new Map<string, Files>();
for (const packing of ['gzip', 'zstd', 'lz4', { blosc: 'lz4', shuffle: 1 }] as const) {
  const files: Files = new Map();
  addGroup(files, '', 2, multiscales('yx', 1, [0.5, 0.5]));
  const at = (y: number, x: number): number => (Math.hypot(y - 30, x - 40) < 15 ? 160 : 70) + ((x * 7 + y * 13) % 11);
  await addArray(files, '0', { format: 2, shape: [60, 80], chunks: [32, 32], kind: Uint8Array, packing, at });
  hierarchies.set(typeof packing === 'string' ? packing : 'blosc', files);
}

const page = `<!doctype html><title>policy</title>
<snake-segmenter toolbar panel backend="cpu"></snake-segmenter><script type="module" nonce="r4nd0m" src="/main.js"></script>`;

const script = `
  import '/cdn/snake-segmenter.js';
  const segmenter = document.querySelector('snake-segmenter');
  const refused = [];
  addEventListener('securitypolicyviolation', ({ sourceFile, violatedDirective, blockedURI }) => {
    // OpenSeadragon leaves out its own inline style.
    if (violatedDirective !== 'style-src-elem' || !/openseadragon/.test(sourceFile)) refused.push(violatedDirective + ' ' + blockedURI + ' ' + sourceFile);
  });
  const outcome = (promise) => promise.then((value) => value, (error) => String(error.code ?? error));
  const kind = (contour) => contour.geometry?.type ?? contour;
  const found = {};
  for (const name of ${JSON.stringify(images)}) {
    segmenter.src = '/images/' + name;
    const failed = await outcome(segmenter.ready);
    const { width, height } = segmenter.image ?? {};
    const box = { x: width / 8, y: height / 8, width: width / 2, height: height / 2 };
    found[name] = failed ?? kind(await outcome(segmenter.segment(box)));
  }
  segmenter.src = '/nuclei.tif';
  await segmenter.ready;
  const nucleus = { x: 440, y: 295, width: 50, height: 34 };
  segmenter.clear();
  for (const algorithm of ['snake', 'level-set', 'linear-features'])
    found[algorithm] = kind(await outcome(segmenter.segment(nucleus, { algorithm })));
  segmenter.table = true;
  await segmenter.executeCommand('snake.run');
  const cell = { name: 'Cell', color: [200, 0, 0] };
  segmenter.classify(cell, segmenter.contours.features[0].id);
  await segmenter.updateComplete;
  const rows = [...segmenter.shadowRoot.querySelectorAll('.list .row')];
  found.tops = rows.slice(0, 3).map((row) => row.offsetTop);
  found.swatch = getComputedStyle(rows[0].querySelector('.swatch')).backgroundColor;
  const titles = segmenter.shadowRoot.querySelectorAll('.grid .titles [role=columnheader]');
  found.columns = new Set(Array.from(titles, (title) => title.offsetLeft)).size;
  for (const format of ['svg', 'w3c', 'csv', 'coco', 'mask-png', 'mask-tiff', 'flatgeobuf', 'geojsonl'])
    found[format] = typeof (await outcome(segmenter.export(format)));
  const square = (k) => '[[[' + [[k, 0], [k + 1, 0], [k + 1, 1], [k, 0]].join('],[') + ']]]';
  const long = '[' + Array.from({ length: 900 }, (_, k) => '{"type":"Feature","geometry":{"type":"Polygon","coordinates":' + square(k) + '}}') + ']';
  found.imported = (await outcome(segmenter.import(long))).contours?.length;
  found.written = (await outcome(segmenter.export('geojson'))).length > long.length;
  await fetch('/outcome', { method: 'POST', body: JSON.stringify({ found, refused }) });
`;

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.html': 'text/html',
  '.dzi': 'application/xml',
};

const bytesOf = (path: string): string | Uint8Array => {
  if (path === '/') return page;
  if (path === '/nuclei.tif') return readFileSync('demo/images/fluo_nuclei.tif');
  if (path === '/images/volume.nii.gz') return gzipSync(niftiFile());
  const [, packing, key] = /^\/images\/(\w+)\.zarr\/(.+)$/.exec(path) ?? [];
  if (packing !== undefined) {
    const bytes = hierarchies.get(packing)?.get(key ?? '');
    if (bytes === undefined) throw new Error('there is no such file');
    return bytes;
  }
  if (path.startsWith('/images/')) return readFileSync(`test/data${path}`);
  return readFileSync(`.${path}`);
};

/** Results of the page: the kind of a contour or the code of an error, by image, algorithm and format. */
interface Report {
  readonly found: Readonly<Record<string, string | number | boolean | readonly number[]>>;
  readonly refused: readonly string[];
}

/** What a page posts that is served with a policy, as all that it loads is, or but its scripts. */
const outcomeUnder = async (t: TestContext, policy: string, main: string, onScripts = true): Promise<string> => {
  buildPackage();
  let told: (outcome: string) => void = () => {};
  const outcome = new Promise<string>((resolve) => {
    told = resolve;
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = normalize(new URL(request.url ?? '/', 'http://host').pathname);
    if (onScripts || !path.endsWith('.js')) response.setHeader('Content-Security-Policy', policy);
    if (request.method === 'POST') {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      response.end();
      told(Buffer.concat(parts).toString());
      return;
    }
    try {
      const bytes = path === '/main.js' ? main : bytesOf(path);
      response.setHeader(
        'Content-Type',
        types[extname(path)] ?? (path === '/' ? 'text/html' : 'application/octet-stream'),
      );
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  const tab = await (await theBrowser()).newPage();
  t.after(() => tab.close());
  tab.on('pageerror', (error) => told(String(error)));
  await tab.goto(`http://127.0.0.1:${address.port}/`);
  return outcome;
};

test('every codec, algorithm and file of contours works under the policy of the guide, enforced on every response', {
  timeout: 300_000,
}, async (t) => {
  const { found, refused }: Report = JSON.parse(await outcomeUnder(t, POLICY, script));
  assert.deepEqual(refused, []);
  // What lies in these images need not be an object; what counts is that its samples were there to look at.
  for (const name of images) assert.match(`${found[name]}`, /Polygon|LineString|nothing-found|bad-init/, name);
  assert.match(`${found.snake}`, /^Polygon$/);
  assert.match(`${found['level-set']}`, /Polygon$/);
  assert.match(`${found['linear-features']}`, /LineString$|nothing-found/);
  assert.deepEqual(found.tops, [0, 44, 88]);
  assert.equal(found.swatch, 'rgb(200, 0, 0)');
  assert.ok(Number(found.columns) > 5, `${found.columns}`);
  for (const format of ['svg', 'w3c']) assert.equal(found[format], 'string', format);
  for (const format of ['csv', 'coco', 'mask-png', 'mask-tiff', 'flatgeobuf', 'geojsonl'])
    assert.equal(found[format], 'object', format);
  assert.deepEqual([found.imported, found.written], [900, true]);
});

/** The policy that the guide calls the least. */
const [, LEAST = ''] = /The least policy that works is `([^`]+)`/.exec(readFileSync('docs/hosting.md', 'utf8')) ?? [];

test('under the least policy, without WebAssembly and blobs, contours are those of the policy of the guide', {
  timeout: 240_000,
}, async (t) => {
  const main = `
    import '/cdn/snake-segmenter.js';
    const segmenter = document.querySelector('snake-segmenter');
    const found = { refused: [], contours: [] };
    addEventListener('securitypolicyviolation', ({ sourceFile, violatedDirective, blockedURI }) => {
      if (!/openseadragon/.test(sourceFile)) found.refused.push(violatedDirective + ' ' + blockedURI);
    });
    const hasWasm = (() => { try { return new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])) !== undefined; } catch { return false; } })();
    segmenter.src = '/nuclei.tif';
    await segmenter.ready;
    const box = { x: 440, y: 295, width: 50, height: 34 };
    const outcome = (promise) => promise.then((value) => value, (error) => error.code);
    await outcome(segmenter.segment('auto'));
    for (const algorithm of ['snake', 'level-set']) await outcome(segmenter.segment(box, { algorithm }));
    found.contours.push(...segmenter.contours.features.map(({ geometry }) => geometry));
    segmenter.src = '/demo/images/s1_spain_vv.tif';
    await segmenter.ready;
    const lines = await outcome(segmenter.segment({ x: 100, y: 100, width: 300, height: 300 }, { algorithm: 'linear-features' }));
    found.contours.push(lines.geometry ?? lines);
    for (const name of ['rgb.png', 'u16-zstd.tif', 'rgb-jpeg2000.tif']) {
      segmenter.src = '/images/' + name;
      const told = await segmenter.ready.then(() => outcome(segmenter.segment({ x: 8, y: 8, width: 30, height: 30 })), (error) => error.message);
      found[name] = typeof told === 'string' ? told : 'contour';
    }
    await fetch('/outcome', { method: 'POST', body: JSON.stringify({ ...found, hasWasm }) });
  `;
  const all = JSON.parse(await outcomeUnder(t, POLICY, main));
  assert.match(LEAST, /^default-src 'self'/);
  const least = JSON.parse(await outcomeUnder(t, LEAST, main));
  assert.deepEqual([all.hasWasm, least.hasWasm], [true, false]);
  const kinds = all.contours.map(({ type }: { readonly type: string }) => type);
  assert.deepEqual(new Set(kinds), new Set(['Polygon', 'LineString']));
  assert.ok(kinds.length > 60, `${kinds.length} contours`);
  assert.deepEqual(least.contours, all.contours);
  assert.deepEqual(new Set(least.refused), new Set(['img-src blob', 'script-src wasm-eval']));
  assert.match(least['rgb.png'], /must have blob: in img-src/);
  for (const name of ['u16-zstd.tif', 'rgb-jpeg2000.tif'])
    assert.match(`${least[name]}`, /unsupported|wasm-unsafe-eval/);
});

/** The policy with nonces that the guide gives. */
const [, NONCES = ''] =
  /Content-Security-Policy: (.*'strict-dynamic'.*)\n/.exec(readFileSync('docs/hosting.md', 'utf8')) ?? [];

test('scripts of a page with nonces load the others; those of a worker need more where the policy is theirs, too', {
  timeout: 240_000,
}, async (t) => {
  const main = `
    import '/cdn/snake-segmenter.js';
    const segmenter = document.querySelector('snake-segmenter');
    const found = { refused: [] };
    addEventListener('securitypolicyviolation', ({ sourceFile, violatedDirective, blockedURI }) => {
      if (!/openseadragon/.test(sourceFile)) found.refused.push(violatedDirective + ' ' + blockedURI);
    });
    segmenter.src = '/nuclei.tif';
    found.contour = await segmenter.ready.then(() => segmenter.segment({ x: 440, y: 295, width: 50, height: 34 }))
      .then(({ geometry }) => geometry.type, ({ code }) => code);
    found.columns = getComputedStyle(segmenter.shadowRoot.querySelector('.base')).display;
    await fetch('/outcome', { method: 'POST', body: JSON.stringify(found) });
  `;
  assert.match(NONCES, /'nonce-…'/);
  const dynamic = NONCES.replace('…', 'r4nd0m');
  const alone = dynamic.replace(" 'strict-dynamic'", '');
  const found = async (policy: string, onScripts: boolean): Promise<unknown> =>
    JSON.parse(await outcomeUnder(t, policy, main, onScripts));
  const works = { refused: [], contour: 'Polygon', columns: 'grid' };
  assert.deepEqual(await found(alone, false), works);
  assert.deepEqual(await found(dynamic, true), works);
  assert.deepEqual(await found(alone.replace("'nonce-", "'self' 'nonce-"), true), works);
  assert.deepEqual(await found(alone, true), { ...works, contour: 'not-loaded' });
});

test('a policy that does not let the worker start is told with what it must have', { timeout: 120_000 }, async (t) => {
  const main = `
    import '/cdn/snake-segmenter.js';
    const segmenter = document.querySelector('snake-segmenter');
    segmenter.src = '/nuclei.tif';
    const { code, message } = await segmenter.ready.catch((error) => error);
    await fetch('/outcome', { method: 'POST', body: JSON.stringify([code, message]) });
  `;
  for (const [policy, lacking] of [
    ["default-src 'self'; worker-src 'none'", "'self' in worker-src"],
    [
      "default-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html",
      'snake-segmenter in trusted-types',
    ],
  ] as const) {
    const [code, message] = JSON.parse(await outcomeUnder(t, policy, main));
    assert.equal(code, 'worker-crashed');
    assert.ok(message.includes(`(the page's content security policy must have ${lacking})`), message);
  }
});

test('an image that the policy of a page refuses is told with the directive that refuses it, and what that must have', {
  timeout: 120_000,
}, async (t) => {
  const main = `
    import '/cdn/snake-segmenter.js';
    const segmenter = document.querySelector('snake-segmenter');
    const other = 'http://localhost:' + location.port;
    const found = {};
    for (const src of ['/images/jpeg-420-progressive.jpg', other + '/images/rgb.png', other + '/nuclei.tif', other + '/images/dzi-png.dzi']) {
      segmenter.src = src;
      const error = await segmenter.ready.then(() => ({}), (error) => error);
      found[src.replace(other, '')] = [error.code, String(error.message).replaceAll(other, 'http://other')];
    }
    await fetch('/outcome', { method: 'POST', body: JSON.stringify(found) });
  `;
  const found: Readonly<Record<string, readonly string[]>> = JSON.parse(
    await outcomeUnder(t, "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'", main),
  );
  const refusal = (address: string): readonly string[] => [
    'image-unreadable',
    `http://other${address} could not be read as an image: the page's content security policy must have http://other in connect-src.`,
  ];
  assert.deepEqual(found, {
    '/images/jpeg-420-progressive.jpg': [
      'image-unreadable',
      "jpeg-420-progressive.jpg could not be read as an image: the page's content security policy must have blob: in img-src.",
    ],
    '/images/rgb.png': refusal('/images/rgb.png'),
    '/nuclei.tif': refusal('/nuclei.tif'),
    '/images/dzi-png.dzi': refusal('/images/dzi-png.dzi'),
  });
});
