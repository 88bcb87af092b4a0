/** Runs with hints: whatever the image and the marks, every mark is on its side of the contour, or a coded error says why not. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { twiceArea } from '../../src/core/geometry/ring.js';
import { createEngine } from '../../src/engine.js';
import type { Engine, EngineRequest } from '../../src/worker/engine.js';
import { requestOf } from '../../src/worker/feature.js';
import type { ContourFeature } from '../../src/worker/protocol.js';
import { Random } from '../support/random.js';
import { scene } from '../support/snake/cases.js';

const [width, height] = [48, 40];

type XY = readonly [number, number];

/** Even-odd; on the outline counts for neither side. */
const sideOf = (ring: readonly XY[], [x, y]: XY): 'inside' | 'outside' | 'on' => {
  let inside = false;
  for (let i = 0; i + 1 < ring.length; i++) {
    const [[ax, ay], [bx, by]] = [ring[i]!, ring[i + 1]!];
    const cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    if (cross === 0 && (x - ax) * (x - bx) <= 0 && (y - ay) * (y - by) <= 0) return 'on';
    if (ay <= y !== by <= y && cross > 0 === by > ay) inside = !inside;
  }
  return inside ? 'inside' : 'outside';
};

const ringOf = ({ geometry }: ContourFeature): readonly XY[] => {
  assert.equal(geometry.type, 'Polygon');
  return geometry.type === 'Polygon' ? geometry.coordinates[0]! : [];
};

const engine = await createEngine({ backend: 'cpu' });

const imageOf = (seed: number) => ({
  width,
  height,
  data: scene(new Random(seed), width, height, { bits: 8 }).planes[0]!,
});

const essence = ({ geometry, properties: { measurements } }: ContourFeature) => ({ geometry, measurements });

const run = async (on: Engine, seed: number, request: EngineRequest): Promise<ContourFeature> => {
  const image = await on.load(imageOf(seed));
  try {
    return await on.segment(image, request).result;
  } finally {
    on.close(image);
  }
};

const marks = fc.array(
  fc
    .tuple(fc.integer({ min: 5, max: 10 * width - 5 }), fc.integer({ min: 5, max: 10 * height - 5 }))
    .map(([x, y]): XY => [x / 10, y / 10]),
  { maxLength: 4 },
);
const drawn: Extract<EngineRequest['init'], { type: 'Polygon' }> = {
  type: 'Polygon',
  coordinates: [
    [
      [10, 10],
      [30, 12],
      [28, 30],
      [12, 26],
      [10, 10],
    ],
  ],
};

const bar: Extract<EngineRequest['init'], { type: 'Polygon' }> = {
  type: 'Polygon',
  coordinates: [
    [
      [14, 37],
      [78, 37],
      [78, 43],
      [14, 43],
      [14, 37],
    ],
  ],
};
/** A dark bar, 72 × 6 pixels, with a gap of 16 pixels that is as bright as the ground. */
const broken = {
  width: 96,
  height: 80,
  data: Uint8Array.from({ length: 96 * 80 }, (_, i) => {
    const [x, y] = [(i % 96) + 0.5, Math.floor(i / 96) + 0.5];
    const dark = Math.abs(y - 40) < 3 && x > 12 && x < 84 && !(x > 52 && x < 68);
    return Math.round((dark ? 70 : 150) + 12 * Math.sin(x / 5) * Math.cos(y / 4) + ((i * 7919) % 13));
  }),
};

/** Dark discs on ground with waves of a third of their contrast. */
const discs = {
  width: 96,
  height: 80,
  data: Uint8Array.from({ length: 96 * 80 }, (_, i) => {
    const [x, y] = [(i % 96) + 0.5, Math.floor(i / 96) + 0.5];
    const dark = [
      [48, 40, 9],
      [20, 30, 8],
      [74, 56, 10],
      [70, 18, 7],
      [26, 62, 8],
    ].some(([cx, cy, r]) => Math.hypot(x - cx!, y - cy!) < r!);
    return Math.round((dark ? 100 : 150) + 14 * Math.sin(x / 5) * Math.cos(y / 4) + ((i * 7919) % 13));
  }),
};

const inits = fc.constantFrom<EngineRequest['init']>(
  { x: 12, y: 8, width: 24, height: 24 },
  { x: 2, y: 20, width: 15, height: 12 },
  drawn,
);

describe('a run with hints', () => {
  it('has every mark on its side, or says why it cannot, and comes out of its own record again', async () => {
    let met = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 50 }), inits, marks, marks, async (seed, init, inside, outside) => {
        const hints = { inside, outside };
        const request = { init, hints, starts: 1 };
        let contour: ContourFeature;
        try {
          contour = await run(engine, seed, request);
        } catch (error) {
          const code = error instanceof Error && 'code' in error ? error.code : error;
          assert.ok(code === 'bad-hints' || code === 'bad-init', `${error}`);
          return;
        }
        met += inside.length + outside.length;
        const ring = ringOf(contour);
        for (const mark of inside) assert.equal(sideOf(ring, mark), 'inside', `${mark}`);
        for (const mark of outside) assert.equal(sideOf(ring, mark), 'outside', `${mark}`);
        const again = requestOf(contour);
        assert.ok(again);
        assert.deepEqual(essence(await run(engine, seed, { ...again })), essence(contour));
      }),
      { numRuns: 40 },
    );
    assert.ok(met > 40, `${met} marks`);
  });

  it('takes a mark nearer to an edge than doubles can tell for what it is', async () => {
    const inside = [[35, 31]] as const;
    const outside = [
      [23, 9],
      [26, 15],
      [43.8, 32.4],
    ] as const;
    const ring = ringOf(await run(engine, 24, { init: drawn, hints: { inside, outside }, starts: 1 }));
    for (const mark of outside) assert.equal(sideOf(ring, mark), 'outside', `${mark}`);
  });

  it('takes a mark in a part that another mark cuts off for as deep as it was before', async () => {
    const image = await engine.load(broken);
    const hints = { inside: [[79.5, 40.5]], outside: [[60.5, 40.5]] } as const;
    const ring = ringOf(await engine.segment(image, { init: bar, hints }).result);
    engine.close(image);
    assert.equal(sideOf(ring, hints.inside[0]), 'inside');
    assert.equal(sideOf(ring, hints.outside[0]), 'outside');
    for (const [x, y] of ring) assert.ok(x > 10 && x < 86 && y > 35 && y < 45, `(${x}, ${y}) is far from the bar`);
  });

  it('takes marks in the order in which they were made, where it is told', async () => {
    const image = await engine.load(broken);
    const marked = { inside: [[60.5, 47.5]], outside: [[60.5, 40.5]] } as const;
    const after = async (hints: NonNullable<EngineRequest['hints']>) => {
      const contour = await engine.segment(image, { init: bar, hints }).result;
      assert.deepEqual(requestOf(contour)?.hints?.order, hints.order);
      return essence(contour);
    };
    const deeper = await after(marked);
    assert.deepEqual(await after({ ...marked, order: ['inside', 'outside'] }), deeper);
    assert.notDeepEqual(await after({ ...marked, order: ['outside', 'inside'] }), deeper);
    engine.close(image);
  });

  it('comes to the same whether or not the engine remembers the contour without the last mark', async () => {
    const image = await engine.load(imageOf(3));
    const init = { x: 12, y: 8, width: 24, height: 24 };
    const inside: XY[] = [];
    for (const mark of [
      [14.5, 10.5],
      [33.5, 29.5],
      [33.5, 9.5],
    ] as const) {
      inside.push(mark);
      const request = { init, hints: { inside: [...inside] } };
      const warm = await engine.segment(image, request).result;
      assert.deepEqual(essence(await run(engine, 3, request)), essence(warm));
    }
    engine.close(image);
  });

  it('keeps strokes, and a stroke of thousands of pixels', async () => {
    const stroke = {
      type: 'LineString',
      coordinates: [
        [14.5, 20.5],
        [34.5, 20.5],
        [34.5, 12.5],
      ],
    } as const;
    const init = { x: 12, y: 8, width: 24, height: 24 };
    const ring = ringOf(await run(engine, 5, { init, hints: { inside: [stroke] } }));
    for (const [x, y] of stroke.coordinates) assert.equal(sideOf(ring, [x, y]), 'inside');
    for (let x = 14.5; x <= 34.5; x++) assert.equal(sideOf(ring, [x, 20.5]), 'inside');
    const rows = Array.from({ length: 10 }, (_, i) => [
      [1.5, i + 0.5],
      [46.5, i + 0.5],
    ]);
    const outside = { type: 'MultiLineString', coordinates: Array.from({ length: 20 }, () => rows).flat() } as const;
    const below = ringOf(await run(engine, 5, { init, hints: { outside } }));
    for (const [, y] of below) assert.ok(y >= 9.5, `${y}`);
  });

  it('holds an inside mark beyond the box, which then was drawn too small', async () => {
    const init = { x: 14, y: 10, width: 12, height: 12 };
    const ring = ringOf(await run(engine, 7, { init, hints: { inside: [[38.5, 30.5]] } }));
    assert.equal(sideOf(ring, [38.5, 30.5]), 'inside');
  });

  it('takes nothing in by a mark outside, from a click or a drawn outline, and keeps what was marked before', async () => {
    const image = await engine.load(discs);
    const click = { x: 48.5, y: 40.5 };
    const outline = (await engine.segment(image, { init: click }).result).geometry as typeof drawn;
    for (const init of [click, outline]) {
      for (let k = 0; k < 8; k++) {
        const at = (r: number): XY =>
          [48.5, 40.5].map((c, i) => Math.floor(c + r * Math.sin((k + 2 * i) * (Math.PI / 4))) + 0.5) as unknown as XY;
        const inside = [at(21.3)];
        const before = await engine.segment(image, { init, hints: { inside } }).result;
        for (const mark of [at(15.3), at(23.3)]) {
          const order = ['inside', 'outside'] as const;
          const after = await engine.segment(image, { init, hints: { inside, outside: [mark], order } }).result;
          const ring = ringOf(after);
          assert.equal(sideOf(ring, inside[0]!), 'inside');
          const [was, is] = [before, after].map((its) => Math.abs(twiceArea(ringOf(its).slice(0, -1).flat())) / 2);
          assert.ok(is! < was!, `${k}: ${was} to ${is} pixels`);
        }
      }
    }
    engine.close(image);
  });

  it('holds marks on the sides of pixels, which an outline along pixels may run through', async () => {
    const image = await engine.load(discs);
    const hints = { inside: [[49, 19]], outside: [[49, 17]], order: ['inside', 'outside'] } as const;
    const ring = ringOf(await engine.segment(image, { init: { x: 48.5, y: 40.5 }, hints }).result);
    engine.close(image);
    assert.equal(sideOf(ring, hints.inside[0]), 'inside');
    assert.equal(sideOf(ring, hints.outside[0]), 'outside');
  });

  it('is refused by algorithms that take none, and where objects are found by themselves', async () => {
    const hints = { inside: [[20, 20]] };
    await assert.rejects(run(engine, 1, { algorithm: 'linear-features', init: 'auto', hints }), {
      code: 'bad-parameter',
    });
    await assert.rejects(run(engine, 1, { init: 'auto', hints }), { code: 'bad-parameter' });
  });
});
