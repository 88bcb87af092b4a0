import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CpuExecutor } from '../../../../src/compute/cpu-executor.js';
import { positionsOf } from '../../../../src/core/geometry/ring.js';
import { firstTouch } from '../../../../src/core/geometry/segments.js';
import { latticePins, pinnedStart, refuseShared, throughPins, withPinned } from '../../../../src/snake/hints/pins.js';
import { evolve } from '../../../../src/snake/steps/optimiser.js';
import { makeTables } from '../../../../src/snake/tables/tables.js';
import { Random } from '../../../support/random.js';
import { problem, rectangle, scene } from '../../../support/snake/cases.js';

const square = [10, 10, 20, 10, 20, 20, 10, 20];
const frame = { domain: { x: 4, y: 2, width: 30, height: 20 }, scaleX: 2, scaleY: 2 };

describe('latticePins', () => {
  it('lie on the nearest corners of the domain at the level, each once', () => {
    assert.deepEqual(
      latticePins(
        [
          [20.9, 9],
          [21, 9.1],
          [0, 100],
        ],
        frame,
      ),
      [6, 3, 7, 3, 0, 20],
    );
    assert.deepEqual(
      latticePins(
        [
          [20.9, 9],
          [20.8, 9.2],
        ],
        frame,
      ),
      [6, 3],
    );
    assert.deepEqual(latticePins(undefined, frame), []);
  });
});

describe('throughPins', () => {
  it('keeps a vertex that is there, moves one within a pixel, and adds one on the nearest edge elsewhere', () => {
    assert.deepEqual(throughPins(square, [20, 10]), square);
    assert.deepEqual(throughPins(square, [21, 10]), [10, 10, 21, 10, 20, 20, 10, 20]);
    assert.deepEqual(throughPins(square, [15, 4]), [10, 10, 15, 4, 20, 10, 20, 20, 10, 20]);
    assert.deepEqual(throughPins(square, [15, 10]), [10, 10, 15, 10, 20, 10, 20, 20, 10, 20]);
  });

  it('does not move one pin for another', () => {
    assert.deepEqual(throughPins(square, [20, 10, 21, 10]), [10, 10, 20, 10, 21, 10, 20, 20, 10, 20]);
  });

  it('takes another edge where the nearest one would meet the rest', () => {
    // A comb: over the gap the nearest edge is that of the tooth, from which the way is open too.
    const comb = [0, 0, 30, 0, 30, 20, 20, 20, 20, 4, 10, 4, 10, 20, 0, 20];
    const through = throughPins(comb, [15, 18]);
    assert.ok(through);
    assert.equal(firstTouch(positionsOf(through)), undefined);
  });
});

describe('a pinned start', () => {
  it('is refused where no ring goes through its pins', () => {
    // Edges with one pin on either side of a whisker of no width.
    const start = { ring: square, box: { x0: 0, y0: 0, x1: 30, y1: 20 } };
    const all = Array.from({ length: 11 }, (_, y) =>
      Array.from({ length: 11 }, (_, x) => [10 + x, 10 + y]).flat(),
    ).flat();
    try {
      const { ring, pinned } = pinnedStart(start, all, frame.domain);
      assert.equal(pinned, all);
      assert.equal(firstTouch(positionsOf(ring)), undefined);
    } catch (error) {
      assert.ok(error instanceof Error && 'code' in error && error.code === 'bad-pins', `${error}`);
    }
  });

  it('has a box that holds its pins', () => {
    const start = { ring: square, box: { x0: 10, y0: 10, x1: 20, y1: 20 } };
    assert.deepEqual(pinnedStart(start, [25, 15], frame.domain).box, { x0: 10, y0: 10, x1: 25, y1: 20 });
  });

  it('keeps its pins through a whole run, beside which the same without moves them', async () => {
    const cpu = new CpuExecutor();
    const tables = await makeTables(cpu, scene(new Random(4), 60, 50), { stride: 8 });
    const pins = [0, 0, 60, 0, 33, 50];
    const start = rectangle(60, 50);
    const through = pinnedStart(start, pins, { x: 0, y: 0, width: 60, height: 50 });
    const has = (ring: readonly number[]): boolean[] =>
      positionsOf(pins).map(([x, y]) => positionsOf(ring).some(([vx, vy]) => vx === x && vy === y));
    for (const [given, stays] of [
      [through, true],
      [{ ring: through.ring, box: through.box }, false],
    ] as const) {
      const run = evolve(cpu, tables, problem([given], { distance: 16 }), () => 1);
      for (let next = await run.next('go'); ; next = await run.next('go')) {
        const [{ ring, moves, removals }] = next.value as [(typeof next.value)[number]];
        if (stays) assert.deepEqual(has(ring), [true, true, true]);
        if (!next.done) continue;
        assert.ok(moves > 0 && removals > 0);
        assert.ok(stays || !has(ring).every(Boolean));
        break;
      }
    }
    tables.destroy();
  });
});

describe('withPinned', () => {
  it('puts vertices where they were pinned, between corners too', () => {
    const { ring, pinned } = withPinned(square, [[20.4, 9.7]], { scaleX: 1, scaleY: 1 });
    assert.deepEqual(ring, [10, 10, 20.4, 9.7, 20, 20, 10, 20]);
    assert.deepEqual(pinned, [[20.4, 9.7]]);
  });

  it('leaves a ring without pins as it is', () => {
    assert.deepEqual(withPinned(square, undefined, { scaleX: 4, scaleY: 4 }), { ring: square, pinned: [] });
  });
});

describe('refuseShared', () => {
  it('tells of two pins at one corner', () => {
    refuseShared(
      [
        [10, 10],
        [12, 10],
      ],
      frame,
    );
    assert.throws(
      () =>
        refuseShared(
          [
            [10, 10],
            [10.5, 10],
          ],
          frame,
        ),
      /bad-pins|share a corner/,
    );
  });
});
