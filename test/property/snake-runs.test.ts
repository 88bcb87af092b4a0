import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CpuExecutor } from '../../src/compute/cpu-executor.js';
import type { Executor } from '../../src/compute/executor.js';
import { isLegal, isSimple } from '../../src/snake/kernels/shared/legality.js';
import { evolve, type Problem, type Snapshot } from '../../src/snake/steps/optimiser.js';
import { makeTables } from '../../src/snake/tables/tables.js';
import { between, seeds, starRings } from '../support/arbitraries.js';
import { Random } from '../support/random.js';
import { bruteMoments, finalOf, problem, rectangle, runAll, scene } from '../support/snake/cases.js';

const ringWords = (ring: readonly number[]) => ({ words: Uint32Array.from(ring), at: 0, vertices: ring.length / 2 });

/** Parts of a result that must not depend on how a run is carried out. */
const essence = ({ ring, step, iteration, moves, removals, criterion, length, moments }: Snapshot) => ({
  ring,
  step,
  iteration,
  moves,
  removals,
  criterion,
  length,
  moments,
});

const variants: readonly { readonly kind: Parameters<typeof scene>[3]; readonly more: Partial<Problem> }[] = [
  { kind: {}, more: {} },
  { kind: { bits: 8 }, more: { model: 'poisson' } },
  { kind: { bits: 16, planes: 3 }, more: { minimumLength: 6 } },
  { kind: { bits: 8 }, more: { model: 'gamma', order: 3.5 } },
  { kind: { bits: 8 }, more: { model: 'rayleigh', contourWeight: 2 } },
  { kind: { codes: 16 }, more: { model: 'categorical' } },
  { kind: { bits: 16, masked: true }, more: {} },
  { kind: { codes: 16, masked: true }, more: { model: 'categorical', prune: false } },
  { kind: {}, more: { polarity: 'brighter' } },
  { kind: { bits: 16, planes: 2 }, more: { model: 'common' } },
  { kind: { bits: 8, planes: 3 }, more: { model: 'common', prior: 0.002, lengthCost: 1 } },
];

test('a run gives the same vertices for any stride, batch, blocks, and with or without the filter', () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...variants),
      between(40, 80),
      between(40, 80),
      seeds(),
      async ({ kind, more }, width, height, seed) => {
        const channel = scene(new Random(seed), width, height, kind);
        const starts = [rectangle(width, height), rectangle(width, height, 0.3)];
        const run = async (changes: Partial<Problem>, how: { stride?: number; batch?: number }) =>
          (await finalOf(new CpuExecutor(), channel, problem(starts, { ...more, ...changes }), how)).map(essence);
        const wanted = await run({ filter: false }, { stride: 1, batch: 1 });
        assert.deepEqual(await run({}, { stride: 8, batch: 64 }), wanted, 'filter, stride');
        assert.deepEqual(await run({ crews: 3 * 64 }, { stride: 32, batch: 7 }), wanted, 'crews, batch');
      },
    ),
    { numRuns: 12 },
  ));

/** The CPU in the place of a GPU: the same recordings, and the next batch under way before the last is seen. */
const asDevice = (): Executor => {
  const cpu = new CpuExecutor();
  let turn: Promise<unknown> = Promise.resolve();
  const submit: Executor['submit'] = (recording, signal) => {
    const flight = turn.then(() => cpu.submit(recording, signal));
    turn = flight.catch(() => undefined);
    return flight;
  };
  return new Proxy<Executor>(cpu, {
    get: (_, name) => {
      if (name === 'backend') return 'webgpu';
      if (name === 'submit') return submit;
      const value: unknown = Reflect.get(cpu, name);
      return typeof value === 'function' ? value.bind(cpu) : value;
    },
  });
};

test('a batch ahead is taken back where a run is stepped through, and changes nothing', async () => {
  const channel = scene(new Random(14), 60, 50);
  const starts = [rectangle(60, 50), rectangle(60, 50, 0.3)];
  const seen: unknown[] = [];
  for (const executor of [new CpuExecutor(), asDevice()]) {
    const tables = await makeTables(executor, channel, { stride: 8 });
    const states: unknown[] = [];
    // Somebody steps from the third state to the sixth.
    const batch = (): number => (states.length >= 3 && states.length < 6 ? 1 : 4);
    const run = evolve(executor, tables, problem(starts), batch);
    for (;;) {
      const { done, value } = await run.next('go');
      states.push(value.map(essence));
      if (done) break;
    }
    seen.push(states);
    tables.destroy();
    assert.equal(executor.stats().buffers, 0);
  }
  assert.deepEqual(seen[1], seen[0]);
});

test('contours evolved side by side are the same as alone', async () => {
  const random = new Random(12);
  const channel = scene(random, 70, 60);
  const starts = [rectangle(70, 60), rectangle(70, 60, 0.3), rectangle(70, 60, 0.4)];
  const together = await finalOf(new CpuExecutor(), channel, problem(starts));
  for (const [i, start] of starts.entries()) {
    const [alone] = await finalOf(new CpuExecutor(), channel, problem([start], { capacity: 256 }));
    assert.deepEqual(essence(alone!), essence(together[i]!));
  }
});

/** A simple ring in a scene of a size that fast-check draws. */
const ringsInScenes = () =>
  fc
    .tuple(between(30, 70), between(30, 70))
    .chain(([width, height]) =>
      fc.record({ width: fc.constant(width), height: fc.constant(height), ring: starRings(width, height, 5, 12) }),
    )
    .filter(({ ring }) => isSimple(ringWords(ring)));

test('at every step the ring is strictly simple, in its box, with exact sums, and the criterion only falls', () =>
  fc.assert(
    fc.asyncProperty(
      ringsInScenes(),
      fc.constantFrom(...variants),
      seeds(),
      async ({ width, height, ring }, { kind, more }, seed) => {
        const channel = scene(new Random(seed), width, height, kind);
        const executor = new CpuExecutor();
        const tables = await makeTables(executor, channel, { stride: 4 });
        const box = { x0: 1, y0: 1, x1: width - 1, y1: height - 1 };
        const states = await runAll(executor, tables, problem([{ ring, box }], { ...more, distance: 16 }));
        let before: Snapshot | undefined;
        for (const [state] of states) {
          assert.ok(isSimple(ringWords(state!.ring)));
          for (let i = 0; i < state!.ring.length; i += 2) {
            assert.ok(state!.ring[i]! >= box.x0 && state!.ring[i]! <= box.x1);
            assert.ok(state!.ring[i + 1]! >= box.y0 && state!.ring[i + 1]! <= box.y1);
          }
          if (before && before.moves < state!.moves && before.ring.length === state!.ring.length) {
            assert.ok(state!.criterion < before.criterion, `criterion at step ${state!.step}`);
          }
          if (before && before.removals < state!.removals)
            assert.ok(state!.length < before.length, `length at step ${state!.step}`);
          // The sums of a ring that has just got new vertices follow in the next step.
          const grew = before !== undefined && before.ring.length < state!.ring.length;
          if (state!.step % 7 === 1 && !grew) assert.deepEqual(state!.moments, bruteMoments(channel, state!.ring));
          before = state;
        }
        assert.equal(before!.running, false);
        assert.deepEqual(before!.moments, bruteMoments(channel, before!.ring));
      },
    ),
    { numRuns: 24 },
  ));

/** A simple ring in a small square, and where one of its vertices goes. */
const movesOfRings = () =>
  between(3, 14).chain((size) =>
    fc.record({
      ring: starRings(size, size, 3, 8).filter((ring) => isSimple(ringWords(ring))),
      place: fc.nat(),
      x: between(0, size),
      y: between(0, size),
    }),
  );

test('a move is legal exactly where the whole ring stays strictly simple', () => {
  let [legal, refused] = [0, 0];
  fc.assert(
    fc.property(movesOfRings(), ({ ring, place, x, y }) => {
      const k = ring.length / 2;
      const i = place % k;
      const moved = [...ring];
      [moved[2 * i], moved[2 * i + 1]] = [x, y];
      const [p, n] = [(i + k - 1) % k, (i + 1) % k];
      const answer = isLegal(ringWords(ring), p, n, true, x, y);
      assert.equal(answer, isSimple(ringWords(moved)), `${ring} → ${moved}`);
      if (answer) legal++;
      else refused++;
      if (k > 3) {
        const without = ring.filter((_, word) => word >> 1 !== i);
        assert.equal(isLegal(ringWords(ring), p, n, false, 0, 0), isSimple(ringWords(without)), `${ring} less ${i}`);
      }
    }),
    { numRuns: 4000 },
  );
  assert.ok(legal > 200 && refused > 200, `${legal} legal, ${refused} refused`);
});
