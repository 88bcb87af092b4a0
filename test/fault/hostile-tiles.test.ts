/** Servers of tiles that send no end, a page in place of a picture, or ask to be left alone: coded errors, soon, with what a person can use. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, type TestContext, test } from 'node:test';
import { SegmenterError } from '../../src/core/errors.js';
import { patience } from '../../src/image/io/patience.js';
import { open } from '../../src/image/open.js';
import { type RangeRequest, serving } from '../support/servers/handler-server.js';

const usual = { ...patience };
before(() => Object.assign(patience, { pause: 1 }));
after(() => Object.assign(patience, usual));

const descriptor = readFileSync('test/data/images/dzi-png.dzi');

/** A DZI of 256 × 256 pixels a tile, whose tiles are answered by the test. */
const withTiles = (t: TestContext, tile: (asked: RangeRequest) => void): Promise<string> =>
  serving(
    t,
    (asked) => (asked.request.url?.endsWith('.dzi') ? asked.response.end(descriptor) : tile(asked)),
    'slide.dzi',
  );

test('a tile without an end is cut off soon after the bytes that its pixels could take', async (t) => {
  let sent = 0;
  const chunk = new Uint8Array(1 << 16);
  const url = await withTiles(t, ({ response }) => {
    response.on('error', () => {});
    const more = (): void => {
      if (response.destroyed) return;
      sent += chunk.length;
      response.write(chunk, (error) => (error ? undefined : setImmediate(more)));
    };
    more();
  });
  await assert.rejects(open({ kind: 'url', url }), {
    code: 'tile-unavailable',
    message: /slide_files\/\d+\/0_0\.png is too large/,
  });
  assert.ok(sent < 2 ** 25, `${sent} bytes were taken or on their way`);
});

test('a page in place of a tile is said to be none', async (t) => {
  const url = await withTiles(t, ({ response }) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('\ufeff\n<!doctype html><title>Log in</title>');
  });
  await assert.rejects(open({ kind: 'url', url }), {
    code: 'tile-unavailable',
    message: /it is a text in XML or HTML, not an image/,
  });
});

test('a server that asks to wait is asked again after that, and not at all where it is long', async (t) => {
  const asks = async (after: string): Promise<readonly [number, SegmenterError]> => {
    let asked = 0;
    const url = await serving(t, ({ response }) => {
      asked++;
      response.writeHead(429, { 'Retry-After': after }).end();
    });
    const error = await open({ kind: 'url', url }).catch((thrown: unknown) => thrown);
    assert.ok(error instanceof SegmenterError);
    return [asked, error];
  };
  const [few, said] = await asks('86400');
  assert.equal(few, 1);
  assert.match(said.message, /HTTP 429 Too Many Requests: the server asks to wait 86400 s/);
  assert.deepEqual([said.code, said.recoverable, said.values.wait], ['timeout', true, 86400]);
  const [byDate, dated] = await asks(new Date(Date.now() + 7_200_500).toUTCString());
  assert.equal(byDate, 1);
  assert.match(dated.message, /the server asks to wait 7(199|200|201) s/);
  for (const nonsense of ['soon', '-3', new Date(0).toUTCString()]) {
    const [asked, { code, recoverable, values }] = await asks(nonsense);
    assert.deepEqual([asked, code, recoverable, values.wait], [4, 'timeout', true, undefined], nonsense);
  }
  const begun = performance.now();
  Object.assign(patience, { tries: 2 });
  t.after(() => Object.assign(patience, { tries: usual.tries }));
  const [twice, still] = await asks('1');
  assert.ok(performance.now() - begun > 950);
  assert.deepEqual([twice, still.code, still.recoverable, still.values.wait], [2, 'timeout', true, 1]);
  assert.match(still.message, /HTTP 429 .*asks to wait 1 s, 2 tries\) took longer than 1000 ms/);
});

test('a server that asks to wait for one tile asks so for all: it is no missing tile', async (t) => {
  const url = await withTiles(t, ({ response }) => response.writeHead(503, { 'Retry-After': '60' }).end());
  await assert.rejects(open({ kind: 'url', url }), ({ code, values }: SegmenterError) => {
    assert.deepEqual([code, values.wait], ['timeout', 60]);
    return true;
  });
});

test('a server that is busy at every try is told from one that is broken', async (t) => {
  const codes: string[] = [];
  for (const status of [408, 425, 429, 503, 504, 500, 502]) {
    const url = await serving(t, ({ response }) => response.writeHead(status).end());
    const error = await open({ kind: 'url', url }).catch((thrown: unknown) => thrown);
    assert.ok(error instanceof SegmenterError);
    assert.match(error.message, new RegExp(`HTTP ${status} .*4 tries`));
    assert.equal(error.values.url, url);
    codes.push(`${status} ${error.code}`);
  }
  assert.deepEqual(codes, [
    ...['408 timeout', '425 timeout', '429 timeout', '503 timeout', '504 timeout'],
    ...['500 image-not-found', '502 image-not-found'],
  ]);
});

test('an address whose scheme cannot be fetched is refused after one try, with the schemes that can', async (t) => {
  const fetched = t.mock.method(globalThis, 'fetch');
  for (const url of ['javascript:alert(1)', 'ftp://h/slide.tif', 'mailto:a@b.c', 'app://h/slide.dzi']) {
    fetched.mock.resetCalls();
    const message = new RegExp(`by ${url.split(':')[0]}: here; http:, https:, data: or blob: will do`);
    await assert.rejects(open({ kind: 'url', url }), { code: 'image-not-found', message }, url);
    assert.equal(fetched.mock.callCount(), 1, url);
  }
});
