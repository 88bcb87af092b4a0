import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
// @ts-expect-error a build script, plain JavaScript
import { fileServer } from '../../../scripts/serve.mjs';

const folder = mkdtempSync(join(tmpdir(), 'serve-'));
const root = join(folder, 'site');
const server = fileServer(root);

before(async () => {
  mkdirSync(join(root, 'sub folder'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(root, 'index.html'), '<p>here</p>');
  writeFileSync(join(root, 'ten.tif'), '0123456789');
  writeFileSync(join(root, 'empty.js'), '');
  writeFileSync(join(root, 'sub folder', 'index.html'), 'below');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

after(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Node's own client, as it sends a path unchanged where `fetch` would tidy it. */
const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { port } = server.address();
    request({ port, host: '127.0.0.1', path, headers, method }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    })
      .on('error', reject)
      .end();
  });

test('serves a folder with its index and the media types browsers insist on', async () => {
  const page = await get('/');
  assert.deepEqual(
    [page.status, page.text, page.headers['content-type']],
    [200, '<p>here</p>', 'text/html; charset=utf-8'],
  );
  assert.match((await get('/empty.js')).headers['content-type'] ?? '', /^text\/javascript/);
  assert.equal((await get('/sub%20folder/')).text, 'below');
  assert.equal((await get('/sub%20folder?a=1')).headers.location, '/sub%20folder/?a=1');
  assert.equal((await get('/none')).status, 404);
});

test('answers byte ranges as GeoTIFF readers ask for them', async () => {
  const ask = (range: string) => get('/ten.tif', { range });
  const part = await ask('bytes=2-4');
  assert.deepEqual([part.status, part.text, part.headers['content-range']], [206, '234', 'bytes 2-4/10']);
  assert.equal(part.headers['content-length'], '3');
  assert.equal((await ask('bytes=7-')).text, '789');
  assert.equal((await ask('bytes=-2')).text, '89');
  assert.equal((await ask('bytes=8-99')).text, '89');
  const outside = await ask('bytes=10-12');
  assert.deepEqual([outside.status, outside.headers['content-range']], [416, 'bytes */10']);
  assert.equal((await ask('bytes=5-2')).status, 416);
  assert.equal((await ask('lines=1-2')).text, '0123456789');
  assert.equal((await get('/ten.tif')).headers['accept-ranges'], 'bytes');
});

test('nothing outside the folder is served, and only reading is allowed', async () => {
  for (const path of ['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/%', '/a%00b']) {
    const { status, text } = await get(path);
    assert.ok(status >= 400, path);
    assert.doesNotMatch(text, /^secret$/);
  }
  assert.equal((await get('/', {}, 'DELETE')).status, 405);
  const head = await get('/ten.tif', {}, 'HEAD');
  assert.deepEqual([head.status, head.text, head.headers['content-length']], [200, '', '10']);
});

test('an unchanged file is not sent again', async () => {
  const { etag } = (await get('/ten.tif')).headers;
  assert.ok(etag);
  assert.equal((await get('/ten.tif', { 'if-none-match': etag })).status, 304);
});

test('no path leads to another server', async () => {
  for (const path of [
    '/.//evil.example/..%2fsub%20folder',
    '/.///evil.example/..%2fsub%20folder',
    '//x/..%2fsub%20folder',
  ]) {
    const { status, headers } = await get(path);
    assert.ok(status !== 301 || /^\/(?![/\\])/.test(headers.location ?? ''), `${path}: ${headers.location}`);
  }
});
