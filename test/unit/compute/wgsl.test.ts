import assert from 'node:assert/strict';
import { test } from 'node:test';
import { constantsOf, joined, structOf, type Wgsl } from '../../../src/compute/wgsl.js';

test('a shader has every fragment once, after what it imports', () => {
  const deepest: Wgsl = ['a'];
  const left: Wgsl = [deepest, 'b'];
  const right: Wgsl = [deepest, left, 'c'];
  assert.equal(joined([right, left, 'd']), 'a\nb\nc\nd');
  assert.equal(joined('whole'), 'whole');
});

test('constants are declared by their kind', () => {
  assert.equal(constantsOf({ lanes: 64, bit: 0x80000000 }), 'const lanes = 64u;\nconst bit = 2147483648u;');
  assert.equal(
    constantsOf({ Kind: { range: 0, 'chan-vese': 1 } }),
    'const Kind_range = 0u;\nconst Kind_chanVese = 1u;',
  );
  assert.equal(constantsOf({ steps: [3, 1] }), 'const steps = array(3u,1u);');
  assert.equal(
    constantsOf({ e: (7n << 32n) + 5n, all: [1n] }),
    'const e = vec2u(5u,7u);\nconst all = array(vec2u(1u,0u));',
  );
});

test('a struct has its words in the order of their offsets, without a gap', () => {
  assert.equal(structOf('G', { b: 1, a: 0 }), 'struct G {\na: u32,\nb: u32,\n}');
  assert.match(structOf('G', { filter: 0 }), /filter_: u32/);
  assert.throws(() => structOf('G', { a: 0, b: 2 }), /the word 1 of G has no name, or two: b is at 2/);
  assert.throws(() => structOf('G', { a: 0, b: 0 }), RangeError);
});
