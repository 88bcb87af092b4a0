/** Levels that are read before the first contour. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Rect } from '../../../../src/core/geometry/rect.js';
import { halved } from '../../../../src/core/geometry/rect.js';
import { decodeBeside } from '../../../../src/image/pool/decoded.js';
import type { PoolWorker } from '../../../../src/image/pool/pool-worker.js';
import type { ImageSource } from '../../../../src/image/samples.js';
import { expectTiles, readAhead } from '../../../../src/worker/ahead/read-ahead.js';

/** An image of 5000 × 4000 pixels whose levels go down to 312 × 250, and the levels that are read of it. */
const watched = (change: Partial<ImageSource> = {}): { image: ImageSource; read: number[] } => {
  const read: number[] = [];
  const [width, height] = [5000, 4000];
  const levels = halved([{ width, height, scaleX: 1, scaleY: 1 }], 512);
  const region = async (rect: Rect, level: number) => {
    assert.deepEqual(rect, { x: 0, y: 0, width: levels[level]!.width, height: levels[level]!.height });
    read.push(level);
    return { ...rect, bands: 1, data: new Uint8Array(0) };
  };
  const image = { name: 'a', width, height, depth: 1, bands: 1, bits: 8, levels, region, close: () => {}, ...change };
  return { image: image as unknown as ImageSource, read };
};

describe('readAhead', () => {
  it('reads the levels of up to 2²² pixels, the coarsest first', async () => {
    const { image, read } = watched();
    await readAhead(image, () => true);
    assert.deepEqual(read, [4, 3, 2]);
  });

  it('reads an image once', async () => {
    const { image, read } = watched();
    await Promise.all([readAhead(image, () => true), readAhead(image, () => true)]);
    await readAhead(image, () => true);
    assert.deepEqual(read, [4, 3, 2]);
  });

  it('reads no further level once somebody waits for a run', async () => {
    const { image, read } = watched();
    await readAhead(image, () => read.length < 1);
    assert.deepEqual(read, [4]);
  });

  it('reads no volume, nothing of a kind alone, and nothing where data are to be saved', async (test) => {
    const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
    test.after(() => {
      if (before) Object.defineProperty(globalThis, 'navigator', before);
      else Reflect.deleteProperty(globalThis, 'navigator');
    });
    const volume = watched({ stack: { depth: 5 } as ImageSource['stack'] & object });
    await readAhead(volume.image, () => true);
    await readAhead({ bands: 1, bits: 8 }, () => true);
    const saving = watched();
    const value = { connection: { saveData: true } };
    Object.defineProperty(globalThis, 'navigator', { configurable: true, writable: true, value });
    await readAhead(saving.image, () => true);
    assert.deepEqual([volume.read, saving.read], [[], []]);
  });

  it('fails nobody where the image cannot be read', async () => {
    const { image } = watched({ region: () => Promise.reject(new Error('a test')) });
    await readAhead(image, () => true);
  });
});

describe('expectTiles', () => {
  it('starts the workers of a large image alone', (test) => {
    let started = 0;
    const start = (): PoolWorker => {
      started++;
      return Object.assign(new EventTarget(), { postMessage: () => {}, terminate: () => {} });
    };
    test.after(decodeBeside({ start, cores: 4 }));
    expectTiles({ bands: 1, bits: 8 });
    expectTiles(watched({ width: 2048, height: 2048 }).image);
    assert.equal(started, 0);
    expectTiles(watched().image);
    assert.equal(started, 3);
  });
});
