/** What is under way on an image when that is closed, or the engine is disposed of. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SegmenterError } from '../../../src/core/errors.js';
import { createEngine, type Engine, type ImageSource } from '../../../src/engine.js';
import { squareRing } from '../../support/contours.js';
import { aborted } from '../../support/errors.js';
import { until } from '../../support/until.js';

const square = (x: number, y: number) => ({ type: 'Polygon' as const, coordinates: [squareRing(x, y, 12)] });

/** An image that is read without end, and whose reading fails once it is closed, as that of a file does. */
const endless = () => {
  let reads = 0;
  let close = (): void => {};
  const closed = new Promise<never>((_, reject) => {
    close = () => reject(new SegmenterError('image-unreadable', { name: 'endless', reason: 'it was closed' }));
  });
  closed.catch(() => {});
  const source: ImageSource = {
    name: 'endless',
    width: 64,
    height: 48,
    bands: 1,
    bits: 8,
    levels: [{ width: 64, height: 48, scaleX: 1, scaleY: 1 }],
    region: () => {
      reads++;
      return closed;
    },
    close: () => close(),
  };
  return { source, isRead: () => reads > 0 };
};

type Work = (engine: Engine, image: ImageSource) => Promise<unknown>;
const calls: Readonly<Record<string, Work>> = {
  segment: (engine, image) => engine.segment(image, { init: { x: 6, y: 6, width: 20, height: 20 } }).outcome,
  learn: (engine, image) => engine.learn(image, { like: [square(8, 8)] }),
  rate: (engine, image) => engine.rate(image, [square(30, 8)], { like: [square(8, 8)] }),
  measure: (engine, image) => engine.measure(image, square(8, 8)),
};

describe('what is under way on an image', () => {
  for (const [name, call] of Object.entries(calls)) {
    it(`ends with AbortError where the image is closed: ${name}`, async () => {
      const engine = await createEngine({ backend: 'cpu' });
      const { source, isRead } = endless();
      const image = await engine.load(source);
      const ended = assert.rejects(call(engine, image), aborted);
      await until('a read', isRead);
      engine.close(image);
      await ended;
      const { images, runs } = engine.stats();
      assert.deepEqual({ images, runs }, { images: 0, runs: 0 });
      engine.dispose();
    });

    it(`ends with AbortError where the engine is disposed of: ${name}`, async () => {
      const engine = await createEngine({ backend: 'cpu' });
      const { source, isRead } = endless();
      const ended = assert.rejects(call(engine, await engine.load(source)), aborted);
      await until('a read', isRead);
      engine.dispose();
      await ended;
    });

    it(`goes on where another image is closed: ${name}`, async () => {
      const engine = await createEngine({ backend: 'cpu' });
      const data = Uint8Array.from({ length: 64 * 48 }, (_, k) => {
        const [x, y] = [k % 64, Math.floor(k / 64)];
        return (y >= 8 && y < 20 && ((x >= 8 && x < 20) || (x >= 30 && x < 42)) ? 160 : 60) + ((k * 7919) % 13);
      });
      const image = await engine.load({ width: 64, height: 48, data });
      const other = await engine.load({ width: 64, height: 48, data });
      const result = call(engine, image);
      engine.close(other);
      await result;
      engine.dispose();
    });
  }
});
