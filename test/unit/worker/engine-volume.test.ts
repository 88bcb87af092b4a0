/** Volumes through the engine: opening, slices for algorithms of images, runs in three dimensions, and what is refused. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunState } from '../../../src/algorithm/algorithm.js';
import { builtIn } from '../../../src/algorithms.js';
import { isInside } from '../../../src/core/geometry/segments.js';
import { createEngine } from '../../../src/engine.js';
import { writeNiftiMask } from '../../../src/image/formats/volume/write-mask.js';
import type { EngineRequest } from '../../../src/worker/engine.js';
import { Engine } from '../../../src/worker/engine.js';
import { requestOf } from '../../../src/worker/feature.js';
import type { ContourFeature } from '../../../src/worker/protocol.js';
import type { Run } from '../../../src/worker/run.js';
import { Cards, type Loss } from '../../support/devices/lossy.js';
import { aborted, coded } from '../../support/errors.js';
import { isInBall, niftiFile, size, tiffFile } from '../../support/images/volume-files.js';
import { Random } from '../../support/random.js';
import { until } from '../../support/until.js';

const box = { x: 14, y: 12, width: 12, height: 12 } as const;
const plain: EngineRequest = { algorithm: 'level-set', init: box, filterSize: 3 };

const withEngine = async <T>(use: (engine: Engine) => Promise<T>): Promise<T> => {
  const engine = await createEngine({ backend: 'cpu' });
  try {
    return await use(engine);
  } finally {
    engine.dispose();
  }
};

/** One iteration of the data at a time: the ball is some eight iterations away from its start, whatever the pace. */
const slowly = { ...plain, dataIterations: 1 } as const;

/** The state after the last one seen, of a run that is paused. */
const next = async (run: Run): Promise<RunState> => {
  const before = run.last;
  await until('a state', () => run.last !== before);
  return run.last!;
};

const whole = { x: 0, y: 0, width: size.width, height: size.height };

test('slices of a NIfTI and of a TIFF are read as they are, the first where none is named', () =>
  withEngine(async (engine) => {
    for (const blob of [await niftiFile(), await tiffFile()]) {
      const image = await engine.open({ kind: 'blob', blob });
      assert.equal(image.stack?.depth, 14);
      const volume = await image.stack!.volume();
      for (const slice of [undefined, 0, 7, 13]) {
        const { data } = await image.region(whole, 0, { slice });
        const from = (slice ?? 0) * size.width * size.height;
        assert.deepEqual([...data], [...volume.planes[0]!.subarray(from, from + data.length)]);
      }
      await assert.rejects(image.region(whole, 0, { slice: 14 }), coded('bad-parameter', '0 to 13'));
    }
  }));

test('a volume of one slice is an image', () =>
  withEngine(async (engine) => {
    const file = await writeNiftiMask(new Uint8Array(12), { width: 4, height: 3, depth: 1 });
    const image = await engine.open({ kind: 'blob', blob: file });
    assert.equal(image.stack, undefined);
    await assert.rejects(
      engine.segment(image, { init: { x: 0, y: 0, width: 2, height: 2 }, slice: 1 }).result,
      coded('bad-parameter', 'the image has one slice'),
    );
  }));

test('parts that are all too small are named as such', () =>
  withEngine(async (engine) => {
    const image = await engine.open({ kind: 'blob', blob: await niftiFile() });
    await assert.rejects(
      engine.segment(image, { ...plain, minimumArea: 9999 }).outcome,
      coded('bad-parameter', 'minimumArea', /at most \d+, the pixels of the largest part/),
    );
  }));

test('a run gives a contour a slice, the middle one first, and says how to run it again', () =>
  withEngine(async (engine) => {
    const image = await engine.open({ kind: 'blob', blob: await niftiFile() });
    const { contours } = await engine.segment(image, plain).outcome;
    assert.deepEqual(
      contours.map(({ geometry }) => geometry.plane?.z),
      [7, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12],
    );
    for (const { geometry } of contours) {
      assert.ok(geometry.type === 'Polygon');
      for (const ring of geometry.coordinates) assert.deepEqual(ring[0], ring.at(-1));
    }
    const { metadata, measurements } = contours[0]!.properties;
    assert.equal(metadata.object, contours[0]!.id);
    assert.ok(Math.abs(measurements['Inside mean']! - 195.5) < 2, `${measurements['Inside mean']}`);
    const again = await engine.segment(image, requestOf(contours[0]!)!).outcome;
    assert.deepEqual(
      again.contours.map(({ geometry }) => geometry),
      contours.map(({ geometry }) => geometry),
    );
  }));

test('the front of every slice can be seen at each state', () =>
  withEngine(async (engine) => {
    const image = await engine.open({ kind: 'blob', blob: await niftiFile() });
    const run = engine.segment(image, { ...slowly, slice: 6, paused: true });
    for (let k = 0; k < 2; k++) {
      run.step();
      const { slice, ring, rings, front } = await next(run);
      assert.equal(slice, 6);
      assert.deepEqual(front!(6), rings);
      assert.equal(rings![0], ring);
      assert.ok(front!(7).length > 0);
      assert.deepEqual(front!(13), []);
    }
    run.cancel();
    await run.result;
  }));

test('a domain leaves the rest of every slice out, and a channel names bands', () =>
  withEngine(async (engine) => {
    const image = await engine.open({ kind: 'blob', blob: await niftiFile() });
    const domain = { x: 10.5, y: 4, width: 12, height: 28 };
    const { contours } = await engine.segment(image, { ...plain, domain }).outcome;
    for (const { geometry } of contours) {
      assert.ok(geometry.type === 'Polygon');
      for (const [x] of geometry.coordinates[0]!) assert.ok(x >= 10 && x <= 23, `${x}`);
    }
    assert.ok(isInBall(11, 18, 7) && contours.length === 12);
    const one = await engine.segment(image, { ...plain, channel: 'band:1' }).outcome;
    const all = await engine.segment(image, plain).outcome;
    assert.deepEqual(one.contours[0]!.geometry, all.contours[0]!.geometry);
    await assert.rejects(engine.segment(image, { ...plain, channel: 'dab' }).result, coded('bad-parameter', 'band:1'));
  }));

test('a device lost in the midst of a volume begins the run anew, with the same contours', async () => {
  const run = async (losses: readonly Loss[]) => {
    const cards = new Cards(losses);
    const engine = new Engine(builtIn, {}, cards.next, await cards.next());
    const image = await engine.open({ kind: 'blob', blob: await niftiFile() });
    const { contours } = await engine.segment(image, { ...plain, form: 'proposal-1' }).outcome;
    engine.dispose();
    assert.equal(cards.bytes, 0);
    return { geometries: contours.map(({ geometry }) => geometry), calls: cards.made[0]!.calls };
  };
  const { geometries, calls } = await run([]);
  for (const call of [5, Math.floor(calls / 2), calls - 1]) {
    assert.deepEqual((await run([{ call, after: false }])).geometries, geometries, `call ${call} of ${calls}`);
  }
});

test('cancelling keeps the last state, aborting frees all, at every state', () =>
  withEngine(async (engine) => {
    const image = await engine.open({ kind: 'blob', blob: await niftiFile() });
    for (const form of ['sequential', 'proposal-2'] as const) {
      for (const stop of [0, 1]) {
        const held = async (controller: AbortController): Promise<Run> => {
          const run = engine.segment(image, { ...slowly, form, paused: true }, { signal: controller.signal });
          for (let k = 0; k <= stop; k++) {
            run.step();
            await next(run);
          }
          return run;
        };
        const controller = new AbortController();
        const cancelled = await held(controller);
        cancelled.cancel();
        assert.ok((await cancelled.outcome).contours.length > 0);
        const left = await held(controller);
        controller.abort();
        await assert.rejects(left.outcome, aborted);
        await until('the buffers being freed', () => engine.stats().buffers === 0);
      }
    }
  }));

test('a box on its slices is told from what surrounds it, not from the air far away', () =>
  withEngine(async (engine) => {
    const [side, depth] = [80, 48];
    const random = new Random(3);
    const about = (x: number, y: number, z: number): number => Math.hypot(x + 0.5 - 40, y + 0.5 - 40, z + 0.5 - 24);
    const mask = Uint8Array.from({ length: side * side * depth }, (_, i) => {
      const [x, y, z] = [i % side, Math.floor(i / side) % side, Math.floor(i / side ** 2)];
      const tissue = about(x, y, z) < 29 ? 120 : 0;
      return (about(x, y, z) < 8 ? 160 : tissue) + random.between(0, 12);
    });
    const file = new File([await writeNiftiMask(mask, { width: side, height: side, depth })], 'head.nii.gz');
    const image = await engine.open({ kind: 'blob', blob: file });
    const init = { x: 32, y: 32, width: 16, height: 16 };
    const { contours } = await engine.segment(image, { algorithm: 'level-set', init, slice: 23, slices: 16 }).outcome;
    const ball = mask.reduce((count, _, i) => {
      const inside = about(i % side, Math.floor(i / side) % side, Math.floor(i / side ** 2)) < 8;
      return count + (inside ? 1 : 0);
    }, 0);
    const { Voxels: voxels = 0 } = contours[0]!.properties.measurements;
    assert.ok(Math.abs(voxels - ball) < 0.25 * ball, `${voxels} of ${ball}`);
    for (const { geometry } of contours) assert.ok(geometry.plane!.z >= 12 && geometry.plane!.z < 36);
  }));

test('marks on any slice are kept on their sides, on a volume and on a slice of it', () =>
  withEngine(async (engine) => {
    const image = await engine.open({ kind: 'blob', blob: await niftiFile() });
    const isHeld = (slice: number, x: number, y: number, contours: readonly ContourFeature[]): boolean =>
      contours
        .filter(({ geometry }) => geometry.plane?.z === slice)
        .flatMap(({ geometry }) =>
          geometry.type === 'Polygon'
            ? [geometry.coordinates]
            : geometry.type === 'MultiPolygon'
              ? geometry.coordinates
              : [],
        )
        .some((rings) => rings.filter((ring) => isInside(ring.slice(0, -1).flat(), [x, y])).length % 2 === 1);
    const init = { x: 8, y: 6, width: 24, height: 24 };
    for (const form of ['sequential', 'proposal-2'] as const) {
      const request: EngineRequest = { algorithm: 'level-set', init, slice: 6, slices: 12, form, minimumArea: 0 };
      // One in the ball is said to be outside, one beside it to be inside.
      const hints = { inside: [[9.5, 8.5, 8]], outside: [[20.5, 18.5, 4]] };
      const { contours } = await engine.segment(image, { ...request, hints }).outcome;
      assert.ok(isHeld(8, 9.5, 8.5, contours) && !isHeld(4, 20.5, 18.5, contours));
      assert.ok(isHeld(8, 20.5, 18.5, contours), 'the rest of the ball is there');
      assert.deepEqual(requestOf(contours[0]!)?.hints, hints);
    }
    const one: EngineRequest = { algorithm: 'level-set', wholeVolume: false, init, slice: 6, minimumArea: 0 };
    const { contours } = await engine.segment(image, {
      ...one,
      hints: { inside: [[9.5, 8.5]], outside: [[20.5, 18.5]] },
    }).outcome;
    assert.ok(isHeld(6, 9.5, 8.5, contours) && !isHeld(6, 20.5, 18.5, contours));
    await assert.rejects(
      engine.segment(image, { ...one, hints: { inside: [[9.5, 8.5, 7]] } }).outcome,
      coded('bad-hints', 'slice 6'),
    );
    const snake: EngineRequest = { init, slice: 6, hints: { inside: [[9.5, 8.5, 7]] } };
    await assert.rejects(engine.segment(image, snake).outcome, coded('bad-hints', 'slice 6'));
  }));
