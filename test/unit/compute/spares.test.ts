import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SpareBuffers } from '../../../src/compute/gpu-spares.js';
import { SegmenterError } from '../../../src/core/errors.js';

/** Buffers that say whether they live, and a device that notes which it zeroed. */
const played = (most?: number, longest = 2 ** 30) => {
  const live = new Set<GPUBuffer>();
  const zeroed: GPUBuffer[] = [];
  let room = Number.POSITIVE_INFINITY;
  const make = async (label: string, size: number): Promise<GPUBuffer> => {
    const held = [...live].reduce((sum, each) => sum + each.size, 0);
    if (held + size > room) throw new SegmenterError('out-of-memory', { what: label, needed: size });
    const buffer = { label: `snake.${label}`, size, destroy: () => void live.delete(buffer) } as unknown as GPUBuffer;
    live.add(buffer);
    return buffer;
  };
  const spares = new SpareBuffers(longest, most);
  const device = {
    createCommandEncoder: () => ({ clearBuffer: (buffer: GPUBuffer) => zeroed.push(buffer), finish: () => ({}) }),
    queue: { submit: () => {} },
  } as unknown as GPUDevice;
  return {
    spares,
    live,
    zeroed,
    device,
    limit: (bytes: number) => {
      room = bytes;
    },
    get: (label: string, bytes: number, zeros = true) =>
      spares.buffer(label, bytes, zeros, (size) => make(label, size)),
  };
};

test('a buffer that was given back is the next of its label and of about its size, zeroed where it must be', async () => {
  const { spares, zeroed, device, get } = played();
  const first = await get('a', 70_000);
  assert.ok(first.size >= 70_000 && first.size <= 1.25 * 70_000, `${first.size}`);
  spares.give(first);
  assert.notEqual(await get('b', 70_000), first, 'another label');
  assert.notEqual(await get('a', 90_000), first, 'another size');
  assert.equal(await get('a', 71_000), first);
  spares.zero(device);
  assert.deepEqual(zeroed, [first], 'new ones are zeros');
  spares.give(first);
  assert.equal(await get('a', 69_000, false), first);
  spares.zero(device);
  assert.equal(zeroed.length, 1, 'it is written whole');
  spares.give(first);
  await get('a', 70_000);
  spares.give(first);
  spares.zero(device);
  assert.equal(zeroed.length, 1, 'nobody has it');
});

test('spares are bounded: the oldest go first, a large one at once, and all where memory runs out', async () => {
  const { spares, live, limit, get } = played(2 ** 20);
  const four = await Promise.all(['a', 'b', 'c', 'd'].map((label) => get(label, 2 ** 18)));
  const large = await get('large', 2 ** 21);
  for (const each of [...four, large]) spares.give(each);
  assert.deepEqual(live, new Set(four));
  const fifth = await get('e', 2 ** 18);
  spares.give(fifth);
  assert.deepEqual(live, new Set([...four.slice(1), fifth]));
  limit(2 ** 20);
  const next = await get('f', 2 ** 19);
  assert.deepEqual(live, new Set([next]));
  await assert.rejects(get('g', 2 ** 20), { code: 'out-of-memory' });
  spares.give(next);
  spares.clear();
  assert.equal(live.size, 0);
});

test('a device of long buffers keeps more and larger ones', async () => {
  for (const [longest, kept] of [
    [2 ** 30, 0],
    [2 ** 32, 4],
  ] as const) {
    const { spares, live, get } = played(undefined, longest);
    const made = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((label) => get(label, 60_000_000)));
    for (const each of made) spares.give(each);
    assert.equal(live.size, kept);
  }
});
