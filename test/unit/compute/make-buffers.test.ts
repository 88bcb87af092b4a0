import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CpuExecutor } from '../../../src/compute/cpu-executor.js';
import { makeBuffers } from '../../../src/compute/make-buffers.js';
import { SegmenterError } from '../../../src/core/errors.js';

/** A space that refuses buffers of more words than `most`, after the others were made. */
const spaceOf = (most: number) => {
  const executor = new CpuExecutor();
  const buffer: CpuExecutor['buffer'] = async (label, words) => {
    const length = typeof words === 'number' ? words : words.length;
    if (length <= most) return executor.buffer(label, words);
    await new Promise((resolve) => setImmediate(resolve));
    throw new SegmenterError('out-of-memory', { what: label, needed: 4 * length });
  };
  return { executor, space: { buffer } };
};

test('buffers are made by name, of words or of their number', async () => {
  const { executor, space } = spaceOf(9);
  const made = await makeBuffers(space, 'of.', { first: 3, second: Uint32Array.of(7, 8) });
  assert.deepEqual([made.first.label, made.first.byteLength, made.second.byteLength], ['of.first', 12, 8]);
  assert.equal(executor.stats().buffers, 2);
});

test('of buffers one of which is refused none is left', async () => {
  const { executor, space } = spaceOf(9);
  await assert.rejects(makeBuffers(space, '', { small: 4, large: 10, other: 2 }), { code: 'out-of-memory' });
  assert.equal(executor.stats().buffers, 0);
});
