/** What listens to a page's viewer and tile sources does so no longer than it is needed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type OpenSeadragon from 'openseadragon';
import { settledSource } from '../../../../../src/element/viewer/tiles/tile-source.js';
import { askAgain } from '../../../../../src/element/viewer/tiles/tiles-again.js';

type Handler = (event: object) => void;

/** Handlers by event, as OpenSeadragon's `EventSource` has them. */
class Events {
  readonly handlers = new Map<Handler, string>();
  ready = false;

  addHandler(event: string, handler: Handler): void {
    this.handlers.set(handler, event);
  }

  addOnceHandler(event: string, handler: Handler): void {
    const once = (given: object): void => {
      this.handlers.delete(once);
      handler(given);
    };
    this.handlers.set(once, event);
  }

  removeHandler(_event: string, handler: Handler): void {
    this.handlers.delete(handler);
  }

  raise(event: string, given: object = {}): void {
    for (const [handler, of] of [...this.handlers]) if (of === event) handler(given);
  }
}

describe('handlers at a tile source that is waited for', () => {
  const waiting = (source: Events, signal = new AbortController().signal): Promise<object> =>
    settledSource(
      () => Promise.reject(new Error('not asked')),
      new Events() as unknown as OpenSeadragon.Viewer,
      source,
      'slide',
      signal,
    );

  it('are gone when it is ready, has failed, or is no longer waited for', async () => {
    const ready = new Events();
    const opened = waiting(ready);
    ready.raise('ready');
    assert.equal(await opened, ready);
    const failed = new Events();
    const refused = assert.rejects(waiting(failed), { code: 'image-unreadable', message: /no such slide/ });
    failed.raise('open-failed', { message: 'no such slide' });
    await refused;
    const left = new Events();
    const controller = new AbortController();
    const ended = assert.rejects(waiting(left, controller.signal), { name: 'AbortError' });
    assert.equal(left.handlers.size, 2);
    controller.abort();
    await ended;
    assert.deepEqual(
      [ready, failed, left].map(({ handlers }) => handlers.size),
      [0, 0, 0],
    );
  });
});

describe('handlers of what asks for tiles again', () => {
  it('are gone with the viewer, and the browser online again asks for nothing', () => {
    const page = new EventTarget();
    const names = ['addEventListener', 'removeEventListener'] as const;
    const earlier = names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
    for (const name of names)
      Object.defineProperty(globalThis, name, { value: page[name].bind(page), configurable: true, writable: true });
    try {
      const viewer = new Events();
      let redrawn = 0;
      Object.assign(viewer, { forceRedraw: () => redrawn++ });
      askAgain(viewer as unknown as OpenSeadragon.Viewer);
      viewer.raise('tile-load-failed', { tile: {}, tiledImage: { getClip: () => null, setClip() {} } });
      page.dispatchEvent(new Event('online'));
      assert.equal(redrawn, 1);
      viewer.raise('tile-load-failed', { tile: {}, tiledImage: { getClip: () => null, setClip() {} } });
      viewer.raise('destroy');
      page.dispatchEvent(new Event('online'));
      assert.deepEqual([redrawn, viewer.handlers.size], [1, 0]);
    } finally {
      for (const [name, descriptor] of earlier) {
        if (descriptor) Object.defineProperty(globalThis, name, descriptor);
        else Reflect.deleteProperty(globalThis, name);
      }
    }
  });
});
