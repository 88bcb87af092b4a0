/** The moment at which an image has its first tile, on a viewer that is played. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type OpenSeadragon from 'openseadragon';
import { onFirstTile } from '../../../../src/element/viewer/first-tile.js';

/** What has handlers by name, as a viewer or its image. */
class Source {
  readonly handlers = new Map<string, Set<(event: object) => void>>();
  fullyLoaded = false;
  readonly getFullyLoaded = (): boolean => this.fullyLoaded;

  addHandler(name: string, handler: (event: object) => void): void {
    this.handlers.set(name, (this.handlers.get(name) ?? new Set()).add(handler));
  }

  removeHandler(name: string, handler: (event: object) => void): void {
    this.handlers.get(name)?.delete(handler);
  }

  raise(name: string, event: object): void {
    for (const handler of this.handlers.get(name) ?? []) handler(event);
  }

  get count(): number {
    return [...this.handlers.values()].reduce((sum, { size }) => sum + size, 0);
  }
}

const played = (level?: number) => {
  const [viewer, item] = [new Source(), new Source()];
  const controller = new AbortController();
  let calls = 0;
  const begin = (): void =>
    onFirstTile(
      viewer as unknown as OpenSeadragon.Viewer,
      item as unknown as OpenSeadragon.TiledImage,
      controller.signal,
      () => void calls++,
      level,
    );
  return { viewer, item, controller, begin, calls: () => calls, handlers: () => viewer.count + item.count };
};

test('a tile of the image ends the wait once, one of another image or level does not', () => {
  const { viewer, item, begin, calls, handlers } = played(3);
  begin();
  viewer.raise('tile-loaded', { tiledImage: new Source(), tile: { level: 3 } });
  viewer.raise('tile-loaded', { tiledImage: item, tile: { level: 4 } });
  assert.equal(calls(), 0);
  viewer.raise('tile-load-failed', { tiledImage: item, tile: { level: 3 } });
  viewer.raise('tile-loaded', { tiledImage: item, tile: { level: 3 } });
  assert.deepEqual([calls(), handlers()], [1, 0]);
});

test('an image whose last tile came before the wait is seen to be there in the next frame', () => {
  const { item, begin, calls, handlers } = played();
  begin();
  item.raise('fully-loaded-change', { fullyLoaded: false });
  assert.equal(calls(), 0);
  item.raise('fully-loaded-change', { fullyLoaded: true });
  assert.deepEqual([calls(), handlers()], [1, 0]);
});

test('nothing is waited for where all is there, and nothing is called after an abort', () => {
  const whole = played();
  whole.item.fullyLoaded = true;
  whole.begin();
  assert.deepEqual([whole.calls(), whole.handlers()], [1, 0]);
  const { viewer, item, controller, begin, calls, handlers } = played();
  begin();
  controller.abort();
  viewer.raise('tile-loaded', { tiledImage: item });
  assert.deepEqual([calls(), handlers()], [0, 0]);
});
