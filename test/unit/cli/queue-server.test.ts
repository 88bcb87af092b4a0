/** What is said of a queue's server that does not do what it is asked. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { wordsOf } from '../../../src/cli/queue/server.js';

it('memory that runs out while jobs are added is told as such, and not by the transaction that it ended', () => {
  const cause = new Error("OOM command not allowed when used memory > 'maxmemory'.");
  const refused = new Error('EXECABORT Transaction discarded because of previous errors.');
  const said = wordsOf(Object.assign(refused, { previousErrors: [cause] }));
  assert.equal(said, 'Redis has no memory left; raise its maxmemory');
});

it('an error without words of ours is told as it is, without a second full stop', () => {
  assert.equal(wordsOf(new Error('BUSY Redis is busy.')).endsWith('Redis is busy'), true);
});
