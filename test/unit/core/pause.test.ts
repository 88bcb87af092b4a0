import assert from 'node:assert/strict';
import { test } from 'node:test';

/** What a browser's channel is to `pause`; `deliver` lets a message through. */
class Channel {
  static sent: Channel[] = [];
  readonly port1: { onmessage?: () => void } = {};
  readonly port2 = { postMessage: () => Channel.sent.push(this) };
  static deliver(): void {
    Channel.sent.shift()?.port1.onmessage?.();
  }
}

test('without setImmediate a pause ends with its message, or with a timer where the message is held up', async (t) => {
  const { setImmediate, MessageChannel } = globalThis;
  t.after(() => Object.assign(globalThis, { setImmediate, MessageChannel }));
  Reflect.deleteProperty(globalThis, 'setImmediate');
  Object.assign(globalThis, { MessageChannel: Channel });
  const { pause }: typeof import('../../../src/core/pause.js') = await import(
    `${import.meta.resolve('../../../src/core/pause.js')}?in-a-browser`
  );
  const ended: string[] = [];
  const paused = (name: string): Promise<number> => pause().then(() => ended.push(name));
  const first = paused('by its message');
  Channel.deliver();
  await first;
  const second = paused('by the timer');
  await second;
  // The message of the second, which comes late, ends no other.
  const third = paused('after it');
  Channel.deliver();
  await Promise.resolve();
  assert.deepEqual(ended, ['by its message', 'by the timer']);
  Channel.deliver();
  await third;
  assert.deepEqual(ended, ['by its message', 'by the timer', 'after it']);
});
