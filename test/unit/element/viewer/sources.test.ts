import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planOf } from '../../../../src/element/viewer/sources.js';

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
