import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Kept } from '../../../src/compute/kept.js';
import { createEngine } from '../../../src/engine.js';
import type { ImageSource, Samples } from '../../../src/image/samples.js';

const thing = (bytes: number) => {
  const made = { bytes, destroyed: 0, destroy: () => void made.destroyed++ };
  return made;
};

test('what was not used for longest goes first, and never more is kept than the limit', () => {
  const kept = new Kept(10);
  const [owner, other] = [{}, {}];
  const [a, b, c, d] = [thing(4), thing(4), thing(4), thing(11)];
  kept.give(owner, 'a', a);
  kept.give(owner, 'b', b);
  assert.equal(kept.take(owner, 'a'), a);
  assert.equal(kept.take(owner, 'a'), undefined, 'who takes it has it alone');
  kept.give(owner, 'a', a);
  kept.give(other, 'c', c);
  assert.equal(b.destroyed, 1, 'b was not used since');
  assert.equal(kept.bytes, 8);
  kept.give(owner, 'd', d);
  assert.equal(d.destroyed, 1, 'larger than the limit');
  const again = thing(5);
  kept.give(owner, 'a', again);
  assert.equal(a.destroyed, 1, 'replaced');
  kept.forget(owner);
  assert.deepEqual([again.destroyed, c.destroyed, kept.bytes], [1, 0, 4]);
  kept.makeRoom(Number.POSITIVE_INFINITY);
  assert.deepEqual([c.destroyed, kept.bytes], [1, 0]);
});

test('no more things are kept than may be, however small they are', () => {
  const kept = new Kept(10, 2);
  const owner = {};
  const [a, b, c] = [thing(1), thing(1), thing(1)];
  kept.give(owner, 'a', a);
  kept.give(owner, 'b', b);
  kept.give(owner, 'a', thing(1));
  kept.give(owner, 'c', c);
  assert.deepEqual([a.destroyed, b.destroyed, c.destroyed, kept.bytes], [1, 1, 0, 2]);
});

/** A disc in noise, and how often it was read. */
const disc = (side: number) => {
  let seed = 7;
  const data = Uint16Array.from({ length: side * side }, (_, i) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    const inside = Math.hypot((i % side) - side / 2, Math.floor(i / side) - side / 2) < side / 4;
    return (inside ? 9000 : 8000) + (seed >>> 22);
  });
  let reads = 0;
  const source: ImageSource = {
    name: 'a disc',
    width: side,
    height: side,
    bands: 1,
    bits: 16,
    levels: [{ width: side, height: side, scaleX: 1, scaleY: 1 }],
    region: async (rect): Promise<Samples> => {
      reads++;
      const part = new Uint16Array(rect.width * rect.height);
      for (let y = 0; y < rect.height; y++) {
        const from = (rect.y + y) * side + rect.x;
        part.set(data.subarray(from, from + rect.width), y * rect.width);
      }
      return { ...rect, bands: 1, data: part };
    },
    close: () => {},
  };
  return { source, reads: () => reads };
};

test('the second contour on a domain reads nothing and makes no tables, and is the same', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  const { source, reads } = disc(1400);
  const image = await engine.load(source);
  const request = { init: { x: 300, y: 310, width: 800, height: 790 }, level: 0 };
  const calls = () => engine.stats().kernels.strided_prefixes?.calls;
  const first = await engine.segment(image, request).result;
  const [read, made] = [reads(), calls()];
  const { bytes } = engine.stats();
  assert.ok(bytes > 2 ** 22, 'the tables stay');
  const second = await engine.segment(image, request).result;
  assert.deepEqual([reads(), calls(), engine.stats().bytes], [read, made, bytes]);
  assert.deepEqual(second.geometry, first.geometry);
  assert.deepEqual(second.properties.measurements, first.properties.measurements);

  const rough = await engine.segment(image, { ...request, contourWeight: 3 }).result;
  assert.deepEqual([reads(), calls()], [read, made], 'other parameters, the same tables');
  assert.notDeepEqual(rough.geometry, first.geometry);

  const both = await Promise.all([engine.segment(image, request).result, engine.segment(image, request).result]);
  for (const { geometry } of both) assert.deepEqual(geometry, first.geometry, 'two at once');

  const fresh = await engine.segment(image, { ...request, init: { x: 280, y: 310, width: 800, height: 790 } }).result;
  assert.ok(calls()! > made!, 'another domain');
  assert.ok(
    Math.abs(fresh.properties.measurements['Area px^2']! / first.properties.measurements['Area px^2']! - 1) < 0.05,
  );

  engine.close(image);
  assert.equal(engine.stats().bytes, 0, 'a closed image leaves nothing');
  engine.dispose();
});
