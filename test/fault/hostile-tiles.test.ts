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
  for (const nonsense of ['soon', '-3', new Date(0).toUTCString()])
    assert.equal((await asks(nonsense))[0], 4, nonsense);
  const begun = performance.now();
  Object.assign(patience, { tries: 2 });
  assert.equal((await asks('1'))[0], 2);
  Object.assign(patience, { tries: usual.tries });
  assert.ok(performance.now() - begun > 950);
});
