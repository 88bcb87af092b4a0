import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Peers, serve } from '../../../../src/worker/evolving/peers.js';
import { aborted } from '../../../support/errors.js';
import { until } from '../../../support/until.js';

/** A worker of which every work waits until the test ends it. */
class Slow {
  readonly works: unknown[] = [];
  readonly #waiting: ((error?: Error) => void)[] = [];

  aside(algorithm: string, work: unknown): Promise<unknown> {
    this.works.push([algorithm, work]);
    return new Promise((resolve, reject) => {
      this.#waiting.push((error) => (error ? reject(error) : resolve(`done ${work}`)));
    });
  }

  /** Ends the oldest work. @param error where it fails */
  end(error?: Error): void {
    this.#waiting.shift()?.(error);
  }
}

const connected = (...workers: Slow[]): Peers =>
  new Peers(
    'snake',
    workers.map((worker) => {
      const { port1, port2 } = new MessageChannel();
      serve(worker, port2);
      return port1;
    }),
  );

test('each work goes to the peer with the fewest', async (t) => {
  const [one, other] = [new Slow(), new Slow()];
  const peers = connected(one, other);
  t.after(() => peers.end());
  const first = peers.aside('a');
  const second = peers.aside('b');
  await until('both work', () => one.works.length === 1 && other.works.length === 1);
  other.end();
  assert.deepEqual(await second, { done: 'done b' });
  const third = peers.aside('c');
  await until('the free one works', () => other.works.length === 2);
  one.end();
  other.end();
  assert.deepEqual(await Promise.all([first, third]), [{ done: 'done a' }, { done: 'done c' }]);
  assert.deepEqual(
    [one.works, other.works],
    [
      [['snake', 'a']],
      [
        ['snake', 'b'],
        ['snake', 'c'],
      ],
    ],
  );
});

test('a work that fails, or that nobody is there for, is left to the caller', async (t) => {
  const one = new Slow();
  const peers = connected(one);
  t.after(() => peers.end());
  const its = peers.aside('a');
  await until('it works', () => one.works.length === 1);
  one.end(new RangeError('the worker cannot'));
  assert.equal(await its, undefined);
  assert.equal(await connected().aside('a'), undefined);
});

test('once they have ended, no work is awaited and none begins', async () => {
  const one = new Slow();
  const peers = connected(one);
  const its = assert.rejects(peers.aside('a'), aborted);
  await until('it works', () => one.works.length === 1);
  peers.end();
  peers.end();
  await its;
  await assert.rejects(peers.aside('b'), aborted);
  assert.equal(one.works.length, 1);
});
