/** Tiles that are read while a start is drawn. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { encode } from 'fast-png';
import { builtIn } from '../../../../src/algorithms.js';
import type { Rect } from '../../../../src/core/geometry/rect.js';
import { halved } from '../../../../src/core/geometry/rect.js';
import { createEngine, type ImageSource } from '../../../../src/engine.js';
import { DrawnAhead } from '../../../../src/worker/ahead/drawn-ahead.js';
import { Registry } from '../../../../src/worker/registry.js';
import { coded } from '../../../support/errors.js';
import { ImageServer } from '../../../support/servers/image-server.js';
import { lull, turns, until } from '../../../support/until.js';

interface Watched {
  readonly image: ImageSource;
  /** Level, and rectangle, of each read. */
  readonly read: (Rect & { readonly level: number })[];
}

/** An image of 16,384² pixels whose levels go down to 512², and what is read of it. @param reading answers a read */
const watched = (change: object = {}, reading: () => Promise<void> = async () => {}): Watched => {
  const read: Watched['read'] = [];
  const [width, height] = [16384, 16384];
  const levels = halved([{ width, height, scaleX: 1, scaleY: 1 }], 512);
  const region = async (rect: Rect, level: number) => {
    read.push({ ...rect, level });
    await reading();
    return { ...rect, bands: 1, data: new Uint8Array(rect.width * rect.height) };
  };
  const about = { name: 'a', format: 'test', width, height, bands: 1, bits: 8 };
  return { image: { ...about, levels, region, close: () => {}, ...change } as unknown as ImageSource, read };
};

const aheadOf = (free = () => true): DrawnAhead => new DrawnAhead(new Registry(builtIn), 2 ** 24, free);

const box = { x: 4000, y: 6000, width: 1000, height: 800 };
/** A box of half its sides is read whole at every level. */
const near = { inView: { x: 2000, y: 4000, width: 4000, height: 4000 } };

describe('a box that is being drawn', () => {
  it('has its domain read level by level, the coarsest first, one row in 128', async () => {
    const { image, read } = watched();
    await aheadOf().expect(image, box, near);
    assert.equal(await lull('reads', () => read.length), 16);
    // A quarter of the box on every side: 3750 to 5250, 5800 to 7000.
    const rows = (level: number) => read.filter((each) => each.level === level);
    assert.deepEqual([...new Set(read.map(({ level }) => level))], [1, 0]);
    assert.deepEqual(rows(1)[0], { level: 1, x: 1875, y: 2900, width: 750, height: 1 });
    assert.deepEqual(
      rows(1).map(({ y }) => y),
      [2900, 2944, 3072, 3200, 3328, 3456],
    );
    assert.deepEqual([rows(0)[0]!.y, rows(0).at(-1)!.y, rows(0).length], [5800, 6912, 10]);
    for (const each of rows(0)) assert.deepEqual([each.x, each.width, each.height], [3750, 1500, 1]);
  });

  it('has only what is new read when it grows, and all of it when another is drawn', async () => {
    const { image, read } = watched();
    const ahead = aheadOf();
    await ahead.expect(image, box, near);
    assert.equal(await lull('reads', () => read.length), 16);
    await ahead.expect(image, box, near);
    await turns();
    assert.equal(read.length, 16);
    await ahead.expect(image, { ...box, height: 1000 }, near);
    await lull('reads', () => read.length);
    // The domain grows by 50 pixels at the top and by 250 at the bottom.
    const more = read.slice(16).filter(({ level }) => level === 0);
    assert.deepEqual(
      more.map(({ y }) => y),
      [5750, 7040, 7168],
    );
    const before = read.length;
    await ahead.expect(image, { ...box, x: 4100 }, near);
    assert.equal(await lull('reads', () => read.length), before + 16);
  });

  it('leaves out levels that a box of half the view’s sides would not read whole', async () => {
    const { image, read } = watched();
    const ahead = aheadOf();
    await ahead.expect(image, box, { inView: { x: 2000, y: 4000, width: 8000, height: 8000 } });
    assert.equal(await lull('reads', () => read.length), 6);
    assert.deepEqual([...new Set(read.map(({ level }) => level))], [1]);
    await ahead.expect(image, box, near);
    assert.equal(await lull('reads', () => read.length), 16);
  });

  it('has one row read at a time, the newest box’s', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { image, read } = watched({}, () => held);
    const ahead = aheadOf();
    await ahead.expect(image, box, near);
    await ahead.expect(image, { ...box, width: 1400 }, near);
    await turns();
    assert.equal(read.length, 1);
    release();
    await until('another read', () => read.length > 1);
    assert.equal(read[1]!.width, 1050);
  });

  it('is read no further once there is a run, or another image', async () => {
    const { image, read } = watched();
    await aheadOf(() => read.length < 3).expect(image, box, near);
    await turns();
    assert.equal(read.length, 3);
    const [first, second] = [watched(), watched()];
    const ahead = aheadOf();
    await ahead.expect(first.image, box, near);
    await ahead.expect(second.image, box, near);
    assert.equal(await lull('reads', () => second.read.length), 16);
    assert.ok(first.read.length < 16);
  });

  it('is not read of a volume, of a source of the caller’s own, for another algorithm, and where data are to be saved', async (test) => {
    const earlier = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
    test.after(() => {
      if (earlier) Object.defineProperty(globalThis, 'navigator', earlier);
      else Reflect.deleteProperty(globalThis, 'navigator');
    });
    const { format: _none, ...own } = { ...watched().image, format: '' };
    const [volume, source] = [watched({ stack: { depth: 5 } }), watched()];
    await aheadOf().expect(volume.image, box, near);
    await aheadOf().expect({ ...own, region: source.image.region }, box, near);
    await aheadOf().expect(source.image, box, { ...near, algorithm: 'level-set' });
    const value = { connection: { saveData: true } };
    Object.defineProperty(globalThis, 'navigator', { configurable: true, writable: true, value });
    await aheadOf().expect(source.image, box, near);
    await turns();
    assert.deepEqual([volume.read, source.read], [[], []]);
  });

  it('is read no further once a read has failed; another box is', async () => {
    let broken = true;
    const { image, read } = watched({}, () => (broken ? Promise.reject(new Error('a test')) : Promise.resolve()));
    const ahead = aheadOf();
    await ahead.expect(image, box, near);
    await ahead.expect(image, { ...box, width: 1400 }, near);
    assert.equal(await lull('reads', () => read.length), 1);
    broken = false;
    await ahead.expect(image, { ...box, width: 1500 }, near);
    assert.equal(await lull('reads', () => read.length), 1);
    await ahead.expect(image, box, near);
    assert.equal(await lull('reads', () => read.length), 1 + 16);
  });

  it('is refused with a code where it is none, or lies outside', async () => {
    const { image } = watched();
    const ahead = aheadOf();
    for (const wrong of [undefined, null, {}, { ...box, width: Number.NaN }, { ...box, x: 20000 }])
      await assert.rejects(ahead.expect(image, wrong as Rect), coded('bad-parameter'));
    await assert.rejects(ahead.expect(image, box, { inView: 'all' as never }), coded('bad-parameter'));
    await assert.rejects(ahead.expect(image, box, { algorithm: 'none' }), coded('bad-parameter'));
  });
});

describe('a click whose button is pressed', () => {
  const point = { x: 4000.5, y: 6000 };

  it('has the windows of all sizes in view read at once', async () => {
    const { image, read } = watched({}, () => new Promise(() => {}));
    await aheadOf().expect(image, point, near);
    assert.equal(await lull('reads', () => read.length), 10);
    // Radii of 4 to 2048 pixels; windows of 4 radii to every side, cut at the image's edge, of at most 512² pixels.
    assert.deepEqual(read[0], { level: 0, x: 3984, y: 5984, width: 33, height: 33 });
    assert.deepEqual(
      read.map(({ level }) => level),
      [0, 0, 0, 0, 1, 2, 3, 4, 4, 5],
    );
    for (const { width, height } of read) assert.ok(width * height <= 2 ** 18);
  });

  it('has nothing read during a run, and of no failure is anything heard', async () => {
    const { image, read } = watched({}, () => Promise.reject(new Error('a test')));
    await aheadOf(() => false).expect(image, point, near);
    assert.equal(await lull('reads', () => read.length), 0);
    await aheadOf().expect(image, point, near);
    assert.equal(await lull('reads', () => read.length), 10);
  });

  it('is refused with a code where it is no point, or lies outside', async () => {
    const { image } = watched();
    for (const wrong of [{ x: 1 }, { x: Number.NaN, y: 1 }, { x: 20000, y: 1 }])
      await assert.rejects(aheadOf().expect(image, wrong as never, near), coded('bad-parameter'));
  });
});

describe('a run that was expected', () => {
  const [side, tileSide] = [4096, 256];
  let tiles: ReadonlyMap<string, Uint8Array>;

  /** A bright disc in the middle, at each level; neighbouring pixels are alike, as in tissue. */
  before(() => {
    const drawn = new Map<string, Uint8Array>();
    for (let level = 12, width = side; level >= 0; level--, width /= 2) {
      const its = Math.min(tileSide, width);
      for (let row = 0; row * its < width; row++) {
        for (let column = 0; column * its < width; column++) {
          const data = Uint8Array.from({ length: its * its }, (_, i) => {
            const [x, y] = [column * its + (i % its), row * its + Math.floor(i / its)];
            const inside = Math.hypot(x / width - 0.5, y / width - 0.5) < 0.1;
            return (inside ? 150 : 90) + (((x >> 2) * 7 + (y >> 2) * 13) % 17);
          });
          drawn.set(`a_files/${level}/${column}_${row}.png`, encode({ width: its, height: its, data, channels: 1 }));
        }
      }
    }
    const descriptor = `<Image TileSize="${tileSide}" Overlap="0" Format="png"><Size Width="${side}" Height="${side}"/></Image>`;
    drawn.set('a.dzi', new TextEncoder().encode(descriptor));
    tiles = drawn;
  });

  /** A run's contour, the tiles that were asked for before it, and those that it asked for itself. */
  const found = async (init: Rect | { x: number; y: number }, expected: readonly (typeof init)[]) => {
    const server = await ImageServer.start((path) => tiles.get(path));
    const engine = await createEngine({ backend: 'cpu' });
    try {
      const image = await engine.open({ kind: 'url', url: server.url('a.dzi') });
      const opened = server.requests.length;
      for (const start of expected) await engine.expect(image, start, { inView });
      if (expected.length > 0) await lull('requests', () => server.requests.length);
      const ahead = server.requests.slice(opened).map(({ path }) => path);
      const { contours } = await engine.segment(image, { init, inView }).outcome;
      const own = server.requests.slice(opened + ahead.length).map(({ path }) => path);
      return { geometry: contours[0]!.geometry, ahead, own };
    } finally {
      engine.dispose();
      await server.stop();
    }
  };
  const inView = { x: 0, y: 0, width: side, height: side };

  it('from a box asks its server for no tile, and finds the same contour', async () => {
    const start = { x: 1500, y: 1500, width: 1096, height: 1096 };
    const [plain, ahead] = [await found(start, []), await found(start, [{ ...start, width: 600 }, start])];
    assert.ok(plain.own.length > 60, `${plain.own.length} tiles`);
    assert.deepEqual(ahead.own, []);
    assert.deepEqual(ahead.geometry, plain.geometry);
  });

  it('from a click asks for no tile twice and for none in vain, and finds the same contour', async () => {
    const point = { x: 2040, y: 2030 };
    const [plain, ahead] = [await found(point, []), await found(point, [point])];
    assert.ok(ahead.ahead.length > 15, `${ahead.ahead.length} tiles`);
    assert.deepEqual([...ahead.ahead, ...ahead.own].sort(), plain.own.toSorted());
    assert.deepEqual(ahead.geometry, plain.geometry);
  });
});
