/** What the page says of its images: refused by the name of its own property. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dressed } from '../../../../src/element/viewer/page-requests.js';

const spec = { kind: 'url', url: 'slide.dzi' } as const;
const page = (settings: object) => ({ viewerOptions: {}, ...settings }) as Parameters<typeof dressed>[1];

test('a size of a pixel that cannot be is refused as mpp, with its value', () => {
  for (const mpp of ['abc', Number.NaN, 0, -1, {}, [], [0.5, 'b'], [1, 2, 3], true])
    assert.throws(() => dressed(spec, page({ mpp })), {
      code: 'bad-parameter',
      message:
        /^The parameter mpp cannot be .+: it must be micrometres per pixel from 1e-100 to 1e100, or two of them, \[across, down\]/,
    });
  assert.throws(() => dressed(spec, page({ mpp: 'abc' })), /mpp cannot be abc:/);
  assert.deepEqual(dressed(spec, page({ mpp: null })), spec);
  assert.deepEqual(dressed(spec, page({ mpp: [0.5, 0.25] })).kind === 'url', true);
});

test('settings of requests that cannot be are refused as requestInit, with their value', () => {
  for (const requestInit of [3, 'Bearer', true])
    assert.throws(() => dressed(spec, page({ requestInit })), {
      code: 'bad-parameter',
      message: `The parameter requestInit cannot be ${requestInit}: it must be {headers, credentials}, or a function of an address that gives them.`,
    });
  assert.deepEqual(dressed(spec, page({ requestInit: null })), spec);
});

test('headers of the page override those of the viewer, whatever their case and form', async () => {
  const Authorization = 'Bearer new';
  for (const headers of [
    { Authorization },
    new Headers({ Authorization }),
    new Map([['AUTHORIZATION', Authorization]]),
  ]) {
    const its = page({
      viewerOptions: { ajaxHeaders: { authorization: 'Bearer old' } },
      requestInit: () => ({ headers }),
    });
    const dress = dressed({ kind: 'url', url: 'https://a.example/slide.dzi' }, its);
    assert.ok(dress.kind === 'url');
    assert.deepEqual(await dress.request?.('https://a.example/slide.dzi'), {
      headers: { authorization: Authorization },
    });
  }
  const text = dressed({ kind: 'url', url: 'https://a.example/slide.dzi' }, page({ requestInit: () => 'Bearer new' }));
  assert.ok(text.kind === 'url' && text.request);
  await assert.rejects(Promise.resolve(text.request('https://a.example/slide.dzi')), { code: 'bad-parameter' });
});
