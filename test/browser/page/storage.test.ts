import { expect } from '@open-wc/testing';
import { openDB } from 'idb';
import type { SnakeSegmenter } from '../../../src/element/snake-segmenter.js';
import { named } from '../../../src/element/storage/image-key.js';
import { ImageStore } from '../../../src/element/storage/image-store.js';
import { Keeper, type KeptImage } from '../../../src/element/storage/keeper.js';
import { ellipsePicture, mount, once, refused, squareFeature, unmountAll } from '../support.js';
import { waitUntil } from '../until.js';

const square = (x: number, y: number, size: number) =>
  squareFeature(x, y, size, { classification: { name: 'Cell', color: [200, 0, 0] } });

/** Every test has an image of its own, and with it a place of its own in the store. */
let width = 100;
const picture = (): Promise<File> => ellipsePicture(++width, 90, { cx: 50, cy: 45, rx: 30, ry: 20 });

const opened = async (src: File, settings: Partial<SnakeSegmenter> = {}): Promise<SnakeSegmenter> => {
  const element = await mount({ backend: 'cpu', autosave: true, src, ...settings });
  await element.ready;
  if (element.autosave) await settled(element);
  return element;
};

const settled = (element: SnakeSegmenter): Promise<void> => waitUntil(() => element.storage === 'saved', 'it is saved');

/** The same bytes as another file, as after a reload. */
const again = async (file: File): Promise<File> => new File([await file.arrayBuffer()], file.name, { type: file.type });

const ids = ({ contours }: SnakeSegmenter): readonly string[] => contours.features.map(({ id }) => id);

const status = ({ shadowRoot }: SnakeSegmenter): string =>
  shadowRoot?.querySelector('.status')?.textContent?.replace(/\s+/g, ' ') ?? '';

describe('autosave', function () {
  this.timeout(240_000);
  afterEach(unmountAll);

  it('knows an image again by the name that the page gives it, whatever its address', async () => {
    const url = new URL('/demo/images/retina.jpg', location.href);
    const signed = (token: number): string => `${url}?token=${token}`;
    const imageKey = (source: unknown): string => `signed ${new URL(String(source)).pathname}`;
    const element = await mount({ backend: 'cpu', autosave: true, src: signed(1), imageKey });
    await element.ready;
    await settled(element);
    await element.import([square(10, 10, 20)]);
    const kept = ids(element);
    // A new address of the open image.
    element.src = signed(2);
    await element.updateComplete;
    await element.ready;
    expect(ids(element)).to.deep.equal(kept);
    await settled(element);
    element.remove();
    const later = await mount({ backend: 'cpu', autosave: true, src: signed(3), imageKey });
    await later.ready;
    await settled(later);
    expect(ids(later)).to.deep.equal(kept);
    const without = await mount({ backend: 'cpu', autosave: true, src: signed(4) });
    await without.ready;
    await settled(without);
    expect(ids(without)).to.deep.equal([]);
  });

  it('says that the page gave no name for an image, and knows it by its content', async () => {
    const file = await picture();
    const element = await mount({ backend: 'cpu', autosave: true });
    const told = once(element, 'segmenter-error');
    element.imageKey = () => '';
    element.src = file;
    expect(await told).to.include({ code: 'bad-parameter' });
    await element.ready;
    await settled(element);
    await element.import([square(10, 10, 20)]);
    await settled(element);
    const kept = ids(element);
    element.remove();
    expect(ids(await opened(await again(file)))).to.deep.equal(kept);
  });

  it('keeps contours that the page gives in the place of those before while an image opens, on theirs alone', async () => {
    const [first, second] = [await picture(), await picture()];
    const element = await opened(first);
    await element.import([square(10, 10, 20)]);
    const kept = ids(element);
    await settled(element);
    element.src = second;
    element.contours = { type: 'FeatureCollection', features: [square(40, 40, 9)] };
    const given = ids(element);
    await element.ready;
    await settled(element);
    // The same image, on another worker.
    element.backend = 'auto';
    element.contours = { type: 'FeatureCollection', features: [...element.contours.features, square(60, 60, 9)] };
    const both = ids(element);
    expect([both.length, both[0]]).to.deep.equal([2, given[0]]);
    await element.ready;
    await settled(element);
    element.remove();
    expect(ids(await opened(await again(first)))).to.deep.equal(kept);
    expect(ids(await opened(await again(second)))).to.deep.equal(both);
  });

  it('keeps of an image what is its own, where the page gives contours for one that does not open', async () => {
    const file = await picture();
    const given = { type: 'FeatureCollection', features: [square(40, 40, 9)] } as const;
    const element = await opened(file);
    await element.import([square(10, 10, 20)]);
    const kept = ids(element);
    await settled(element);
    Object.assign(element, { src: '/no/such/picture.png', contours: given });
    await refused(element.ready);
    await settled(element);
    expect(ids(element)).to.deep.equal(kept);
    Object.assign(element, { contours: given, src: '/no/such/other.png' });
    await refused(element.ready);
    await settled(element);
    element.remove();
    expect(ids(await opened(await again(file)))).to.deep.equal(kept);
  });

  it('says that work is saved where there is some, and nothing on an image that nobody touched', async () => {
    const file = await picture();
    const element = await mount({ backend: 'cpu', autosave: true, toolbar: true });
    const chips = new Set<string>();
    const chip = (): string => element.shadowRoot?.querySelector('.kept')?.textContent ?? '';
    element.addEventListener('storage-change', async () => {
      await element.updateComplete;
      chips.add(chip());
    });
    element.src = file;
    await element.ready;
    await settled(element);
    await element.updateComplete;
    expect([...chips, chip()]).to.satisfy((all: string[]) => all.every((each) => each === ''));
    await element.import([square(10, 10, 20)]);
    await settled(element);
    await element.updateComplete;
    expect(chip()).to.equal('Saved');
    element.src = await picture();
    await element.updateComplete;
    await element.ready;
    await settled(element);
    await element.updateComplete;
    expect(chip()).to.equal('');
    chips.clear();
    element.src = file;
    await element.updateComplete;
    await element.ready;
    await settled(element);
    await element.updateComplete;
    expect(chip()).to.equal('Saved');
    expect([...chips]).not.to.include('Saving …');
  });

  it('brings contours, history and settings back after a reload', async () => {
    const file = await picture();
    const element = await opened(file);
    const { contours } = await element.import([square(10, 10, 20), square(40, 10, 20)]);
    element.classify({ name: 'Tumour', color: [1, 2, 3] }, contours[0]!.id);
    element.model = 'gamma';
    await element.updateComplete;
    await waitUntil(() => element.storage === 'unsaved');
    await settled(element);
    const before = element.contours;
    element.remove();

    const next = await opened(await again(file));
    expect(next.contours).to.deep.equal(before);
    expect(next.model).to.equal('gamma');
    expect(status(next)).to.contain('Objects restored: 2');
    expect(next.undo()).to.equal(true);
    expect(next.contours.features[0]?.properties.classification?.name).to.equal('Cell');
    expect(next.undo()).to.equal(true);
    expect(ids(next)).to.deep.equal([]);
    expect(next.redo()).to.equal(true);
    expect(ids(next)).to.deep.equal(contours.map(({ id }) => id));
  });

  it('keeps the work on a few images that were left in memory, and reads that on others again, with its history', async () => {
    const files: File[] = [];
    for (let k = 0; k < 11; k++) files.push(await picture());
    const element = await opened(files[0]!, { lang: 'en' });
    const open = async (src: File): Promise<void> => {
      element.src = src;
      await element.updateComplete;
      await element.ready;
      await settled(element);
    };
    await element.import([square(10, 10, 20)]);
    await element.import([square(40, 10, 20)]);
    const before = element.contours;
    for (const file of files.slice(1)) {
      await open(file);
      await element.import([square(30, 10, 20)]);
    }
    const { works } = Reflect.get(element, 'bench');
    await waitUntil(() => works.before(files[0]) === undefined, 'the first work is let go');
    expect(works.before(files[9])?.contours).to.have.length(1);
    element.model = 'gamma';
    await open(files[0]!);
    await waitUntil(() => element.contours.features.length === 2, 'it is there again');
    expect(element.contours).to.deep.equal(before);
    expect(element.model).to.equal('gamma');
    element.undo();
    expect(element.contours.features).to.have.length(1);
    element.redo();
    expect(element.contours).to.deep.equal(before);
    await open(files[9]!);
    expect(element.contours.features).to.have.length(1);
  });

  it('brings back work that left memory where it is off by then, and goes on from there once it is on', async () => {
    const files: File[] = [];
    for (let k = 0; k < 11; k++) files.push(await picture());
    const element = await opened(files[0]!, { lang: 'en' });
    const open = async (src: File): Promise<void> => {
      element.src = src;
      await element.updateComplete;
      await element.ready;
      if (element.autosave) await settled(element);
    };
    await element.import([square(10, 10, 20)]);
    await element.import([square(40, 10, 20)]);
    const before = element.contours;
    for (const file of files.slice(1)) {
      await open(file);
      await element.import([square(30, 10, 20)]);
    }
    const { works } = Reflect.get(element, 'bench');
    await waitUntil(() => works.before(files[0]) === undefined, 'the first work is let go');
    element.autosave = false;
    await element.updateComplete;
    await open(files[0]!);
    await element.import([square(70, 10, 20)]);
    await waitUntil(() => element.contours.features.length === 3, 'what was stored is there beside what is new');
    expect(element.storage).to.equal('off');
    expect(element.contours.features.slice(0, 2)).to.deep.equal(before.features);
    element.undo();
    element.undo();
    expect(ids(element)).to.deep.equal([before.features[0]!.id]);
    element.redo();
    await open(files[9]!);
    expect(element.contours.features).to.have.length(1);
    await open(files[0]!);
    expect(element.contours).to.deep.equal(before);
    element.remove(before.features[0]!.id);
    element.autosave = true;
    await settled(element);
    expect(ids(element)).to.deep.equal([before.features[1]!.id]);
  });

  it('saves while changes go on, and does not wait for their end', async () => {
    const element = await opened(await picture());
    const states: string[] = [];
    element.addEventListener('storage-change', ({ detail }) => states.push(detail.state));
    await element.import([square(10, 10, 20)]);
    const { id } = element.contours.features[0]!;
    for (let k = 0; !states.includes('saved') && k < 600; k++) {
      element.classify({ name: `Cell ${k}`, color: [200, 0, 0] }, id);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(states).to.include('saved');
  });

  it('saves what is left when the next image is opened at once, and keeps the two apart', async () => {
    const [a, b] = [await picture(), await picture()];
    const element = await opened(a);
    await element.import([square(10, 10, 20)]);
    const first = ids(element);
    element.src = b;
    await element.ready;
    await settled(element);
    expect(ids(element)).to.deep.equal([]);
    expect(element.undo()).to.equal(false);
    await element.import([square(20, 20, 10)]);
    await settled(element);
    element.remove();

    const next = await opened(await again(a));
    expect(ids(next)).to.deep.equal(first);
    next.src = await again(b);
    await next.ready;
    await waitUntil(() => ids(next).length === 1 && ids(next)[0] !== first[0]);
  });

  /** The id of a contour that an earlier visit has saved on a file. */
  const savedOn = async (file: File): Promise<string> => {
    const element = await opened(file);
    await element.import([square(10, 10, 20)]);
    await settled(element);
    const [id = ''] = ids(element);
    element.remove();
    return id;
  };

  /** Runs `act` while the digests of files wait. */
  const beforeDigest = async (act: (digest: () => void) => Promise<void>): Promise<void> => {
    const { arrayBuffer } = Blob.prototype;
    const waiting = new Promise<void>((resolve) => {
      Blob.prototype.arrayBuffer = async function () {
        await waiting;
        return arrayBuffer.call(this);
      };
      void act(resolve).finally(resolve);
    });
    try {
      await waiting;
    } finally {
      Blob.prototype.arrayBuffer = arrayBuffer;
    }
  };

  it('keeps what is drawn on an image before its digest is known, with what was saved before', async () => {
    const file = await picture();
    const old = await savedOn(file);
    const copy = await again(file);
    const next = await mount({ backend: 'cpu', autosave: true });
    await beforeDigest(async () => {
      next.src = copy;
      await next.updateComplete;
      await next.ready;
      await next.import([square(40, 10, 20)]);
    });
    const [early = ''] = ids(next);
    await waitUntil(() => ids(next).length === 2);
    expect(ids(next)).to.have.members([old, early]);
    await settled(next);
    next.remove();
    const last = await opened(await again(file));
    expect(ids(last)).to.have.members([old, early]);
    expect(last.undo()).to.equal(true);
    expect(ids(last)).to.deep.equal([old]);
    expect(last.undo()).to.equal(true);
    expect(ids(last)).to.deep.equal([]);
    expect(last.undo()).to.equal(false);
  });

  it('keeps what is drawn on an image that is left before its digest is known', async () => {
    const [file, other] = [await picture(), await picture()];
    const old = await savedOn(file);
    const copy = await again(file);
    const next = await mount({ backend: 'cpu', autosave: true });
    let early = '';
    await beforeDigest(async () => {
      next.src = copy;
      await next.updateComplete;
      await next.ready;
      await next.import([square(40, 10, 20)]);
      [early = ''] = ids(next);
      next.src = other;
      await next.updateComplete;
      await next.ready;
    });
    await settled(next);
    expect(ids(next)).to.deep.equal([]);
    next.src = copy;
    await next.updateComplete;
    await next.ready;
    await waitUntil(() => ids(next).length === 2);
    expect(ids(next)).to.have.members([old, early]);
    await settled(next);
    next.remove();
    const last = await opened(await again(file));
    expect(ids(last)).to.have.members([old, early]);
    expect(last.undo()).to.equal(true);
    expect(ids(last)).to.deep.equal([old]);
    expect(last.undo()).to.equal(true);
    expect(ids(last)).to.deep.equal([]);
    expect(last.undo()).to.equal(false);
  });

  it('has two pages on one image agree, and loses the changes of neither', async () => {
    const file = await picture();
    const one = await opened(file);
    const two = await opened(await again(file));
    await one.import([square(10, 10, 20)]);
    await waitUntil(() => ids(two).length === 1);
    // Both at once: neither has heard of the other.
    await Promise.all([one.import([square(40, 10, 20)]), two.import([square(40, 40, 20)])]);
    await waitUntil(() => ids(one).length === 3 && ids(two).length === 3);
    expect([...ids(one)].sort()).to.deep.equal([...ids(two)].sort());
    const [oldest = ''] = ids(one);
    two.remove(oldest);
    await waitUntil(() => ids(one).length === 2);
    await Promise.all([settled(one), settled(two)]);
    one.remove();
    two.remove();
    expect([...ids(await opened(await again(file)))].sort()).to.deep.equal([...ids(two)].sort());
  });

  it('says so where there is no room, keeps the contours, and saves with the next change', async () => {
    const element = await opened(await picture());
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    try {
      const failed = once(element, 'segmenter-error');
      await element.import([square(10, 10, 20)]);
      const { code, message } = await failed;
      expect([code, element.storage]).to.deep.equal(['storage-failed', 'failed']);
      expect(message).to.contain('no room left');
      await element.updateComplete;
      expect(status(element)).to.contain('Not saved');
    } finally {
      IDBObjectStore.prototype.put = put;
    }
    await element.import([square(40, 10, 20)]);
    await settled(element);
    expect(ids(element)).to.have.length(2);
  });

  it('leaves what a newer version has kept as it is, and says so', async () => {
    const file = await picture();
    const element = await opened(file);
    await element.import([square(10, 10, 20)]);
    await settled(element);
    element.remove();
    const db = await openDB('snake-segmenter');
    const newest = (await db.getAll('images')).sort((a, b) => b.saved - a.saved)[0];
    await db.put('images', { ...newest, version: 99, revision: 100 });

    const next = await mount({ backend: 'cpu', autosave: true });
    const failed = once(next, 'segmenter-error');
    next.src = await again(file);
    expect((await failed).message).to.contain('newer version');
    await next.import([square(30, 30, 20)]);
    expect(ids(next)).to.have.length(1);
    next.remove();
    await waitUntil(() => !next.isConnected);
    expect((await db.get('images', newest.key)).revision).to.equal(100);
    db.close();
  });

  it('says that an image at the same address has another size, or other pixels, than when it was saved', async () => {
    const url = new URL('/demo/images/fluo_nuclei.tif', location.href).href;
    const at = (address: string) => ({ backend: 'cpu', autosave: true, src: address }) as const;
    const stored = async (db: Awaited<ReturnType<typeof openDB>>, source: string) =>
      db.getFromIndex('images', 'source', source);
    const db = await openDB('snake-segmenter');
    const work = async (source: string): Promise<SnakeSegmenter> => {
      const element = await mount(at(source));
      await element.ready;
      await settled(element);
      await element.import([square(10, 10, 20)]);
      await waitUntil(async () => (await stored(db, source))?.pixels !== undefined, 'compared');
      return element;
    };
    const [one, same] = [`${url}?one`, `${url}?same`];
    (await work(one)).remove();
    (await work(same)).remove();
    const record = await stored(db, one);
    expect((await stored(db, same)).pixels).to.equal(record.pixels);

    await db.put('images', { ...record, pixels: 'of another image' });
    const changed = await mount(at(one));
    await waitUntil(() => status(changed).includes('has changed since'), 'told');
    expect(changed.contours.features).to.have.length(1);
    changed.remove();
    expect((await stored(db, one)).pixels).to.equal(record.pixels);

    await db.delete('images', record.key);
    await db.put('images', { ...record, key: `${one} 9x9x1` });
    const other = await mount(at(one));
    await waitUntil(() => status(other).includes('another size'), 'told');
    expect(other.contours.features).to.have.length(0);
    other.remove();
    await db.clear('images');
    db.close();
  });

  it('says without any store, too, that the image of contours made before has other pixels now', async () => {
    const [first, second] = [await picture(), await ellipsePicture(width, 90, { cx: 40, cy: 45, rx: 20, ry: 30 })];
    const imageKey = (source: unknown): string => (source === between ? 'another' : 'a slide that changes');
    const between = await ellipsePicture(64, 64);
    const element = await opened(first, { autosave: false, lang: 'en', imageKey });
    await element.import([square(10, 10, 20)]);
    const { works } = Reflect.get(element, 'bench');
    await waitUntil(() => Reflect.get(works, 'madeOn').get(named(imageKey, first)), 'noted');
    const open = async (src: File): Promise<void> => {
      element.src = src;
      await element.updateComplete;
      await element.ready;
    };
    await open(between);
    await open(await again(first));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(status(element)).not.to.contain('has changed since');
    await open(between);
    await open(second);
    await waitUntil(() => status(element).includes('has changed since'), 'told');
    expect(element.contours.features).to.have.length(1);
  });

  it('says that a file of the same name for the page has other pixels than when it was saved', async () => {
    const imageKey = (): string => 'a slide of which the page makes new files';
    const [first, second] = [await picture(), await ellipsePicture(width, 90, { cx: 40, cy: 45, rx: 20, ry: 30 })];
    const element = await opened(first, { imageKey });
    await element.import([square(10, 10, 20)]);
    const db = await openDB('snake-segmenter');
    const stored = async () => (await db.getAll('images')).find(({ source }) => source.includes('makes%20new'));
    await waitUntil(async () => (await stored())?.pixels !== undefined, 'compared');
    element.remove();
    const same = await opened(await again(first), { imageKey });
    await waitUntil(() => same.contours.features.length === 1, 'restored');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(status(same)).not.to.contain('has changed since');
    same.remove();
    const changed = await opened(second, { imageKey });
    await waitUntil(() => status(changed).includes('has changed since'), 'told');
    expect(changed.contours.features).to.have.length(1);
    changed.remove();
    db.close();
  });

  for (const autosave of [true, false])
    it(`puts contours of an image on none of another size, ${autosave ? 'stored' : 'on the same page, unstored'}`, async () => {
      let name = `of two sizes, ${autosave}`;
      const imageKey = (): string => name;
      const show = async (src: File): Promise<void> => {
        element.src = src;
        await element.ready;
        if (autosave) await settled(element);
        await element.updateComplete;
      };
      const [small, large] = [await picture(), await picture()];
      const element = await opened(small, { imageKey, autosave });
      await element.import([square(10, 10, 20)]);
      const both = name;
      name = 'between';
      await show(await picture());
      name = both;
      await show(large);
      expect(element.contours.features).to.have.length(0);
      expect(status(element)).to.contain('another size');
      await element.import([square(20, 20, 20), square(50, 20, 20)]);
      await show(small);
      expect(element.contours.features).to.have.length(1);
      expect(status(element)).not.to.contain('another size');
      await show(large);
      expect(element.contours.features).to.have.length(2);
    });

  it('says so where the browser lets the page store nothing, and segments all the same', async () => {
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    try {
      const element = await mount({ backend: 'cpu', autosave: true });
      const failed = once(element, 'segmenter-error');
      element.src = await picture();
      expect((await failed).message).to.contain('does not let this page store anything');
      await element.segment({ x: 15, y: 20, width: 70, height: 50 });
      expect([element.contours.features.length, element.storage]).to.deep.equal([1, 'failed']);
    } finally {
      IDBDatabase.prototype.transaction = transaction;
    }
  });

  it('keeps work where the browser refuses messages between tabs', async () => {
    const channel = globalThis.BroadcastChannel;
    const refusing = class {
      constructor() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      }
    };
    Reflect.set(globalThis, 'BroadcastChannel', refusing);
    try {
      const file = await picture();
      const element = await opened(file);
      await element.import([square(10, 10, 20)]);
      await waitUntil(() => element.storage === 'unsaved');
      await settled(element);
      element.remove();
      expect(ids(await opened(await again(file)))).to.have.length(1);
    } finally {
      globalThis.BroadcastChannel = channel;
    }
  });

  it('keeps the history of what was done before it was switched on, after the one that was saved', async () => {
    const file = await picture();
    const before = await opened(file);
    const { contours: saved } = await before.import([square(10, 10, 20)]);
    await waitUntil(() => before.storage === 'unsaved');
    await settled(before);
    before.remove();

    const element = await opened(await again(file), { autosave: false });
    const { contours: own } = await element.import([square(40, 10, 20)]);
    element.autosave = true;
    await element.updateComplete;
    await settled(element);
    const both = [...saved, ...own].map(({ id }) => id);
    expect(ids(element)).to.have.members(both);
    element.undo();
    expect(ids(element)).to.deep.equal([both[0]]);
    element.undo();
    expect(ids(element)).to.deep.equal([]);
  });

  it('keeps nothing where it is off', async () => {
    const file = await picture();
    const element = await opened(file);
    element.autosave = false;
    await element.updateComplete;
    await element.import([square(10, 10, 20)]);
    expect(element.storage).to.equal('off');
    element.remove();
    expect(ids(await opened(await again(file)))).to.deep.equal([]);
  });
});

describe('a session', function () {
  this.timeout(240_000);
  afterEach(unmountAll);

  it('is one file that brings contours and settings back, in one change', async () => {
    const file = await picture();
    const element = await opened(file, { autosave: false });
    await element.import([square(10, 10, 20)]);
    element.algorithm = 'level-set';
    const before = element.contours;
    const session = element.session();
    element.clear();
    await element.import([square(50, 50, 20)]);
    element.algorithm = 'snake';
    const other = ids(element);
    await element.take(new File([session], 'work.session.json'));
    expect(element.contours).to.deep.equal(before);
    expect(element.algorithm).to.equal('level-set');
    element.undo();
    expect(ids(element)).to.deep.equal(other);
  });

  it('brings its classes, and undo those before and the class of new objects', async () => {
    const element = await opened(await picture(), { autosave: false });
    const [tumour, stroma, nerve] = [
      { name: 'Tumour', color: [200, 0, 0] },
      { name: 'Stroma', color: [0, 200, 0] },
      { name: 'Nerve', color: [0, 0, 200] },
    ] as const;
    Object.assign(element, { classes: [tumour], classification: tumour });
    await element.import([square(10, 10, 20)]);
    const session = await element.session().text();
    for (const [k, contours] of [[square(50, 50, 20)], [square(10, 10, 20)]].entries()) {
      Object.assign(element, { classes: [stroma, nerve], classification: nerve });
      element.clear();
      await element.import(contours);
      // The second session changes the classes alone.
      const text =
        k === 0 ? session : session.replace(/"contours":.*/, `"contours":${JSON.stringify(element.contours)}}`);
      await element.import(new File([text], 'work.session.json'));
      expect([element.classes, element.classification]).to.deep.equal([[tumour], tumour]);
      element.undo();
      expect([element.classes, element.classification]).to.deep.equal([[stroma, nerve], nerve]);
      element.redo();
      expect([element.classes, element.classification]).to.deep.equal([[tumour], tumour]);
    }
  });

  it('of another image of the same size is said to be, by its content or its address', async () => {
    const [file, other] = [await picture(), await ellipsePicture(width, 90, { cx: 40, cy: 45, rx: 20, ry: 30 })];
    const element = await opened(file, { autosave: false, lang: 'en' });
    await element.import([square(10, 10, 20)]);
    await waitUntil(async () => (await element.session().text()).includes('sha256:'), 'its content is known');
    const session = element.session();
    const said = async (src: File | string): Promise<string> => {
      element.src = src;
      await element.updateComplete;
      await element.ready;
      await waitUntil(async () => /"source":"(sha256|http)/.test(await element.session().text()), 'it is known');
      await element.import(new File([session], 'work.session.json'));
      await element.updateComplete;
      return status(element);
    };
    expect(await said(await again(file))).to.contain('Session opened. Objects: 1');
    expect(await said(new File([file], 'renamed.png', { type: file.type }))).to.contain('Session opened. Objects: 1');
    expect(await said(other)).to.contain('This session is of another image, ellipse.png. Objects: 1');
    element.undo();
    expect(element.contours.features).to.have.length(0);
  });

  it('of a later version, or of an image of another size, is refused in words', async () => {
    const element = await opened(await picture(), { autosave: false });
    const text = await element.session().text();
    const later = await refused(element.import(text.replace('"version":1', '"version":2')));
    expect(later.message).to.contain('version 2; this page reads up to version 1');
    const foreign = await refused(element.import(text.replace(/"width":\d+/, '"width":7')));
    expect(foreign.message).to.contain('ellipse.png (7 × 90)');
    const volume = await refused(element.import(text.replace(/"height":\d+/, '$&,"depth":30')));
    expect(volume.message).to.match(/ellipse\.png \(\d+ × 90 × 30\)/);
    for (const error of [foreign, volume]) expect(error).to.include({ code: 'bad-import' });
  });

  it('of which contours are left out says so', async () => {
    const element = await opened(await picture(), { autosave: false, lang: 'en' });
    await element.import([square(10, 10, 20)]);
    const text = await element.session().text();
    const point = { type: 'Feature', id: 'a', properties: {}, geometry: { type: 'Point', coordinates: [1, 2] } };
    const { skipped } = await element.import(text.replace('"features":[', `$&${JSON.stringify(point)},`));
    expect(skipped).to.have.length(1);
    await element.updateComplete;
    expect(status(element)).to.contain('Objects imported: 1; skipped: 1');
  });
});

describe('what is taken away', function () {
  this.timeout(240_000);
  afterEach(unmountAll);

  it('is said, with a button that brings it back', async () => {
    const element = await opened(await picture(), { autosave: false });
    await element.import([square(10, 10, 20), square(40, 10, 20)]);
    element.clear();
    await element.updateComplete;
    expect(status(element)).to.contain('Objects deleted: 2');
    element.shadowRoot?.querySelector<HTMLButtonElement>('.status button')?.click();
    expect(ids(element)).to.have.length(2);
  });

  it('is selected again when it is brought back', async () => {
    const element = await opened(await picture(), { autosave: false });
    const { contours } = await element.import([square(10, 10, 20), square(40, 10, 20)]);
    element.select(contours[0]!.id);
    element.remove(contours[0]!.id);
    expect(element.selected).to.equal(undefined);
    element.undo();
    expect(element.selected?.id).to.equal(contours[0]!.id);
  });
});

describe('saves', () => {
  it('of all that changes while one is written are one', async () => {
    const written: number[] = [];
    const held: (() => void)[] = [];
    class SlowStore extends ImageStore {
      override read = async () => undefined;
      override hasOther = async () => false;
      override write: ImageStore['write'] = async ({ unsaved }) => {
        const revision = written.push(unsaved.length);
        await new Promise<void>((resolve) => {
          held.push(resolve);
        });
        return { revision };
      };
    }
    const identity = { key: 'slow', source: 'slow', name: 'slow' };
    const page: KeptImage = { store: new SlowStore(identity), base: 0, unsaved: [], earlier: new Set(), settings: '' };
    const work = { contours: [], undo: [], redo: [] };
    const nothing = (): void => {};
    const client = {
      work,
      settings: JSON.parse('{}'),
      restore: nothing,
      told: nothing,
      imageDiffers: nothing,
      pixels: async () => undefined,
      pixelsDiffer: nothing,
    };
    const keeper = new Keeper(client, new Map([['slow', page]]));
    await keeper.open(identity);
    for (let k = 0; k < 20; k++) {
      keeper.changed([]);
      void keeper.flush();
      await waitUntil(() => written.length > 0);
    }
    held.shift()?.();
    await waitUntil(() => written.length === 2);
    // What changes now, and is not saved yet when the image is left, is saved after that.
    keeper.changed([]);
    const left = keeper.leave();
    held.shift()?.();
    await waitUntil(() => held.length > 0);
    held.shift()?.();
    await left;
    expect(written).to.deep.equal([1, 19, 1]);
    await keeper.close();
  });
});
