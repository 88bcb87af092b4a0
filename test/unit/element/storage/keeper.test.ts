import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it, mock } from 'node:test';
import type { ContourFeature } from '../../../../src/algorithm/contour-feature.js';
import { noWork } from '../../../../src/element/contours/edits.js';
import { Keeper, type KeeperClient, type KeptImage } from '../../../../src/element/storage/keeper.js';
import type { Store } from '../../../../src/element/storage/later-store.js';

/** A promise that the test settles. */
const gate = (): { opened: Promise<void>; open: () => void } => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
};

/** The work on images whose writes begin and end as the test says. */
const storing = (): { pages: Map<string, KeptImage>; begun: Promise<void>; end: () => void; fail: () => void } => {
  const [begun, ended] = [gate(), gate()];
  let failed = false;
  const pageOf = (key: string): KeptImage => {
    const store: Store = {
      identity: { key, source: key, name: key },
      read: async () => undefined,
      hasOther: async () => false,
      pixelsAre: async () => false,
      note() {},
      write: async () => {
        begun.open();
        await ended.opened;
        if (failed) throw new Error('no room');
        return { joined: undefined, revision: 1 };
      },
    };
    return { store, base: 0, unsaved: [], earlier: new Set(), settings: '{}' };
  };
  const fail = (): void => {
    failed = true;
    ended.open();
  };
  return { pages: new Map(['a', 'b'].map((key) => [key, pageOf(key)])), begun: begun.opened, end: ended.open, fail };
};

const contour: ContourFeature = {
  type: 'Feature',
  id: 'c',
  geometry: { type: 'Polygon', coordinates: [] },
  properties: { objectType: 'annotation', measurements: {}, metadata: {} },
};

const GLOBALS = ['document', 'addEventListener', 'removeEventListener'] as const;

const quiet: KeeperClient = {
  work: noWork,
  settings: {} as KeeperClient['settings'],
  restore() {},
  told() {},
  imageDiffers() {},
  pixels: async () => undefined,
  pixelsDiffer() {},
};

const earlier = GLOBALS.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
const page = new EventTarget();
before(() => {
  for (const name of GLOBALS) {
    const value = name === 'document' ? page : page[name].bind(page);
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
});
after(() => {
  for (const [name, descriptor] of earlier) {
    if (descriptor) Object.defineProperty(globalThis, name, descriptor);
    else Reflect.deleteProperty(globalThis, name);
  }
});

describe('the page asks before it is closed', () => {
  let pages: ReturnType<typeof storing>;
  let keeper: Keeper;
  const asks = (): boolean => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const identity = { key: 'a', source: 'a', name: 'a' };
  const change = (): void => keeper.changed([{ index: 0, after: contour }]);

  beforeEach(() => {
    pages = storing();
    keeper = new Keeper(quiet, pages.pages);
  });

  it('while a save is under way', async () => {
    await keeper.open(identity);
    assert.equal(asks(), false);
    change();
    const saved = keeper.flush();
    await pages.begun;
    assert.equal(asks(), true);
    pages.end();
    await saved;
    assert.equal(asks(), false);
    await keeper.close();
  });

  it('while the work on an image that was left is saved', async () => {
    await keeper.open(identity);
    change();
    void keeper.leave();
    const opened = keeper.open({ ...identity, key: 'b' });
    await pages.begun;
    assert.equal(asks(), true);
    pages.end();
    await opened;
    assert.equal(asks(), false);
    await keeper.close();
  });

  it('while the key of an image that was left is awaited', async () => {
    const [told, other] = [gate(), { ...identity, key: 'b' }];
    const opened = keeper.open(told.opened.then(() => identity));
    change();
    void keeper.leave();
    const next = keeper.open(other);
    assert.equal(asks(), true);
    told.open();
    await pages.begun;
    assert.equal(asks(), true);
    pages.end();
    await opened;
    await next;
    await keeper.close();
    assert.equal(asks(), false);
  });

  it('while a keeper that is closed saves, and not after it', async () => {
    await keeper.open(identity);
    change();
    const closed = keeper.close();
    await pages.begun;
    assert.equal(asks(), true);
    pages.end();
    await closed;
    assert.equal(asks(), false);
  });

  it('after a save that failed', async () => {
    await keeper.open(identity);
    change();
    const saved = keeper.flush();
    await pages.begun;
    pages.fail();
    await saved;
    assert.equal(asks(), true);
    await keeper.close();
  });
});

describe('work on an image that was left', () => {
  it('may be forgotten once all of it is stored, and is read whole again', async () => {
    const pages = storing();
    const read: number[] = [];
    const page = pages.pages.get('a')!;
    const store: Store = {
      ...page.store,
      read: async (base) => {
        read.push(base);
        return undefined;
      },
    };
    pages.pages.set('a', { ...page, store });
    const keeper = new Keeper(quiet, pages.pages);
    const identity = { key: 'a', source: 'a', name: 'a' };
    await keeper.open(identity);
    keeper.changed([{ index: 0, after: contour }]);
    const left = keeper.leave();
    pages.end();
    const forget = await left;
    assert.ok(forget);
    await keeper.open(identity);
    await keeper.leave();
    forget();
    await keeper.open(identity);
    assert.deepEqual(read, [0, 1, 0]);
    await keeper.close();
  });

  it('may not be forgotten where it could not be stored, or nothing is', async () => {
    const pages = storing();
    const keeper = new Keeper(quiet, pages.pages);
    await keeper.open({ key: 'b', source: 'b', name: 'b' });
    assert.equal(await keeper.leave(), undefined);
    await keeper.open({ key: 'a', source: 'a', name: 'a' });
    keeper.changed([{ index: 0, after: contour }]);
    const left = keeper.leave();
    pages.fail();
    assert.equal(await left, undefined);
    await keeper.close();
  });
});

describe('a store that refuses every save', () => {
  const identity = { key: 'a', source: 'a', name: 'a' };
  let now = 0;
  before(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    mock.method(performance, 'now', () => now);
  });
  after(() => {
    mock.timers.reset();
    mock.restoreAll();
  });
  const pass = async (milliseconds: number): Promise<void> => {
    now += milliseconds;
    mock.timers.tick(milliseconds);
    // What was begun comes to its end.
    for (let k = 0; k < 20; k++) await Promise.resolve();
  };

  it('is asked seldom and told once, and again once it has saved', async () => {
    let refuses = true;
    let asked = 0;
    const told: (Error | undefined)[] = [];
    const pages = storing().pages;
    const page = pages.get('a')!;
    const write: Store['write'] = async () => {
      asked++;
      if (refuses) throw new Error('no room');
      return { revision: asked };
    };
    pages.set('a', { ...page, store: { ...page.store, write } });
    const keeper = new Keeper({ ...quiet, told: (error) => told.push(error) }, pages);
    await keeper.open(identity);
    told.length = 0;
    const work = async (changes: number): Promise<void> => {
      for (let k = 0; k < changes; k++) {
        keeper.changed([{ index: 0, after: contour }]);
        await pass(1000);
      }
    };
    await work(256);
    assert.equal(keeper.state, 'failed');
    assert.ok(asked >= 8 && asked <= 10, `${asked} times`);
    assert.equal(told.filter((error) => error !== undefined).length, 1);
    assert.ok(told.length <= 2, `${told.length} states`);

    refuses = false;
    await work(65);
    assert.equal(keeper.state, 'saved');
    refuses = true;
    asked = 0;
    await work(1);
    assert.equal(told.filter((error) => error !== undefined).length, 2);
    await work(1);
    assert.equal(asked, 2, 'the pause is short again');
    await keeper.close();
  });
});
