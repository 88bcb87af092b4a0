import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskGeometry } from '../../../src/contours/shapes/mask-geometry.js';
import type { Position } from '../../../src/core/geometry/ring.js';
import { fillSpans, ringSpans } from '../../../src/core/geometry/scanline.js';
import { createEngine } from '../../../src/engine.js';
import type { Engine, EngineRequest } from '../../../src/worker/engine.js';
import type { ContourFeature } from '../../../src/worker/protocol.js';
import { coded } from '../../support/errors.js';
import { Random } from '../../support/random.js';
import { scene } from '../../support/snake/cases.js';
import { until } from '../../support/until.js';

const [width, height] = [120, 100];

/** Pixels of the ellipse that `scene` draws. */
const truth = (): Uint8Array =>
  Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [(i % width) + 0.5, Math.floor(i / width) + 0.5];
    return ((x - width * 0.52) / (width * 0.24 + 1)) ** 2 + ((y - height * 0.47) / (height * 0.28 + 1)) ** 2 < 1
      ? 1
      : 0;
  });

const ringsOf = ({ geometry }: Pick<ContourFeature, 'geometry'>): readonly (readonly Position[])[] => {
  assert.equal(geometry.type, 'Polygon');
  return geometry.type === 'Polygon' ? geometry.coordinates : [];
};

const ringOf = (contour: Pick<ContourFeature, 'geometry'>): number[] => ringsOf(contour)[0]!.slice(0, -1).flat();

const iou = (contour: ContourFeature, mask: Uint8Array): number => {
  const found = new Uint8Array(width * height);
  fillSpans(found, width, ringSpans(ringsOf(contour), { width, height }), 1);
  const both = found.reduce((sum, inside, i) => sum + (inside & mask[i]!), 0);
  return both / found.reduce((sum, inside, i) => sum + (inside | mask[i]!), 0);
};

const withEngine = async (use: (engine: Engine) => Promise<void>): Promise<void> => {
  const engine = await createEngine({ backend: 'cpu' });
  try {
    await use(engine);
    assert.equal(engine.stats().buffers, 0, 'no buffer is left');
  } finally {
    engine.dispose();
  }
};

const ellipse = (seed: number) => ({ width, height, data: scene(new Random(seed), width, height).planes[0]! });
const box = { x: 30, y: 14, width: 66, height: 66 };

test('a box, a polygon, a point and auto all find the object', async () => {
  await withEngine(async (engine) => {
    const image = await engine.load(ellipse(21));
    const polygon = {
      type: 'Polygon',
      coordinates: [
        [
          [40, 30],
          [85, 30],
          [80, 70],
          [45, 66],
          [40, 30],
        ],
      ],
    } as const;
    for (const init of [box, polygon, { x: 62, y: 47 }, 'auto'] as const) {
      const contour = await engine.segment(image, { init }).result;
      const found = iou(contour, truth());
      assert.ok(found > 0.93, `${JSON.stringify(init)} gives ${found}`);
    }
  });
});

test('a start may have stairs finer than a pixel, as the mask of a network has', async () => {
  await withEngine(async (engine) => {
    const image = await engine.load(ellipse(24));
    const [random, cells] = [new Random(24), 400];
    // Ragged: the edge lies up to four cells off.
    const isInside = (x: number, y: number): boolean =>
      Math.hypot(x - cells / 2, y - 0.48 * cells) < 0.36 * cells + random.between(0, 4);
    const data = Uint8Array.from({ length: cells * cells }, (_, i) =>
      isInside(i % cells, Math.floor(i / cells)) ? 1 : 0,
    );
    const init = maskGeometry({ data, width: cells, height: cells, rect: box });
    assert.ok(init?.type === 'MultiPolygon' || init?.type === 'Polygon');
    const [outer] = init.type === 'Polygon' ? init.coordinates : init.coordinates[0]!;
    const contour = await engine.segment(image, { init: { type: 'Polygon', coordinates: [outer!] } }).result;
    const found = iou(contour, truth());
    assert.ok(found > 0.93, String(found));
  });
});

test('every model runs, and a contour can be refined from itself', async () => {
  await withEngine(async (engine) => {
    const image = await engine.load(ellipse(22));
    for (const model of [
      'common',
      'gaussian',
      'poisson',
      'gamma',
      'exponential',
      'rayleigh',
      'bernoulli',
      'categorical',
    ]) {
      const contour = await engine.segment(image, { init: box, model }).result;
      assert.ok(iou(contour, truth()) > 0.8, `${model}: ${iou(contour, truth())}`);
      assert.equal(contour.properties.metadata.model, model === 'exponential' ? 'exponential' : model);
      assert.ok(contour.geometry.type === 'Polygon');
      const again = await engine.segment(image, { init: contour.geometry, model }).result;
      assert.ok(iou(again, truth()) > 0.8, `${model}, refined`);
    }
  });
});

test('vertices stay in the box unless they are let go, and two objects are told apart by auto', async () => {
  await withEngine(async (engine) => {
    const random = new Random(23);
    const data = new Uint16Array(width * height);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const inside = Math.hypot(x - 30, y - 26) < 14 || Math.hypot(x - 90, y - 72) < 17;
        data[y * width + x] = 4000 + (inside ? 3000 : 0) + random.between(-900, 900);
      }
    }
    const image = await engine.load({ width, height, data });
    const domain = { x: 0, y: 0, width: 64, height };
    const half = { x: 12, y: 8, width: 18, height: 36 };
    for (const [confine, right] of [
      [true, 30],
      [false, 120],
    ] as const) {
      const xs = ringOf(await engine.segment(image, { init: half, confine, boxPrior: 0, domain }).result).filter(
        (_, i) => i % 2 === 0,
      );
      assert.ok(Math.max(...xs) <= right && (confine || Math.max(...xs) > 36), `${confine} ${Math.max(...xs)}`);
    }
    const { contours } = await engine.segment(image, { init: 'auto', objects: 4 }).outcome;
    const centres = contours.map((contour) => {
      const ring = ringOf(contour);
      return ring.reduce((sum, value, i) => (i % 2 === 0 ? sum + value : sum), 0) / (ring.length / 2);
    });
    assert.ok(centres.some((x) => Math.abs(x - 30.5) < 5) && centres.some((x) => Math.abs(x - 90.5) < 5), `${centres}`);
  });
});

test('a coarse level is followed by finer ones, down to full resolution', async () => {
  await withEngine(async (engine) => {
    const image = await engine.load({ width: 1200, height: 1100, data: scene(new Random(24), 1200, 1100).planes[0]! });
    assert.ok(image.levels.length > 1);
    const request: EngineRequest = { init: { x: 280, y: 160, width: 690, height: 720 }, pixelBudget: 400_000 };
    const run = engine.segment(image, request);
    const levels = new Set<number>();
    for await (const { level } of run) levels.add(level);
    assert.ok(Math.max(...levels) > 0);
    const { properties } = await run.result;
    assert.equal(properties.metadata.level, String(Math.min(...levels)));
  });
});

test('a cancelled run keeps its last valid state; a step is one step', async () => {
  await withEngine(async (engine) => {
    const image = await engine.load(ellipse(25));
    const run = engine.segment(image, { init: box, paused: true });
    const states = run[Symbol.asyncIterator]();
    const steps: number[] = [];
    for (let i = 0; i < 4; i++) {
      run.step();
      steps.push((await states.next()).value!.step);
    }
    // A stage that ends an iteration counts twice: its moves, and the vertices added.
    assert.ok(
      steps.every((step, i) => step > (steps[i - 1] ?? 0) && step - (steps[i - 1] ?? 0) <= 2),
      `${steps}`,
    );
    run.cancel();
    const contour = await run.result;
    assert.ok(ringOf(contour).length >= 6);
    assert.equal(contour.properties.metadata.cancelled, 'true');
  });
});

test('aborted at any time, a run rejects with AbortError and frees its buffers', async () => {
  await withEngine(async (engine) => {
    const image = await engine.load(ellipse(26));
    for (const after of [0, 1, 3, 6]) {
      const controller = new AbortController();
      const run = engine.segment(image, { init: box }, { signal: controller.signal });
      let seen = 0;
      if (after === 0) controller.abort();
      const watch = async (): Promise<void> => {
        for await (const _state of run) if (++seen === after) controller.abort();
      };
      await assert.rejects(Promise.all([run.result, watch()]), { name: 'AbortError' });
      await run.outcome.catch(() => {});
      await until('the buffers being freed', () => engine.stats().buffers === 0);
    }
  });
});

test('what cannot be segmented is refused in words', async () => {
  await withEngine(async (engine) => {
    const constant = await engine.load({ width: 40, height: 40, data: new Uint8Array(1600).fill(7) });
    await assert.rejects(engine.segment(constant, { init: { x: 5, y: 5, width: 20, height: 20 } }).result, {
      code: 'nothing-found',
    });
    await assert.rejects(engine.segment(constant, { init: 'auto' }).result, { code: 'nothing-found' });
    const single = await engine.load({ width: 1, height: 1, data: Uint8Array.of(9) });
    await assert.rejects(engine.segment(single, { init: { x: 0, y: 0, width: 1, height: 1 } }).result, (error: Error) =>
      ['nothing-found', 'bad-init'].includes((error as Error & { code: string }).code),
    );
    const image = await engine.load(ellipse(27));
    const tiny = { x: 40, y: 40, width: 2, height: 2 };
    await assert.rejects(engine.segment(image, { init: tiny }).result, { code: 'bad-init' });
    await assert.rejects(engine.segment(image, { init: box, channel: 'eosin' }).result, { code: 'bad-parameter' });
    const mixed = { init: box, channel: 'palette:16', model: 'gamma' };
    await assert.rejects(engine.segment(image, mixed).result, { code: 'bad-parameter' });
  });
});

/** Noise of mean 0 and deviation 1, white or blurred three times by means over three pixels. */
const noise = (seed: number, side: number, blurred: boolean): Float64Array => {
  const random = new Random(seed);
  const white = Float64Array.from({ length: side * side }, () =>
    Array.from({ length: 12 }, () => random.between(0, 4095) / 4096).reduce((sum, value) => sum + value, -6),
  );
  const blurs = [1, 1, 1, side, side, side];
  const smooth = (values: Float64Array, step: number): Float64Array =>
    values.map((value, i) => (value + (values[i - step] ?? value) + (values[i + step] ?? value)) / 3);
  const values = blurred ? blurs.reduce(smooth, white) : white;
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
  return values.map((value) => value / deviation);
};

test('a click where nothing stands out gives words and no contour, and a faint object is found all the same', async () => {
  await withEngine(async (engine) => {
    const side = 160;
    const inside = (i: number): boolean => ((i % side) - 80) ** 2 + (Math.floor(i / side) - 80) ** 2 < 30 ** 2;
    const click = { x: 80.5, y: 80.5 };
    for (const [blurred, contrast] of [
      [false, 0.5],
      [true, 2],
    ] as const) {
      const values = noise(7, side, blurred);
      const plain = Uint16Array.from(values, (value) => Math.round(20_000 + 1000 * value));
      const empty = await engine.load({ width: side, height: side, data: plain });
      await assert.rejects(engine.segment(empty, { init: click }).result, coded('nothing-found', '80, 80'));
      // A person's mark says that there is one.
      const marked = await engine.segment(empty, { init: click, hints: { inside: [[90.5, 80.5]] } }).result;
      assert.equal(marked.geometry.type, 'Polygon');
      const faint = plain.map((value, i) => value + (inside(i) ? 1000 * contrast : 0));
      const image = await engine.load({ width: side, height: side, data: faint });
      const contour = await engine.segment(image, { init: click }).result;
      const area = contour.properties.measurements['Area px^2'] ?? 0;
      assert.ok(Math.abs(area / (Math.PI * 900) - 1) < 0.25, `${blurred}: ${area}`);
    }
  });
});

test('a mark outside in the middle of an object leaves most of it, though a spot at its rim would stay by itself', async () => {
  await withEngine(async (engine) => {
    const size = { width: 160, height: 140 };
    const data = Uint8Array.from({ length: size.width * size.height }, (_, i) => {
      const [x, y] = [(i % size.width) - 80, Math.floor(i / size.width) - 70];
      const wave = 3 * Math.sin(x / 3) + 3 * Math.sin(y / 4);
      return Math.round(wave + ((x - 30) ** 2 + y ** 2 < 100 ? 230 : x ** 2 / 2600 + y ** 2 / 2000 < 1 ? 150 : 20));
    });
    const image = await engine.load({ ...size, data });
    const start = { init: { x: 22, y: 20, width: 116, height: 100 } };
    const areaOf = async (hints: { inside: Position[]; outside: Position[] }): Promise<number> =>
      (await engine.segment(image, { ...start, hints }).result).properties.measurements['Area px^2'] ?? 0;
    const before = await areaOf({ inside: [[80.5, 50.5]], outside: [] });
    const after = await areaOf({ inside: [], outside: [[80.5, 70.5]] });
    assert.ok(after > before / 2, `${after} of ${before}`);
  });
});

test('a polarity that the image contradicts is named, with what would do', async () => {
  await withEngine(async (engine) => {
    const data = Uint8Array.from(truth(), (inside) => (inside ? 200 : 40));
    const image = await engine.load({ width, height, data });
    const run = engine.segment(image, { init: box, polarity: 'darker' });
    await assert.rejects(run.result, coded('bad-parameter', 'polarity', 'darker', 'choose brighter or any'));
    const domain = { x: 0, y: 0, width, height };
    const tiny = engine.segment(image, { init: { x: 60, y: 50, width: 2, height: 2 }, domain, polarity: 'brighter' });
    await assert.rejects(tiny.result, coded('bad-init', 'fewer than 8 pixels'));
  });
});
