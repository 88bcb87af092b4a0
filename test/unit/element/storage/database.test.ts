/** A browser that keeps nothing: each way in which it says so, or does not. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { database } from '../../../../src/element/storage/database.js';

const GLOBALS = ['indexedDB', 'IDBRequest'] as const;
const earlier = GLOBALS.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);

/** A request that never has an answer. */
class Silent extends EventTarget {}

describe('a browser without a database that answers', () => {
  beforeEach(() => {
    Object.defineProperty(globalThis, 'IDBRequest', { value: Silent, configurable: true });
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => {
    mock.timers.reset();
    for (const [name, descriptor] of earlier) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  });

  const refusal = (name: string): object => ({
    code: 'storage-failed',
    message: new RegExp(`does not let this page store anything \\(${name}\\)`),
  });

  it('that has none, and one that refuses it, say so at once', async () => {
    await assert.rejects(database(), refusal('NotSupportedError'));
    Object.defineProperty(globalThis, 'indexedDB', {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
      configurable: true,
    });
    await assert.rejects(database(), refusal('SecurityError'));
  });

  it('that is silent is waited for ten seconds, and is not asked again meanwhile', async () => {
    let asked = 0;
    const open = (): Silent => {
      asked++;
      return new Silent();
    };
    Object.defineProperty(globalThis, 'indexedDB', { value: { open }, configurable: true });
    for (let k = 0; k < 2; k++) {
      const failed = assert.rejects(database(), refusal('TimeoutError'));
      await Promise.resolve();
      mock.timers.tick(10_000);
      await failed;
    }
    assert.equal(asked, 1);
  });
});
