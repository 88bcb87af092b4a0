/** Servers that answer other than they were asked: the right bytes come out, or a coded error. */
import assert from 'node:assert/strict';
import { after, before, mock, type TestContext, test } from 'node:test';
import { SegmenterError } from '../../src/core/errors.js';
import { UrlBytes } from '../../src/image/io/bytes.js';
import { patience, Silence } from '../../src/image/io/patience.js';
import { open } from '../../src/image/open.js';
import { greyTags, writeTiff } from '../support/images/tiff-writer.js';
import { type RangeRequest, sendRange, serving } from '../support/servers/handler-server.js';

const usual = { ...patience };
before(() => Object.assign(patience, { pause: 1, silence: 90_000 }));
after(() => Object.assign(patience, usual));

const [width, height] = [512, 512];
const pixels = Uint8Array.from({ length: width * height }, (_, i) => (i * 37) >> 5);
const tiff = (data: Uint8Array): Uint8Array => {
  const tags = greyTags(width, height, [
    { tag: 273, type: 4, values: Array.from({ length: 64 }, (_, k) => 8 + k * 8 * width) },
    { tag: 278, type: 4, values: [8] },
    { tag: 279, type: 4, values: Array.from({ length: 64 }, () => 8 * width) },
  ]);
  return writeTiff([{ tags }], data);
};
const file = tiff(pixels);
const changed = tiff(pixels.map((value) => value ^ 255));
/** Timers and clock of a test, which pass as it says; patience ends after a tenth of a second of them. */
const playedTime = (t: TestContext) => {
  const { silence: before } = patience;
  const silence = 100;
  let now = 0;
  patience.silence = silence;
  mock.timers.enable({ apis: ['setTimeout'] });
  t.mock.method(performance, 'now', () => now);
  t.after(() => {
    mock.timers.reset();
    patience.silence = before;
  });
  const pass = (milliseconds: number): void => {
    now += milliseconds;
    mock.timers.tick(milliseconds);
  };
  return { pass, silence };
};
const rect = { x: 3, y: 250, width: 20, height: 4 };
const expected = Uint8Array.from(
  { length: rect.width * rect.height },
  (_, i) => pixels[(rect.y + Math.floor(i / rect.width)) * width + rect.x + (i % rect.width)]!,
);
const read = async (url: string): Promise<Uint8Array> => {
  const image = await open({ kind: 'url', url });
  return Uint8Array.from((await image.region(rect, 0)).data);
};

test('a range that begins earlier than asked gives the samples that were asked for', async (t) => {
  const url = await serving(t, (asked) => {
    const [first, last] = asked.range ?? [0, file.length - 1];
    sendRange(asked, file, first - (first % 4096), last);
  });
  assert.deepEqual(await read(url), expected);
});

test('a range that begins later, or elsewhere, is refused', async (t) => {
  for (const shift of [1, 4096, -2_000_000]) {
    const url = await serving(t, (asked) => {
      const [first, last] = asked.range ?? [0, file.length - 1];
      const range = first < 8 ? `${first}-${last}` : `${Math.max(0, first + shift)}-${Math.max(1, last + shift)}`;
      const body = file.subarray(first, last + 1);
      asked.response.writeHead(206, { 'Content-Range': `bytes ${range}/9999999` }).end(body);
    });
    await assert.rejects(
      new UrlBytes(url).read(3_000_000, 10).then(() => read(url)),
      { code: 'image-unreadable', message: /answers with bytes/ },
      `${shift}`,
    );
  }
});

test('a range without its place, or in parts, is refused', async (t) => {
  const bare = await serving(t, ({ response }) => void response.writeHead(206).end(file.subarray(0, 4096)));
  await assert.rejects(read(bare), { code: 'image-unreadable', message: /without saying which/ });
  const type = 'multipart/byteranges; boundary=x';
  const parts = await serving(t, (asked) => sendRange(asked, file, 0, 99, { 'Content-Type': type }));
  await assert.rejects(read(parts), { code: 'image-unreadable', message: /several parts/ });
});

test('a range of which only a part comes is asked on', async (t) => {
  const ranges: (readonly [number, number])[] = [];
  const url = await serving(t, (asked) => {
    const [first, last] = asked.range ?? [0, file.length - 1];
    ranges.push([first, last]);
    sendRange(asked, file, first, Math.min(last, first + 4095));
  });
  assert.deepEqual(await read(url), expected);
  assert.ok(ranges.length > 16, `${ranges.length} requests`);
  const total = await serving(t, (asked) => {
    const [first, last] = asked.range ?? [0, file.length - 1];
    const end = Math.min(last, first + 29_999, file.length - 1);
    if (first >= file.length) return void asked.response.writeHead(416).end();
    asked.response.writeHead(206, { 'Content-Range': `bytes ${first}-${end}/*` }).end(file.subarray(first, end + 1));
  });
  assert.deepEqual(await read(total), expected, 'where the size is not told');
  const bytes = new UrlBytes(total);
  assert.equal((await bytes.read(file.length + 5000, 10)).length, 0);
  assert.equal(bytes.size, undefined, 'a range beyond the end does not tell where that is');
  await bytes.read(file.length - 10, 20);
  assert.equal(bytes.size, file.length);
});

test('a range that comes byte by byte is given up', async (t) => {
  let requests = 0;
  const url = await serving(t, (asked) => {
    requests++;
    sendRange(asked, file, asked.range![0], asked.range![0]);
  });
  await assert.rejects(read(url), { code: 'image-unreadable', message: /more than 64 pieces/ });
  assert.equal(requests, 64);
});

/** Serves one state of the file, then another. */
const changing = (
  headers: (state: number) => Record<string, string>,
  heeds: boolean,
  states = [file, changed],
): ((asked: RangeRequest) => void) => {
  let asks = 0;
  return (asked) => {
    const state = asks++ === 0 ? 0 : 1;
    const condition = asked.request.headers['if-range'];
    const its = headers(state);
    const body = states[state]!;
    if (heeds && condition !== undefined && condition !== its.ETag && condition !== its['Last-Modified'])
      return void asked.response.writeHead(200, its).end(body);
    sendRange(asked, body, asked.range![0], asked.range![1], its);
  };
};

test('a file that changes between two requests is told', async (t) => {
  const dates = ['Mon, 01 Jan 2024 00:00:00 GMT', 'Tue, 02 Jan 2024 00:00:00 GMT'];
  for (const heeds of [true, false])
    for (const [what, headers] of [
      ['tag', (state: number) => ({ ETag: `"${state}"` })],
      ['weak tag', (state: number) => ({ ETag: `W/"${state}"` })],
      ['date', (state: number) => ({ 'Last-Modified': dates[state]! })],
    ] as const) {
      const url = await serving(t, changing(headers, heeds));
      await assert.rejects(
        read(url),
        { code: 'image-unreadable', message: /changed on the server/ },
        `${what}, ${heeds}`,
      );
    }
  const longer = new Uint8Array([...changed, 0]);
  const sized = await serving(
    t,
    changing(() => ({}), false, [file, longer]),
  );
  await assert.rejects(read(sized), { code: 'image-unreadable', message: /changed on the server/ }, 'size');
});

test('reads after a change all fail, and two that ask at once are compared', async (t) => {
  const url = await serving(
    t,
    changing((state) => ({ ETag: `"${state}"` }), false),
  );
  const bytes = new UrlBytes(url);
  const reads = await Promise.allSettled([bytes.read(0, 10), bytes.read(100_000, 10)]);
  assert.equal(reads.filter(({ status }) => status === 'rejected').length, 1);
  await assert.rejects(bytes.read(200_000, 10), { code: 'image-unreadable' });
  await assert.rejects(bytes.whole(2 ** 20), { code: 'image-unreadable' });
});

test('a file that stays the same may be tagged as packed or weak', async (t) => {
  let asks = 0;
  const tags = ['"abc"', 'W/"abc"', '"abc-gzip"', '"abc;br"'];
  const url = await serving(t, (asked) => {
    sendRange(asked, file, asked.range![0], asked.range![1], { ETag: tags[asks++ % 4]! });
  });
  const bytes = new UrlBytes(url);
  for (let k = 0; k < 5; k++)
    assert.deepEqual(await bytes.read(k * 90_000 + 8, 4), file.subarray(k * 90_000 + 8, k * 90_000 + 12));
});

test('an endless answer to a range is cut off at its length', async (t) => {
  let sent = 0;
  const url = await serving(t, ({ range, response }) => {
    response.writeHead(206, { 'Content-Range': `bytes ${range![0]}-${range![1]}/99999999` });
    response.on('error', () => {});
    const chunk = new Uint8Array(1 << 16);
    const more = (): void => {
      if (response.destroyed) return;
      sent += chunk.length;
      response.write(chunk, (error) => (error ? undefined : setImmediate(more)));
    };
    more();
  });
  const bytes = new UrlBytes(url);
  assert.equal((await bytes.read(0, 65536)).length, 65536);
  assert.ok(sent < 2 ** 26, `${sent} bytes were taken or on their way`);
});

test('patience ends by silence, not by how long a file takes', (t) => {
  const { pass, silence } = playedTime(t);
  const { least } = patience;
  const steady = new Silence();
  for (let k = 0; k < 100; k++) {
    pass(silence - 1);
    steady.heard(least);
  }
  assert.equal(steady.signal.aborted, false, 'a steady one');
  pass(silence - 1);
  assert.equal(steady.signal.aborted, false, 'until it has been silent for so long');
  pass(1);
  assert.equal(steady.signal.aborted, true);
  const drops = new Silence();
  for (let k = 0; k < 4; k++) {
    pass(silence / 4);
    drops.heard(1);
  }
  assert.equal(drops.signal.aborted, true, 'a byte now and then');
});

test('a timer is set for a whole answer, not for every piece of it', (t) => {
  const { pass, silence } = playedTime(t);
  const set = mock.method(globalThis, 'setTimeout');
  const all = new Silence();
  for (let k = 0; k < 1000; k++) all.heard(patience.least);
  assert.equal(set.mock.callCount(), 1);
  // Before the timers are real again.
  set.mock.restore();
  pass(silence);
  assert.equal(all.signal.aborted, true);
  const ended = new Silence();
  ended.heard(patience.least);
  ended.end();
  pass(2 * silence);
  assert.equal(ended.signal.aborted, false);
});

test('a silent server is asked twice, not four times', async (t) => {
  const { silence } = patience;
  Object.assign(patience, { silence: 20 });
  t.after(() => Object.assign(patience, { silence }));
  const url = await serving(t, () => {});
  const asked = t.mock.method(globalThis, 'fetch');
  await assert.rejects(new UrlBytes(url).whole(100), { code: 'timeout' });
  assert.equal(asked.mock.callCount(), 2);
});

test('tiles of another size than their place are refused in words; a padded or rounded one is read', async () => {
  const outcome = async (w: number, h: number): Promise<unknown> => {
    const image = await open({
      kind: 'tiles',
      levels: [{ width: 20, height: 12, scale: 1, tileWidth: 8, tileHeight: 8, overlap: 1 }],
      tile: async () => ({ kind: 'pixels', width: w, height: h, bands: 1, data: new Uint8Array(w * h).fill(9) }),
    });
    return (await image.region({ x: 0, y: 0, width: 20, height: 12 }, 0)).data;
  };
  for (const [w, h] of [
    [10, 10],
    [8, 8],
    [12, 12],
  ] as const) {
    assert.deepEqual(await outcome(w, h), new Uint8Array(240).fill(9), `${w} × ${h}`);
  }
  for (const [w, h] of [
    [4, 9],
    [9, 4],
    [13, 10],
    [16, 16],
    [512, 512],
  ] as const) {
    const message = new RegExp(`it is ${w} × ${h}, not `);
    await assert.rejects(outcome(w, h), { code: 'tile-unavailable', message });
  }
});

test('an error of a tile says once that a tile could not be read, and why', async () => {
  const said = async (error: Error): Promise<string> => {
    const opened = open({
      kind: 'tiles',
      levels: [{ width: 8, height: 8, scale: 1, tileWidth: 8, tileHeight: 8, overlap: 0 }],
      tile: () => Promise.reject(error),
    });
    const failed: unknown = await opened
      .then((image) => image.region({ x: 0, y: 0, width: 8, height: 8 }, 0))
      .catch((thrown: unknown) => thrown);
    return String(failed).replace(/^.* could not be read/, 'could not be read');
  };
  const end = 'Nothing is put in its place: try again, or choose another domain.';
  const missing = { tile: '0/0_0', name: 'the viewer’s image', reason: 'it is missing (HTTP 404)' };
  const answers: readonly [Error, string][] = [
    [new SegmenterError('tile-unavailable', missing), 'it is missing (HTTP 404)'],
    [new SegmenterError('image-not-found', { url: 'https://a.b/c', reason: 'HTTP 404' }), 'https://a.b/c: HTTP 404'],
    [new SegmenterError('timeout', { what: 'A', limit: 5 }), 'A took longer than 5 ms and was ended'],
    [new RangeError('its end is missing'), 'its end is missing'],
  ];
  for (const [error, reason] of answers) assert.equal(await said(error), `could not be read (${reason}). ${end}`);
});
