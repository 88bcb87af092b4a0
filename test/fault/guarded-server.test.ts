/** Servers that ask for a token: the host is asked before each request, and once more after a refusal. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { RequestSettings } from '../../src/image/io/request.js';
import { open } from '../../src/image/open.js';
import { dicomWeb, instanceOf } from '../support/images/dicom-slide.js';
import { fileBytes } from '../support/images/image-files.js';
import { serving } from '../support/servers/handler-server.js';
import { ImageServer } from '../support/servers/image-server.js';

let token = 'first';
let server: ImageServer;
before(async () => {
  server = await ImageServer.start((path) => (path.startsWith('no/') ? undefined : fileBytes(path)), {
    admits: ({ authorization }) => authorization === `Bearer ${token}`,
  });
});
after(() => server.stop());

const whole = { x: 0, y: 0, width: 100, height: 70 };
const bearer = (value: string) => ({ headers: { Authorization: `Bearer ${value}` } });

test('every request has the headers that the host gives for its address', async () => {
  token = 'first';
  const asked: string[] = [];
  const request = async (url: string) => {
    asked.push(url);
    return bearer('first');
  };
  const image = await open({ kind: 'url', url: server.url('dzi-png.dzi'), request });
  await image.region(whole, 0);
  assert.ok(asked.some((url) => url.endsWith('dzi-png.dzi')) && asked.some((url) => url.includes('_files/')));
  const tiff = await open({ kind: 'url', url: server.url('cog.tif'), request });
  await tiff.region({ x: 0, y: 0, width: 8, height: 8 }, 0);
});

test('headers may be an object, Headers or pairs, in any case', async () => {
  token = 'first';
  const Authorization = 'Bearer first';
  const forms: RequestSettings['headers'][] = [
    { Authorization },
    { authorization: Authorization },
    new Headers({ Authorization }),
    new Map([['Authorization', Authorization]]),
    [['Authorization', Authorization]],
  ];
  for (const headers of forms) {
    const request = (): RequestSettings => ({ ...(headers && { headers }) });
    const image = await open({ kind: 'url', url: server.url('cog.tif'), request });
    assert.equal(image.width, 262);
  }
});

test('settings that no request can have are told at once, and not asked for over the network', async () => {
  server.requests.length = 0;
  const odd: readonly [unknown, RegExp][] = [
    ['Bearer first', /requestInit .*cog\.tif: it must give \{headers, credentials\}, and gave Bearer first/],
    [{ headers: { Authorization: 'a\nb' } }, /requestInit .*cog\.tif: its headers cannot be sent/],
    [{ headers: { 'a b': 'c' } }, /its headers cannot be sent/],
    [{ headers: 'Bearer first' }, /its headers cannot be sent/],
    [{ headers: { Authorization: Symbol('x') } }, /its headers cannot be sent/],
    [{ credentials: 'always' }, /omit, same-origin or include, and are always/],
  ];
  for (const [given, message] of odd) {
    const spec = { kind: 'url', url: server.url('cog.tif'), request: () => given };
    const opened: unknown = Reflect.apply(open, undefined, [spec]);
    await assert.rejects(Promise.resolve(opened), { code: 'bad-parameter', message });
  }
  assert.equal(server.requests.length, 0);
});

test('a function of the host that fails is told at once, with its own text, and is not asked again', async () => {
  server.requests.length = 0;
  for (const failing of [
    () => {
      throw new TypeError('no token');
    },
    async () => Promise.reject(new TypeError('no token')),
  ]) {
    let asked = 0;
    const request = () => {
      asked++;
      return failing();
    };
    await assert.rejects(open({ kind: 'url', url: server.url('cog.tif'), request }), {
      code: 'bad-parameter',
      message: /requestInit .*cog\.tif: the function failed: TypeError: no token/,
    });
    assert.equal(asked, 1);
  }
  assert.equal(server.requests.length, 0);
});

test('a token that expires between two requests is asked for anew, once', async () => {
  token = 'first';
  let known = 'first';
  const image = await open({ kind: 'url', url: server.url('dzi-png.dzi'), request: () => bearer(known) });
  token = 'second';
  const seen: string[] = [];
  const later = await open({
    kind: 'url',
    url: server.url('dzi-png.dzi'),
    request: () => {
      seen.push(known);
      const its = bearer(known);
      known = 'second';
      return its;
    },
  });
  assert.deepEqual(seen.slice(0, 2), ['first', 'second']);
  await Promise.all([image.region(whole, 0), later.region(whole, 0)]);
});

test('a host that keeps a token hears that it was refused, also of a tile that its owner addresses', async () => {
  token = 'first';
  server.requests.length = 0;
  let kept = 'first';
  const heard: (number | undefined)[] = [];
  const request = (_url: string, refused?: number) => {
    heard.push(refused);
    if (refused !== undefined) kept = token;
    return bearer(kept);
  };
  const image = await open({ kind: 'url', url: server.url('dzi-png.dzi'), request });
  token = 'second';
  await image.region(whole, 0);
  assert.deepEqual([heard[0], kept, heard.includes(401)], [undefined, 'second', true]);
  token = 'third';
  const decoded: boolean[] = [];
  // An image is opened by a tile of its coarsest level.
  const coarsest = server.requests.find(({ path }) => path.includes('_files/'))!.path;
  const { width, height } = image.levels.at(-1)!;
  const tiles = await open({
    kind: 'tiles',
    levels: [{ width, height, scale: 1, tileWidth: width, tileHeight: height, overlap: 0 }],
    tile: async (_level, _column, _row, pixels, refused) => {
      decoded.push(pixels);
      return { kind: 'address', url: server.url(coarsest), settings: request('', refused) };
    },
  });
  assert.deepEqual([kept, tiles.width, decoded], ['third', width, [false, false]]);
});

test('a refusal is one message, after one more try, and at once where there is nobody to ask', async () => {
  token = 'third';
  let asked = 0;
  const request = () => {
    asked++;
    return bearer('wrong');
  };
  const url = server.url('dzi-png.dzi');
  await assert.rejects(open({ kind: 'url', url, request }), { code: 'access-denied', message: /401/ });
  assert.equal(asked, 2);
  server.requests.length = 0;
  await assert.rejects(open({ kind: 'url', url }), { code: 'access-denied', message: /401/ });
  assert.equal(server.requests.length, 1);
});

test('a tile that its owner addresses is fetched with its headers, and asked for as pixels where the address is of no use', async () => {
  token = 'first';
  const decoded: boolean[] = [];
  const image = await open({
    kind: 'tiles',
    levels: [{ width: 5, height: 4, scale: 1, tileWidth: 4, tileHeight: 4, overlap: 0 }],
    tile: async (_level, column, _row, pixels) => {
      decoded.push(pixels);
      if (!pixels) return { kind: 'address', url: server.url('no/such/tile.png'), settings: bearer('first') };
      // One column less than the tile has.
      return {
        kind: 'pixels',
        width: column === 0 ? 3 : 1,
        height: 4,
        bands: 1,
        data: new Uint8Array(12).fill(7 + column),
      };
    },
  });
  const { data } = await image.region({ x: 0, y: 0, width: 5, height: 4 }, 0);
  assert.deepEqual([...data.subarray(0, 5)], [7, 7, 7, 7, 8]);
  assert.deepEqual(decoded, [false, true, false, true]);
});

test('the size of a pixel that the host gives counts where the image has none', async () => {
  token = 'first';
  const placement = { pixelWidth: 0.25, pixelHeight: 0.25, unit: 'µm' } as const;
  const request = () => bearer('first');
  const image = await open({ kind: 'url', url: server.url('dzi-png.dzi'), request, placement });
  assert.deepEqual(image.placement, placement);
});

test('a token that expires in the middle of a DICOM slide is asked for anew, after 403 as after 401; what was read stays', async (t) => {
  const side = 8;
  const frame = (): Uint8Array => new Uint8Array(side * side).fill(7);
  const answer = dicomWeb([instanceOf('1.2.3.1', { width: 3 * side, height: side, tile: [side, side], frame })]);
  let [valid, status] = ['first', 403];
  const url = await serving(
    t,
    ({ request, response }) => {
      if (request.headers.authorization === `Bearer ${valid}`) answer(request, response);
      else response.writeHead(status).end();
    },
    'dicom/studies/1.2/series/3.4',
  );
  let kept = 'first';
  const heard: number[] = [];
  const request = (_url: string, refused?: number) => {
    if (refused !== undefined) {
      heard.push(refused);
      kept = valid === 'lost' ? 'wrong' : valid;
    }
    return bearer(kept);
  };
  const image = await open({ kind: 'url', url: `dicomweb:${url}`, request });
  const tile = (column: number) => ({ x: column * side, y: 0, width: side, height: side });
  const { data } = await image.region(tile(0), 0);
  valid = 'second';
  assert.deepEqual((await image.region(tile(1), 0)).data, data);
  assert.deepEqual(heard, [403]);
  [valid, status] = ['lost', 401];
  await assert.rejects(image.region(tile(2), 0), { code: 'access-denied', message: /401/ });
  assert.deepEqual(heard, [403, 401]);
  for (const column of [0, 1]) assert.deepEqual((await image.region(tile(column), 0)).data, data);
});
