/** Devices lost in the midst of runs, at some calls to them, in the long tests at every one: the contour is the one of a run that nothing disturbs. */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { RunState } from '../../src/algorithm/algorithm.js';
import { builtIn } from '../../src/algorithms.js';
import type { BackendInfo } from '../../src/compute/backend.js';
import { createExecutor } from '../../src/compute/backend.js';
import { LossBudget } from '../../src/compute/device.js';
import type { ImageSource } from '../../src/image/samples.js';
import { Engine, type EngineRequest } from '../../src/worker/engine.js';
import type { RunResult } from '../../src/worker/protocol.js';
import { Cards, type Loss } from '../support/devices/lossy.js';
import { pyramidOf } from '../support/images/pyramid.js';
import { cases, once } from '../support/long.js';
import { Random } from '../support/random.js';
import { scene } from '../support/snake/cases.js';
import { tick } from '../support/ticking-clock.js';
import { until } from '../support/until.js';

const [width, height] = [72, 60];
const data = scene(new Random(5), width, height, { bits: 8 }).planes[0]!;
const bars = data.map((value, i) => ((i % width) % 20 === 9 ? 255 : value >> 1));
const box = { x: 16, y: 8, width: 42, height: 42 };
const drawn = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [16, 8],
      [58, 12],
      [54, 50],
      [20, 46],
      [16, 8],
    ],
  ],
};

interface Run {
  readonly result: RunResult;
  readonly states: readonly RunState[];
  readonly heard: readonly BackendInfo[];
  readonly cards: Cards;
}

// How many steps go into a submit, and so how many calls there are, follows from the clock.
let clock: ReturnType<typeof tick>;
beforeEach(() => {
  clock = tick(1 / 16);
});
afterEach(() => clock.restore());

/** One run over back ends that are lost as told. */
const run = async (
  request: EngineRequest,
  losses: readonly Loss[] = [],
  cpu = false,
  source?: ImageSource,
): Promise<Run> => {
  const samples = request.algorithm === 'linear-features' ? bars : data;
  const cards = new Cards(losses, cpu);
  const heard: BackendInfo[] = [];
  const engine = new Engine(builtIn, { onBackendChange: (info) => heard.push(info) }, cards.next, await cards.next());
  const image = await engine.load(source ?? { width, height, data: samples });
  const states: RunState[] = [];
  const going = engine.segment(image, request);
  for await (const state of going) states.push(state);
  const result = await going.outcome;
  // Tiles of the image stay as long as it is open.
  engine.close(image);
  assert.equal(engine.stats().bytes, 0, 'buffers are left');
  engine.dispose();
  assert.equal(cards.bytes, 0, 'buffers are left on a lost device');
  return { result, states, heard, cards };
};

const geometries = ({ contours }: RunResult) => contours.map(({ geometry }) => geometry);
/** Parts of a result that must not depend on the device, nor on its end. */
const essence = ({ contours }: RunResult) =>
  contours.map(({ geometry, properties: { measurements, metadata } }) => {
    const { backend: _, adapter: __, ...rest } = metadata;
    return { geometry, measurements, rest };
  });

describe('a device lost under a snake that is refined along its ring', () => {
  it('goes on from the last window, to the same contour', async () => {
    const [wide, high] = [1400, 200];
    const shown = scene(new Random(6), wide, high, { bits: 8 }).planes[0]!;
    const image = await pyramidOf({ width: wide, height: high, bands: 1, data: shown }, 3);
    const init = { x: 350, y: 30, width: 750, height: 130 };
    const request = { init, pixelBudget: 16_000, starts: 1, minimumLength: 20 };
    const wanted = await run(request, [], false, image);
    assert.equal(wanted.result.contours[0]!.properties.metadata.statisticsLevel, '2');
    const { calls } = wanted.cards.made[0]!;
    let reached = 0;
    for (let call = calls >> 2; call < 0.8 * calls; call += Math.ceil(calls / cases(7, 16))) {
      const { result, cards } = await run(request, [{ call, after: call % 2 === 0 }], false, image);
      assert.deepEqual(essence(result), essence(wanted.result), `call ${call} of ${calls}`);
      reached += cards.made.length - 1;
    }
    assert.ok(reached > 3, `${reached} losses`);
  });
});

describe('a device lost under a snake', () => {
  const requests: Record<string, EngineRequest> = {
    'from a box': { init: box, starts: 1 },
    'that starts three times': { init: box, pixelBudget: 2 ** 11 },
    'drawn by hand': { init: drawn, starts: 1 },
    'from a point': { init: { x: 37, y: 28 } },
    'with hints': { init: box, hints: { inside: [[18.5, 10.5]], outside: [[37.5, 12.5]] }, starts: 2 },
    'that finds objects by itself': { init: 'auto', objects: 2 },
  };
  for (const [name, request] of Object.entries(requests)) {
    it(`${name}, at any call, changes neither contour nor scores, and progress never goes back`, async () => {
      const wanted = await run(request);
      const { calls } = wanted.cards.made[0]!;
      let reached = 0;
      for (let call = 0; call < calls; call += name === 'from a box' ? cases(7, 1) : cases(13, 5)) {
        const after = call % 2 === 0;
        const where = `call ${call} of ${calls}`;
        const { result, states, heard, cards } = await run(request, [{ call, after }]);
        assert.deepEqual(essence(result), essence(wanted.result), where);
        const { adapter } = result.contours[0]!.properties.metadata;
        // Where the batch ahead of the last one needed is lost, the run ends on its first card, and the engine may or may
        // not have replaced it by now.
        const restarted = (cards.made[1]?.calls ?? 0) > 0;
        assert.equal(adapter, restarted ? 'card 2' : 'card 1', where);
        const replaced = heard.map((info) => info.adapter);
        if (restarted || replaced.length > 0) assert.deepEqual(replaced, ['card 2'], where);
        if (!restarted) continue;
        reached++;
        if (request.starts !== 1) continue;
        for (const [i, { step }] of states.entries()) assert.ok(i === 0 || step > states[i - 1]!.step, where);
      }
      assert.ok(reached > 3, `${reached} losses`);
    });
  }

  once('at a finer level goes on there, without reading the image again', async () => {
    const [wide, high] = [1100, 1000];
    const plane = scene(new Random(6), wide, high, { bits: 8 }).planes[0]!;
    const regions: number[] = [];
    const source: ImageSource = {
      name: 'two levels',
      width: wide,
      height: high,
      bands: 1,
      bits: 8,
      levels: [1, 2].map((scale) => ({ width: wide / scale, height: high / scale, scaleX: scale, scaleY: scale })),
      region: async (rect, level) => {
        regions.push(level);
        const at = (k: number) =>
          ((rect.y + Math.floor(k / rect.width)) * wide + rect.x + (k % rect.width)) * 2 ** level;
        return {
          ...rect,
          bands: 1,
          data: Uint8Array.from({ length: rect.width * rect.height }, (_, k) => plane[at(k)]!),
        };
      },
      close: () => {},
    };
    const request = { init: { x: 80, y: 60, width: 960, height: 900 }, starts: 1, pixelBudget: 2 ** 24 };
    const outcome = async (losesAt?: number) => {
      const cards = new Cards([]);
      const engine = new Engine(builtIn, {}, cards.next, await cards.next());
      const going = engine.segment(await engine.load(source), request);
      for await (const { level } of going) if (level === losesAt && cards.made.length === 1) cards.made[0]!.lose();
      const found = essence(await going.outcome);
      engine.dispose();
      assert.equal(cards.bytes, 0);
      assert.equal(cards.made.length, losesAt === undefined ? 1 : 2);
      assert.deepEqual(regions.splice(0), [1, 0]);
      return found;
    };
    const wanted = await outcome();
    assert.deepEqual(await outcome(1), wanted);
    assert.deepEqual(await outcome(0), wanted);
  });

  once('again and again leaves the rest to the CPU, from the last ring', async () => {
    const long = { init: box, starts: 1 };
    // Few steps, none of which another can make good.
    const short = { ...long, distance: 1, minimumLength: 64, prune: false, boxPrior: 0 };
    for (const request of [long, short]) {
      const wanted = await run(request);
      for (const calls of [[18, 17, 18], [18, 18], [17], [18], [19]]) {
        const losses = calls.map((call) => ({ call, after: call === 18 }));
        const { result, states, heard } = await run(request, losses, true);
        assert.deepEqual(essence(result), essence(wanted.result), `${calls}`);
        assert.equal(result.contours[0]!.properties.metadata.backend, 'cpu');
        assert.deepEqual(
          heard.map(({ backend }) => backend),
          [...calls.slice(1).map(() => 'webgpu'), 'cpu'],
        );
        for (const [i, { step }] of states.entries()) assert.ok(i === 0 || step > states[i - 1]!.step);
      }
    }
  });
});

describe('a device lost under the other algorithms', () => {
  for (const algorithm of ['level-set', 'linear-features']) {
    once(`begins ${algorithm} anew, with the same outcome`, async () => {
      const request = { algorithm, init: box };
      const wanted = await run(request);
      const { calls } = wanted.cards.made[0]!;
      for (let n = 0; n < 6; n++) {
        const call = Math.floor((calls * n) / 6);
        const { result } = await run(request, [{ call, after: n % 2 === 0 }]);
        assert.deepEqual(geometries(result), geometries(wanted.result), `call ${call} of ${calls}`);
      }
    });
  }
});

describe('an engine made ready for its runs', () => {
  once('knows every kernel that they dispatch, and makes each new device ready too', async () => {
    const cards = new Cards([]);
    const engine = new Engine(builtIn, {}, cards.next, await cards.next());
    const image = await engine.load({ width, height, data });
    await engine.prepare();
    const [card] = cards.made;
    const prepared = new Set(card!.prepared);
    await engine.segment(image, { init: 'auto', objects: 1 }).result;
    await engine.segment(image, { init: { x: 37, y: 28 } }).result;
    const used = Object.keys(card!.stats().kernels).filter((name) => name !== 'strided_prefixes');
    assert.ok(used.length >= 4, `${used}`);
    for (const name of used) assert.ok(prepared.has(name), name);
    for (const name of ['segment_contributions', 'choose_moves', 'criterion', 'rank_moves', 'close_stage']) {
      assert.ok(prepared.has(name), `${name}, which contours of long edges or many vertices take`);
    }
    card!.lose();
    await engine.segment(image, { init: box }).result;
    assert.deepEqual(cards.made[1]!.prepared, prepared);
    await assert.rejects(engine.prepare('snail'), { code: 'bad-parameter' });
    await engine.prepare('level-set');
    engine.dispose();
    assert.equal(cards.bytes, 0);
  });
});

describe('a run whose device is lost', () => {
  once('can be cancelled and aborted, and stays paused', async () => {
    const cards = new Cards([{ call: 16, after: false }]);
    const engine = new Engine(builtIn, {}, cards.next, await cards.next());
    const image = await engine.load({ width, height, data });
    const paused = engine.segment(image, { init: box, paused: true });
    while (cards.made.length === 1) {
      const before = paused.last;
      paused.step();
      await until('a step', () => paused.last !== before);
    }
    assert.equal(paused.status, 'paused');
    const last = paused.last!;
    paused.cancel();
    const { cancelled, contours } = await paused.outcome;
    assert.ok(cancelled);
    const [ring] = geometries({ contours, cancelled })[0]!.coordinates;
    assert.ok(Array.isArray(ring) && ring.length > 3 && last.ring.length > 6);
    const aborted = engine.segment(image, { init: box });
    cards.made[1]!.lose();
    aborted.result.catch(() => {});
    engine.close(image);
    await assert.rejects(aborted.result, { name: 'AbortError' });
    engine.dispose();
    assert.equal(cards.bytes, 0);
  });

  once('rejects with the loss where WebGPU was asked for and no device comes back', async () => {
    const cards = new Cards([{ call: 14, after: false }]);
    const losses = new LossBudget(1);
    const renew = () => {
      losses.spend();
      return createExecutor('webgpu', { losses });
    };
    const engine = new Engine(builtIn, {}, renew, await cards.next());
    const image = await engine.load({ width, height, data });
    const lost = engine.segment(image, { init: box });
    await assert.rejects(lost.result, { code: 'device-lost' });
    engine.dispose();
    assert.equal(cards.bytes, 0);
  });

  once('ends after so many losses that it cannot go on', async () => {
    const losses = Array.from({ length: 12 }, () => ({ call: 3, after: false }));
    const cards = new Cards(losses);
    const engine = new Engine(builtIn, {}, cards.next, await cards.next());
    const image = await engine.load({ width, height, data });
    await assert.rejects(engine.segment(image, { init: box }).result, { code: 'device-lost' });
    assert.ok(cards.made.length < 12, `${cards.made.length} devices`);
    engine.dispose();
  });
});
