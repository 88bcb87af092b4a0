import assert from 'node:assert/strict';
import { test } from 'node:test';
import { edgeLength, LENGTH_BITS } from '../../../../src/snake/kernels/shared/edge-length.js';
import { Random } from '../../../support/random.js';

const ONE = 2 ** LENGTH_BITS;
const random = new Random(21);
const step = (): number => random.between(-65535, 65535);

test('an edge is as long as the root of its squares, within a hundredth, in every direction', () => {
  for (let degree = 0; degree < 360; degree++) {
    const x = Math.round(10000 * Math.cos((degree * Math.PI) / 180));
    const y = Math.round(10000 * Math.sin((degree * Math.PI) / 180));
    const ratio = edgeLength(x, y) / ONE / Math.hypot(x, y);
    assert.ok(ratio > 0.99 && ratio < 1.01, `${degree}°: ${ratio}`);
  }
  assert.equal(edgeLength(3, 0), 3 * ONE);
  assert.equal(edgeLength(0, 65535), 65535 * ONE);
});

test('the length is a norm: the same by mirrors, additive along a line, no longer than any detour', () => {
  for (let trial = 0; trial < 20000; trial++) {
    const [x, y, u, v] = [step(), step(), step(), step()];
    const length = edgeLength(x, y);
    for (const mirrored of [edgeLength(-x, y), edgeLength(x, -y), edgeLength(y, x)]) assert.equal(mirrored, length);
    assert.ok(length > 0 || (x === 0 && y === 0));
    const [a, b] = [random.between(1, 9), random.between(1, 9)];
    const [p, q] = [Math.trunc(x / 32), Math.trunc(y / 32)];
    assert.equal(edgeLength(a * p, a * q) + edgeLength(b * p, b * q), edgeLength((a + b) * p, (a + b) * q));
    const [m, n] = [Math.trunc((x + u) / 2), Math.trunc((y + v) / 2)];
    assert.ok(edgeLength(m, n) + edgeLength(x - m, y - n) >= length);
  }
});
