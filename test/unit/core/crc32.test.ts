/** Checksums of parts of any length, at any offset of their memory, against the definition bit by bit. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crc32 } from '../../../src/core/crc32.js';
import { Random } from '../../support/random.js';

const bitByBit = (bytes: readonly number[]): number => {
  let c = 0xffffffff;
  for (const byte of bytes) {
    c ^= byte;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  }
  return (c ^ 0xffffffff) >>> 0;
};

describe('crc32', () => {
  it('has the check value of the catalogues', () => {
    assert.equal(crc32([new TextEncoder().encode('123456789')]), 0xcbf43926);
    assert.equal(crc32([]), 0);
  });

  it('is that of the bits, however the bytes are cut', () => {
    const random = new Random(11);
    for (let trial = 0; trial < 200; trial++) {
      const memory = Uint8Array.from({ length: 3 + random.between(0, 69) }, () => random.between(0, 255));
      const bytes = memory.subarray(random.between(0, 3));
      const cut = random.between(0, bytes.length);
      assert.equal(crc32([bytes.subarray(0, cut), bytes.subarray(cut)]), bitByBit([...bytes]));
    }
  });
});
