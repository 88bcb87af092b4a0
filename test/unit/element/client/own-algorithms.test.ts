/** Algorithms of the host whose worker starts while they are taken out, or while the engine's worker is replaced. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { OwnAlgorithms } from '../../../../src/element/client/own-algorithms.js';
import type { WorkerLink } from '../../../../src/element/client/worker-link.js';
import { READY } from '../../../../src/worker/beside/provide.js';

/** A worker that says that it is there when it is told to. */
class Beside extends EventTarget {
  ended = false;
  postMessage(): void {}
  terminate(): void {
    this.ended = true;
  }
  greet(): void {
    this.dispatchEvent(new MessageEvent('message', { data: { type: READY } }));
  }
}

/** The engine's worker, which notes what it is asked for. */
const linkOf = () => {
  const calls: string[] = [];
  const link: Pick<WorkerLink, 'call'> = {
    call: async <T>(what: string): Promise<T> => {
      calls.push(what);
      return [] as T;
    },
  };
  return { calls, link: link as WorkerLink };
};

const pair = () => {
  const workers: Beside[] = [];
  const begun = (): Worker => {
    const worker = new Beside();
    workers.push(worker);
    return worker as unknown as Worker;
  };
  return { workers, begun };
};

/** After the part of the code that opens places was loaded. */
const started = async (workers: readonly Beside[], count: number): Promise<void> => {
  while (workers.length < count) await new Promise((resolve) => setTimeout(resolve));
  await new Promise((resolve) => setTimeout(resolve));
};

it('what is taken out while its worker starts anew stays out, and the worker ends', async () => {
  const { workers, begun } = pair();
  const { calls, link } = linkOf();
  const own = new OwnAlgorithms(async () => link);
  const added = own.add(link, begun);
  await started(workers, 1);
  workers[0]!.greet();
  await added;
  const renewed = own.renew(link);
  await started(workers, 2);
  await own.remove(begun, 1000);
  workers[1]!.greet();
  await renewed;
  assert.deepEqual(calls, ['register', 'unregister']);
  assert.deepEqual(
    workers.map(({ ended }) => ended),
    [true, true],
  );
});

it('of two workers that start for two engines one after the other the second stays, whichever is there first', async () => {
  for (const order of [
    [1, 2],
    [2, 1],
  ] as const) {
    const { workers, begun } = pair();
    const { link } = linkOf();
    const own = new OwnAlgorithms(async () => link);
    const added = own.add(link, begun);
    await started(workers, 1);
    workers[0]!.greet();
    await added;
    const renewed = [own.renew(link)];
    await started(workers, 2);
    renewed.push(own.renew(link));
    await started(workers, 3);
    for (const at of order) {
      workers[at]!.greet();
      await new Promise((resolve) => setTimeout(resolve));
    }
    await Promise.all(renewed);
    assert.deepEqual(
      workers.map(({ ended }) => ended),
      [true, true, false],
      String(order),
    );
    own.close();
    assert.ok(workers[2]!.ended);
  }
});
