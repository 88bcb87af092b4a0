/** Arenas: memory that a run after another uses again. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Arena } from '../../../src/compute/arena.js';

/** Takes arenas of so many bytes together, and gives them back. Returns their memories. */
const used = (...bytes: readonly number[]): ArrayBufferLike[] => {
  const taken = bytes.map((each) => {
    const arena = Arena.of(each);
    const words = arena?.words(4);
    assert.ok(arena && words);
    return { arena, words };
  });
  for (const { arena, words } of taken) arena.free(words);
  return taken.map(({ words }) => words.buffer);
};

describe('arenas', () => {
  it('are used again, the larger ones where smaller ones were kept before', () => {
    used(2 ** 16, 2 ** 17);
    assert.equal(used(2 ** 22)[0], used(2 ** 22)[0]);
  });

  it('are taken by the smallest that holds what is asked for', () => {
    const [small, large] = used(2 ** 24, 2 ** 25);
    assert.equal(used(2 ** 24)[0], small);
    assert.equal(used(2 ** 25)[0], large);
  });
});
