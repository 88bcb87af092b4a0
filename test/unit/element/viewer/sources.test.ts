import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planOf, specOf } from '../../../../src/element/viewer/sources.js';

test('a source that throws where it is looked at is refused with a code, as one that is none', () => {
  const thrown = (): never => {
    throw new Error('not to be looked at');
  };
  const odd = [new Proxy({}, { getPrototypeOf: thrown }), new Proxy({}, { has: thrown }), 42, [], Symbol('src')];
  for (const source of odd) assert.throws(() => planOf(source), { code: 'bad-parameter' });
  const member = Object.defineProperty({}, 'tileSource', { enumerable: true, get: thrown });
  assert.throws(() => planOf(member), { code: 'bad-parameter', message: /not to be looked at/ });
});

test('an address is fetched and read here, and never handed on as it stands', () => {
  for (const address of ['/x.dzi?.js', 'https://other/x.xml#.js', '/info.json?callback=x.js']) {
    for (const source of [address, { tileSource: address }]) assert.notEqual(planOf(source).display.kind, 'viewer');
  }
});

test('the engine asks for a deep zoom image with the query of its descriptor, as text or as OpenSeadragon keeps it', () => {
  const address = 'https://slides.example/1.dzi?token=x';
  for (const queryParams of ['?token=x', /\?.*/.exec(address)]) {
    const source = Object.assign(Object.create(null), { tilesUrl: 'https://slides.example/1_files/', queryParams });
    const spec = specOf(source);
    assert.equal(spec?.kind === 'url' && spec.url, address);
  }
});
