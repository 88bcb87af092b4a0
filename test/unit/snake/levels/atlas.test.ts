/** Windows that evolve side by side in one image: each as it would alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CpuExecutor } from '../../../../src/compute/cpu-executor.js';
import { positionsOf } from '../../../../src/core/geometry/ring.js';
import { ringSpans } from '../../../../src/core/geometry/scanline.js';
import { atlasOf } from '../../../../src/snake/levels/atlas.js';
import { restBeside, restOf, sharesOf, windowSums } from '../../../../src/snake/levels/level-means.js';
import { Random } from '../../../support/random.js';
import { finalOf, problem, rectangle, scene } from '../../../support/snake/cases.js';

const sizes = [
  [60, 52],
  [44, 52],
  [60, 31],
] as const;

const codeMeans = Array.from({ length: 16 }, () => 1 / 16);

test('a contour in a window beside others is bit for bit what it is in that window alone', async () => {
  for (const kind of [{}, { planes: 2, masked: true }, { bits: 8 }, { codes: 16, masked: true }] as const) {
    const random = new Random(17);
    const codes = 'codes' in kind;
    const channels = sizes.map(([width, height]) => scene(random, width, height, kind));
    const highest = channels[0]!.bits === 8 ? 70 : 5000;
    const moments = Array.from({ length: 2 * channels[0]!.planes.length }, (_, i) => highest ** (1 + (i % 2)));
    const of = (share: number) => ({ pixels: 40_000, means: codes ? codeMeans : moments.map((mean) => mean * share) });
    const means = { target: of(1.3), background: of(0.8) };
    const starts = sizes.map(([width, height]) => rectangle(width, height, 0.2));
    const sums = starts.map(({ ring }, k) =>
      sharesOf(windowSums(channels[k]!, ringSpans([positionsOf(ring)], channels[k]!))),
    );
    const { channel, tops } = atlasOf(channels);
    const model = codes ? 'categorical' : 'gaussian';
    const capacity = 256;
    const rests = sums.map((seen) => restOf(means, seen, codes));
    const beside = starts.map(({ ring, box }, k) => ({
      ring: ring.map((value, i) => (i % 2 === 0 ? value : value + tops[k]!)),
      box: { x0: box.x0, y0: box.y0 + tops[k]!, x1: box.x1, y1: box.y1 + tops[k]! },
      rest: restBeside(
        rests[k]!,
        sums.filter((_, other) => other !== k),
      ),
    }));
    const whole = await channel.rows(0, channel.height);
    const together = await finalOf(new CpuExecutor(), whole, problem(beside, { model, capacity }));
    for (const [k, start] of starts.entries()) {
      const alone = { ...start, rest: rests[k]! };
      const [wanted] = await finalOf(new CpuExecutor(), channels[k]!, problem([alone], { model, capacity }));
      const found = together[k]!;
      assert.ok(wanted!.moves > 0, 'there is something to find');
      assert.deepEqual(
        found.ring.map((value, i) => (i % 2 === 0 ? value : value - tops[k]!)),
        wanted!.ring,
      );
      assert.deepEqual(found.moments, wanted!.moments);
      assert.deepEqual(found.domain, wanted!.domain);
      assert.equal(found.step, wanted!.step);
    }
  }
});

test('an image of windows is the same in strips, each of which may take the place of another', async () => {
  for (const kind of [{}, { masked: true, planes: 2 }, { bits: 8 }] as const) {
    const random = new Random(18);
    const channels = sizes.map(([width, height]) => scene(random, width, height, kind));
    const { channel, tops } = atlasOf(channels);
    assert.deepEqual(tops, [0, 52, 104]);
    assert.deepEqual([channel.width, channel.height, channel.count], [60, 135, channels[0]!.planes.length]);
    const whole = await channel.rows(0, channel.height);
    for (const [k, window] of channels.entries()) {
      for (let row = 0; row < window.height; row++) {
        const at: number = (tops[k]! + row) * 60;
        const from = row * window.width;
        const until = from + window.width;
        for (const [plane, values] of window.planes.entries()) {
          assert.deepEqual(whole.planes[plane]!.subarray(at, at + window.width), values.subarray(from, until));
        }
        const mask = window.missing?.subarray(from, until) ?? new Uint8Array(window.width);
        assert.deepEqual(whole.missing!.subarray(at, at + window.width), mask);
        assert.ok(whole.missing!.subarray(at + window.width, at + 60).every((flag) => flag === 1));
      }
    }
    let spent: Awaited<ReturnType<typeof channel.rows>> | undefined;
    for (let first = 0; first < 135; first += 40) {
      const rows = Math.min(40, 135 - first);
      spent = await channel.rows(first, rows, spent);
      const part = (plane: Uint8Array | Uint16Array) => plane.subarray(first * 60, (first + rows) * 60);
      assert.deepEqual(spent.missing, part(whole.missing!));
      // Outside the domain, planes hold anything.
      const { missing = new Uint8Array() } = spent;
      const seen = (plane: Uint8Array | Uint16Array): number[] =>
        [...plane].map((value, i) => (missing[i] ? -1 : value));
      assert.deepEqual(spent.planes.map(seen), whole.planes.map(part).map(seen));
    }
  }
});
