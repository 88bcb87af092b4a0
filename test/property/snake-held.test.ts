/** Vertices that stay and moments beyond the tables: what a contour wider than the tables is refined with. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CpuExecutor } from '../../src/compute/cpu-executor.js';
import type { Problem, Snapshot } from '../../src/snake/steps/optimiser.js';
import { seeds } from '../support/arbitraries.js';
import { Random } from '../support/random.js';
import { finalOf, type scene } from '../support/snake/cases.js';
import { heldCase } from '../support/snake/held.js';

const variants: readonly { readonly kind: Parameters<typeof scene>[3]; readonly more: Partial<Problem> }[] = [
  { kind: {}, more: {} },
  { kind: { bits: 8, planes: 2 }, more: { model: 'common', lengthCost: 1 } },
  { kind: { bits: 16, planes: 3, masked: true }, more: { model: 'common', prior: 0.002 } },
  { kind: { bits: 8 }, more: { model: 'poisson' } },
  { kind: { codes: 16 }, more: { model: 'categorical' } },
];

const essence = ({ ring, step, moves, removals, criterion, length, moments, domain }: Snapshot) => ({
  ring,
  step,
  moves,
  removals,
  criterion,
  length,
  moments,
  domain,
});

test('pixels that cannot change sides may as well be constants: the same steps to the same ring and sums', () =>
  fc.assert(
    fc.asyncProperty(fc.constantFrom(...variants), seeds(), async ({ kind, more }, seed) => {
      const { whole, inWhole, part, inPart } = heldCase(new Random(seed), kind, more);
      const [wanted] = await finalOf(new CpuExecutor(), whole, inWhole);
      const [found] = await finalOf(new CpuExecutor(), part, inPart);
      assert.deepEqual(essence(found!), essence(wanted!));
      assert.ok(found!.moves > 0);
    }),
    { numRuns: 8 },
  ));

test('vertices outside the box stay, and nothing is added or removed there', () =>
  fc.assert(
    fc.asyncProperty(fc.constantFrom(...variants), seeds(), async ({ kind, more }, seed) => {
      const { whole, inWhole } = heldCase(new Random(seed), kind, { ...more, minimumLength: 3 });
      const [{ box, ring: before }] = inWhole.starts as [(typeof inWhole.starts)[0]];
      const outside = (ring: readonly number[]): string[] =>
        Array.from({ length: ring.length / 2 }, (_, i) => [ring[2 * i]!, ring[2 * i + 1]!] as const)
          .filter(([x, y]) => x < box.x0 || y < box.y0 || x > box.x1 || y > box.y1)
          .map(([x, y]) => `${x} ${y}`);
      const [found] = await finalOf(new CpuExecutor(), whole, inWhole);
      assert.deepEqual(outside(found!.ring), outside(before));
      assert.equal(outside(before).length, 2);
    }),
    { numRuns: 8 },
  ));
