/** Windows that evolve side by side in one image: each as it would alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CpuExecutor } from '../../../../src/compute/cpu-executor.js';
import { positionsOf } from '../../../../src/core/ring.js';
import { ringSpans } from '../../../../src/core/scanline.js';
import { atlasOf } from '../../../../src/snake/levels/atlas.js';
import { restBeside, restOf, windowSums } from '../../../../src/snake/levels/level-means.js';
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
    const sums = starts.map(({ ring }, k) => windowSums(channels[k]!, ringSpans([positionsOf(ring)], channels[k]!)));
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
    const together = await finalOf(new CpuExecutor(), channel, problem(beside, { model, capacity }));
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
