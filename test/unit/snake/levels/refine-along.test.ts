/** Contours whose domain is read whole only at a coarse level: refined along the ring down to full resolution. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { SegmenterError } from '../../../../src/core/errors.js';
import { createEngine } from '../../../../src/engine.js';
import type { Samples } from '../../../../src/image/samples.js';
import { isSimpleRing } from '../../../../src/snake/levels/ring-window.js';
import type { Engine } from '../../../../src/worker/engine.js';
import type { ContourFeature } from '../../../../src/worker/protocol.js';
import { type Pyramid, pyramidOf } from '../../../support/images/pyramid.js';
import { Random } from '../../../support/random.js';
import { until } from '../../../support/until.js';

const [width, height] = [1500, 1300];
const levels = 4;
/** The whole domain fits at level 2 alone. */
const pixelBudget = 150_000;
const box = { x: 240, y: 150, width: 1010, height: 1000 };

/** A U: its arms and the gap between them are seen by one window. */
const inside = (x: number, y: number): boolean => {
  const arms = y > 200 && y < 900 && ((x > 300 && x < 700) || (x > 770 && x < 1180));
  return arms || (y >= 900 && y < 1100 && x > 300 && x < 1180);
};

/** `flat`: share of the noise; `kind`: values, or two bands of them. */
const draw = (seed: number, make: (truth: boolean, noise: number) => readonly number[], bands = 1): Samples => {
  const random = new Random(seed);
  const data = new Uint8Array(width * height * bands);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const noise = random.between(-25, 25) + random.between(-25, 25);
      for (const value of make(inside(x + 0.5, y + 0.5), noise)) data[at++] = value;
    }
  }
  return { width, height, bands, data };
};

const iou = ({ geometry }: ContourFeature): number => {
  const ring = geometry.type === 'Polygon' ? geometry.coordinates[0]! : [];
  let [both, either] = [0, 0];
  for (let row = 0; row < height; row++) {
    const y = row + 0.5;
    const crossings: number[] = [];
    for (let i = 1; i < ring.length; i++) {
      const [[ax, ay], [bx, by]] = [ring[i - 1]!, ring[i]!];
      if (ay <= y !== by <= y) crossings.push(ax + ((y - ay) * (bx - ax)) / (by - ay));
    }
    crossings.sort((a, b) => a - b);
    for (let x = 0.5, next = 0; x < width; x++) {
      while (next < crossings.length && crossings[next]! < x) next++;
      const [found, wanted] = [next % 2 === 1, inside(x, y)];
      if (found && wanted) both++;
      if (found || wanted) either++;
    }
  }
  return both / either;
};

const ringOf = ({ geometry }: ContourFeature): number[] =>
  geometry.type === 'Polygon' ? geometry.coordinates[0]!.slice(0, -1).flat() : [];

const withEngine = async (use: (engine: Engine) => Promise<void>): Promise<void> => {
  const engine = await createEngine({ backend: 'cpu' });
  try {
    await use(engine);
    assert.equal(engine.stats().buffers, 0, 'no buffer is left');
  } finally {
    engine.dispose();
  }
};

let grey: Samples;
before(() => {
  grey = draw(81, (truth, noise) => [(truth ? 130 : 90) + noise]);
});
const image = (): Promise<Pyramid> => pyramidOf(grey, levels);

test('a small budget ends at full resolution too, on nearly the same contour as a large one', async () => {
  await withEngine(async (engine) => {
    // Vertices on a straight side that the windows' borders have put a pixel off it go where length costs something.
    const lengthCost = 2;
    const whole = await engine.segment(await image(), { init: box, lengthCost }).result;
    const found = await engine.segment(await image(), { init: box, lengthCost, pixelBudget }).result;
    assert.equal(whole.properties.metadata.level, '0');
    assert.equal(whole.properties.metadata.statisticsLevel, undefined);
    assert.equal(found.properties.metadata.level, '0');
    assert.equal(found.properties.metadata.statisticsLevel, '2');
    assert.ok(isSimpleRing(ringOf(found)));
    assert.ok(iou(whole) > 0.998 && iou(found) > 0.998, `${iou(whole)}, ${iou(found)}`);
    const vertices = ringOf(found).length / ringOf(whole).length;
    assert.ok(vertices > 0.7 && vertices < 1.4, `${vertices} times the vertices`);
  });
});

test('at the finer levels only what is near the ring is read, and memory is that of windows', async () => {
  await withEngine(async (engine) => {
    const source = await image();
    const found = await engine.segment(source, { init: box, pixelBudget }).result;
    const ring = ringOf(found);
    const near = (x: number, y: number): boolean =>
      ring.some((_, i) => {
        if (i % 2 === 1) return false;
        const j = (i + 2) % ring.length;
        const [l, r] = [Math.min(ring[i]!, ring[j]!), Math.max(ring[i]!, ring[j]!)];
        const [t, b] = [Math.min(ring[i + 1]!, ring[j + 1]!), Math.max(ring[i + 1]!, ring[j + 1]!)];
        return x > l - 200 && x < r + 200 && y > t - 200 && y < b + 200;
      });
    const fine = source.reads.filter(({ level }) => level === 0);
    assert.ok(fine.length > 0);
    for (const { rect } of fine) {
      for (let x = rect.x; x < rect.x + rect.width; x += 64) {
        for (let y = rect.y; y < rect.y + rect.height; y += 64) assert.ok(near(x, y), `${x}, ${y} is far off`);
      }
    }
    assert.ok(
      !fine.some(({ rect }) => rect.x < 500 && rect.x + rect.width > 500 && rect.y < 500 && rect.y + rect.height > 500),
    );
    assert.ok(engine.stats().peakBytes < 12e6, `${engine.stats().peakBytes} bytes`);
  });
});

test('what was read whole is not read again: the samples at hand say what the next level is told by', async () => {
  await withEngine(async (engine) => {
    const source = await image();
    await engine.segment(source, { init: box, pixelBudget }).result;
    assert.equal(source.reads.filter(({ level }) => level === 2).length, 1);
    assert.ok(source.reads.filter(({ level }) => level === 1).length > 1);
  });
});

test('every law takes part: means, squares, shares and thresholds of the coarse level go on', async () => {
  const bright = draw(83, (truth, noise) => [truth ? 160 + noise : 50 + (noise >> 1)]);
  const two = draw(82, (truth, noise) => [(truth ? 150 : 90) + noise, 128 - (noise >> 1)], 2);
  await withEngine(async (engine) => {
    for (const model of ['gaussian', 'poisson', 'gamma', 'rayleigh', 'bernoulli', 'categorical']) {
      const speckle = model === 'gamma' || model === 'rayleigh';
      const source = await pyramidOf(speckle ? bright : grey, levels);
      const found = await engine.segment(source, { init: box, pixelBudget, model }).result;
      assert.equal(found.properties.metadata.level, '0', model);
      assert.ok(iou(found) > (speckle ? 0.9 : 0.99), `${model}: ${iou(found)}`);
    }
    const bands = await engine.segment(await pyramidOf(two, levels), { init: box, pixelBudget, channel: 'bands' })
      .result;
    assert.ok(iou(bands) > 0.995, `two bands: ${iou(bands)}`);
  });
});

test('the domain may end at the object, and pixels without data do not matter', async () => {
  await withEngine(async (engine) => {
    // Cut off on the left and at the bottom by the domain; a hole in the data on an edge.
    const missing = Uint8Array.from({ length: width * height }, (_, i) => {
      const [x, y] = [i % width, Math.floor(i / width)];
      return x > 1140 && x < 1220 && y > 500 && y < 560 ? 1 : 0;
    });
    const source = await pyramidOf({ ...grey, missing }, levels);
    const domain = { x: 340, y: 120, width: 1100, height: 900 };
    const init = { x: 340, y: 150, width: 900, height: 870 };
    const found = await engine.segment(source, { init, domain, pixelBudget }).result;
    const ring = ringOf(found);
    assert.ok(isSimpleRing(ring));
    const xs = ring.filter((_, i) => i % 2 === 0);
    const ys = ring.filter((_, i) => i % 2 === 1);
    const bounds = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
    for (const [i, wanted] of [340, 200, 1180, 1020].entries()) {
      assert.ok(Math.abs(bounds[i]! - wanted) <= 4, `${bounds}`);
    }
  });
});

test('a tile that cannot be read is an error in words; an abort ends the run; nothing is left behind', async () => {
  await withEngine(async (engine) => {
    const source = await image();
    source.onRead = ({ level, rect }) => {
      if (level === 0 && rect.x > 600) {
        throw new SegmenterError('tile-unavailable', { tile: '0/9_9', name: 'pyramid', reason: 'it is not there' });
      }
    };
    const run = engine.segment(source, { init: box, pixelBudget });
    await assert.rejects(run.result, { code: 'tile-unavailable' });
    assert.ok(run.last !== undefined && run.last.level <= 2, 'what was found so far is there');
    const again = await image();
    const controller = new AbortController();
    again.onRead = ({ level }) => {
      if (level === 0) controller.abort();
    };
    const aborted = engine.segment(again, { init: box, pixelBudget }, { signal: controller.signal });
    await assert.rejects(aborted.result, { name: 'AbortError' });
    // The step under way may still have to end.
    await until('the buffers being freed', () => engine.stats().buffers === 0);
  });
});

test('cancelled on the way, a run keeps the ring as it stands: simple, at the level it had come to', async () => {
  await withEngine(async (engine) => {
    /** Step by step: what is shown is where the run stands, however busy the machine is. */
    const cancelledAt = async (level: number): Promise<ContourFeature> => {
      const run = engine.segment(await image(), { init: box, pixelBudget, paused: true });
      run.step();
      let done = 0;
      for await (const state of run) {
        assert.ok((state.done ?? 0) >= done && (state.done ?? 0) <= 1);
        done = state.done ?? 0;
        if (state.level === level) run.cancel();
        else run.step();
      }
      return run.result;
    };
    for (const level of [1, 0]) {
      const found = await cancelledAt(level);
      assert.equal(found.properties.metadata.cancelled, 'true');
      assert.equal(found.properties.metadata.level, String(level));
      assert.ok(isSimpleRing(ringOf(found)) && iou(found) > 0.99);
    }
  });
});
