/** The next larger or smaller shape of a click. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createEngine } from '../../../../src/engine.js';
import { ladder } from '../../../../src/snake/find/ladder.js';
import { isBeyond, nextOf } from '../../../../src/snake/find/next-shape.js';
import { requestOf } from '../../../../src/worker/feature.js';
import type { ContourFeature, SegmentRequest } from '../../../../src/worker/protocol.js';
import { coded } from '../../../support/errors.js';

const SIDE = 320;
const CENTRE = 160;
/** A nucleus in a cell in a gland, each of another grey. */
const RADII = [12, 34, 90] as const;
const GREYS = [100, 50, 190, 235] as const;

const cell = () => {
  const data = new Uint8Array(SIDE * SIDE);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const away = Math.hypot(x + 0.5 - CENTRE, y + 0.5 - CENTRE);
      const ring = RADII.findIndex((radius) => away < radius);
      const texture = 5 * Math.sin(x / 3) * Math.cos(y / 4) + ((x * 7919 + y * 104729) % 5);
      data[y * SIDE + x] = GREYS.at(ring)! + texture;
    }
  }
  return { width: SIDE, height: SIDE, bands: 1 as const, data };
};
const AREAS = RADII.map((radius) => Math.PI * radius ** 2);

describe('rule', () => {
  const shapes = [
    { area: 100, score: 3 },
    { area: 150, score: 9 },
    { area: 290, score: 5 },
    { area: 300, score: 4 },
    { area: 620, score: 1 },
    { area: 1300, score: 3 },
    { area: 40, score: 2 },
  ];
  it('takes the best of the shapes that may be of one object, and none that is worse than a smaller and a larger one', () => {
    assert.deepEqual(
      ladder(shapes).map(({ area }) => area),
      [40, 150, 300, 1300],
    );
  });
  it('gives the nearest first, and comes back', () => {
    const next = (bound: Parameters<typeof nextOf>[1]) => nextOf(ladder(shapes), bound).map(({ area }) => area);
    assert.deepEqual(next({ larger: true, than: 150 }), [300, 1300]);
    assert.deepEqual(next({ larger: false, than: 300 }), [150, 40]);
    assert.deepEqual(next({ larger: false, than: 40 }), []);
    // Nearer to twice the area than to the area itself.
    assert.deepEqual(next({ larger: true, than: 212 }), [300, 1300]);
    assert.deepEqual(next({ larger: true, than: 213 }), [1300]);
  });
  it('is beyond an area where it is nearer to twice or half of it', () => {
    assert.deepEqual(
      [14.2, 14.1].map((area) => isBeyond(area, { larger: true, than: 10 })),
      [true, false],
    );
    assert.deepEqual(
      [7, 7.1].map((area) => isBeyond(area, { larger: false, than: 10 })),
      [true, false],
    );
  });
});

describe('request', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  const image = await engine.load(cell());
  after(() => engine.dispose());
  const found = (options: Partial<SegmentRequest> = {}): Promise<ContourFeature> =>
    engine.segment(image, { init: { x: CENTRE + 2, y: CENTRE + 1 }, ...options }).result;
  const areaOf = ({ properties }: ContourFeature): number => properties.measurements['Area px^2']!;
  const isNear = (contour: ContourFeature, wanted: number): void =>
    assert.ok(Math.abs(areaOf(contour) / wanted - 1) < 0.1, `${areaOf(contour)} for ${wanted}`);

  it('goes up by the areas of the objects and comes back', async () => {
    const first = await found();
    isNear(first, AREAS[1]!);
    const smallest = await found({ smallerThan: areaOf(first) });
    isNear(smallest, AREAS[0]!);
    const middle = await found({ largerThan: areaOf(smallest) });
    isNear(middle, AREAS[1]!);
    const largest = await found({ largerThan: areaOf(middle) });
    isNear(largest, AREAS[2]!);
    const back = await found({ smallerThan: areaOf(largest) });
    assert.deepEqual(back.geometry, middle.geometry);
    assert.deepEqual((await found({ smallerThan: areaOf(back) })).geometry, smallest.geometry);
    const { largerThan } = requestOf(middle)!;
    assert.equal(largerThan, areaOf(smallest));
  });
  it('says that there is none', async () => {
    await assert.rejects(found({ smallerThan: 20 }), coded('nothing-found', 'no smaller shape'));
    await assert.rejects(found({ largerThan: SIDE ** 2 }), coded('nothing-found', 'no larger shape'));
  });
  it('takes no notice of the sizes that are usual', async () => {
    const bound = { smallerThan: 2.5 * AREAS[0]! };
    assert.deepEqual((await found({ ...bound, expectedAreas: [AREAS[2]!] })).geometry, (await found(bound)).geometry);
  });
  it('looks in what is in view first, then beyond', async () => {
    const inView = { x: CENTRE - 50, y: CENTRE - 50, width: 100, height: 100 };
    isNear(await found({ inView, largerThan: AREAS[0]! / 1.1 }), AREAS[1]!);
    isNear(await found({ inView, largerThan: AREAS[1]! / 1.1 }), AREAS[2]!);
  });
  it('is corrected by marks from the same shape on', async () => {
    const bound = { largerThan: AREAS[0]! / 1.1 };
    const shape = await found(bound);
    const kept = await found({ ...bound, hints: { inside: [[CENTRE, CENTRE - 28]] } });
    assert.deepEqual(kept.geometry, shape.geometry, 'a mark where it should be');
    const more = await found({ ...bound, hints: { inside: [[CENTRE + 44, CENTRE]] } });
    const grown = areaOf(more) / areaOf(shape);
    assert.ok(grown > 1 && grown < 1.3, `${grown}`);
  });
  it('is refused in words where it says nothing', async () => {
    for (const area of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, '5', [5], {}])
      for (const name of ['largerThan', 'smallerThan'])
        await assert.rejects(found({ [name]: area }), coded('bad-parameter', name));
    await assert.rejects(found({ largerThan: 5, smallerThan: 50 }), coded('bad-parameter', 'one of them'));
    const box = { x: 100, y: 100, width: 100, height: 100 };
    for (const init of [box, 'auto', [box]] as const)
      await assert.rejects(found({ init, largerThan: 5 }), coded('bad-parameter', 'goes with a click'));
    await assert.rejects(
      found({ algorithm: 'level-set', smallerThan: 5 }),
      coded('bad-parameter', 'level set takes none'),
    );
  });
});

it('finds the larger of two rectangles in noise', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  const data = Uint8Array.from({ length: SIDE * SIDE }, (_, at) => {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)];
    const mixed = Math.imul(at ^ (at >>> 16), 0x85ebca6b);
    const grain = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) >>> 26;
    const away = Math.max(Math.abs(x - CENTRE), Math.abs(y - CENTRE));
    return 60 + grain + (away < 14 ? 90 : away < 70 ? 45 : 0);
  });
  const image = await engine.load({ width: SIDE, height: SIDE, data });
  const areaOf = async (options: Partial<SegmentRequest>): Promise<number> => {
    const { result } = engine.segment(image, { init: { x: CENTRE, y: CENTRE }, ...options });
    return (await result).properties.measurements['Area px^2']!;
  };
  const small = await areaOf({ smallerThan: 2 * 40 ** 2 });
  assert.ok(Math.abs(small / 27 ** 2 - 1) < 0.1, `${small}`);
  const large = await areaOf({ largerThan: small });
  assert.ok(Math.abs(large / 139 ** 2 - 1) < 0.1, `${large}`);
  engine.dispose();
});
