/** Runs with pinned vertices: whatever the image and the start, each of them is a vertex of the contour, or a coded error says why not. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { distinct, type Position } from '../../src/core/geometry/ring.js';
import { firstTouch } from '../../src/core/geometry/segments.js';
import { createEngine } from '../../src/engine.js';
import type { EngineRequest } from '../../src/worker/engine.js';
import { requestOf } from '../../src/worker/feature.js';
import type { ContourFeature } from '../../src/worker/protocol.js';
import { Random } from '../support/random.js';
import { scene } from '../support/snake/cases.js';

const [width, height] = [48, 40];

const engine = await createEngine({ backend: 'cpu' });

const run = async (seed: number, request: EngineRequest, size = [width, height] as const): Promise<ContourFeature> => {
  const data = scene(new Random(seed), ...size, { bits: 8 }).planes[0]!;
  const image = await engine.load({ width: size[0], height: size[1], data });
  try {
    return await engine.segment(image, request).result;
  } finally {
    engine.close(image);
  }
};

const ringOf = ({ geometry }: ContourFeature): readonly Position[] => {
  assert.equal(geometry.type, 'Polygon');
  return geometry.type === 'Polygon' ? geometry.coordinates[0]! : [];
};

const holds = (contour: ContourFeature, pinned: readonly Position[]): void => {
  const ring = ringOf(contour);
  for (const [x, y] of pinned)
    assert.ok(
      ring.some((at) => at[0] === x && at[1] === y),
      `${x}, ${y} in ${ring}`,
    );
  assert.equal(firstTouch(distinct(ring)), undefined);
  assert.deepEqual(contour.properties.pinned, pinned);
};

const drawn = {
  type: 'Polygon',
  coordinates: [
    [
      [10, 10],
      [30.5, 12.25],
      [28, 30],
      [12, 26],
      [10, 10],
    ],
  ],
} as const;

const place = fc
  .tuple(fc.integer({ min: 0, max: 4 * width }), fc.integer({ min: 0, max: 4 * height }))
  .map(([x, y]): Position => [x / 4, y / 4]);

describe('a run with pinned vertices', () => {
  it('has each of them, exactly, beside hints too, and comes out of its own record again', async () => {
    let met = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 50 }),
        fc.constantFrom<EngineRequest['init']>({ x: 12, y: 8, width: 24, height: 24 }, drawn),
        fc.uniqueArray(place, { maxLength: 4, selector: ([x, y]) => `${Math.round(x)} ${Math.round(y)}` }),
        fc.array(place, { maxLength: 1 }),
        async (seed, init, pinned, outside) => {
          let contour: ContourFeature;
          try {
            contour = await run(seed, { init, pinned, hints: { outside }, starts: 1 });
          } catch (error) {
            const code = error instanceof Error && 'code' in error ? error.code : error;
            assert.ok(code === 'bad-pins' || code === 'bad-hints' || code === 'bad-init', `${error}`);
            return;
          }
          if (pinned.length > 0) holds(contour, pinned);
          met += pinned.length;
          const again = requestOf(contour);
          assert.ok(again);
          assert.deepEqual(ringOf(await run(seed, { ...again })), ringOf(contour));
        },
      ),
      { numRuns: 40 },
    );
    assert.ok(met > 30, `${met} pinned`);
  });

  it('leaves them where they are from level to level, and refines the rest', async () => {
    const size = [1600, 1400] as const;
    const pinned: Position[] = [
      [1001.5, 333.25],
      [411, 1003],
    ];
    const init = {
      type: 'Polygon',
      coordinates: [[[400, 300], pinned[0]!, [1300, 1000], pinned[1]!, [400, 300]]],
    } as const;
    const contour = await run(3, { init, pinned }, size);
    holds(contour, pinned);
    assert.equal(contour.properties.metadata.level, '0');
    assert.ok(ringOf(contour).length > 12);
    // With little memory the last level is read in windows along the ring.
    const windowed = await run(3, { init, pinned, pixelBudget: 2 ** 20 }, size);
    holds(windowed, pinned);
    assert.equal(windowed.properties.metadata.level, '0');
    assert.notEqual(windowed.properties.metadata.statisticsLevel, undefined);
  });

  it('is refused where they are wrong, by algorithms that take none, and for many objects', async () => {
    const init = { x: 12, y: 8, width: 24, height: 24 };
    await assert.rejects(run(1, { init, pinned: [[60, 20]] }), { code: 'bad-pins' });
    await assert.rejects(
      run(1, {
        init,
        pinned: [
          [20, 20],
          [20.25, 20],
        ],
      }),
      { code: 'bad-pins' },
    );
    const pinned = [[20, 20]] as const;
    await assert.rejects(run(1, { init, pinned, algorithm: 'level-set' }), { code: 'bad-parameter' });
    await assert.rejects(run(1, { init: 'auto', pinned }), { code: 'bad-parameter' });
    await assert.rejects(run(1, { init: [init, init], pinned }), { code: 'bad-parameter' });
  });
});
