/** New vertices in rings of hundreds, whose edges lie in many boxes and several tiles of a workgroup: the same words on both sides. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CpuExecutor } from '../../../src/compute/cpu-executor.js';
import { addVertices } from '../../../src/snake/kernels/add_vertices.js';
import { G, Phase, S } from '../../../src/snake/kernels/shared/layout.js';
import { geometryOf, initialWords } from '../../../src/snake/steps/optimiser.js';
import { makeTables } from '../../../src/snake/tables/tables.js';
import { sharedGpu } from '../../support/devices/gpu.js';
import { assertSameBits } from '../../support/kernels/kernel-trial.js';
import { Random } from '../../support/random.js';
import { problem, scene } from '../../support/snake/cases.js';

const [SIDE, CAPACITY] = [512, 2048];

/** Spikes round the middle of the domain, so narrow that new vertices, rounded to whole pixels, get in each other's way. */
const spikes = (random: Random, vertices: number): number[] =>
  Array.from({ length: vertices }, (_, i) => {
    const angle = (2 * Math.PI * i) / vertices;
    const radius = i % 2 === 0 ? random.between(30, 70) : random.between(60, 250);
    return [SIDE / 2 + Math.round(radius * Math.cos(angle)), SIDE / 2 + Math.round(radius * Math.sin(angle))];
  }).flat();

test('new vertices in rings of hundreds are the same on both sides', async (t) => {
  const gpu = await sharedGpu(t);
  if (!gpu) return;
  const random = new Random(11);
  const cpu = new CpuExecutor();
  const tables = await makeTables(cpu, scene(random, 32, 32), { stride: 8 });
  for (const vertices of [300, 500, 700, 900]) {
    const box = { x0: 0, y0: 0, x1: SIDE, y1: SIDE };
    const its = { ...problem([{ ring: spikes(random, vertices), box }]), capacity: CAPACITY, minimumLength: 4 };
    const geometry = geometryOf(tables, its);
    const { state, ring } = initialWords(geometry, its);
    state[S.phase] = Phase.add;
    state[S.room] = CAPACITY;
    const words = { geometry, state, ring, waiting: CAPACITY, order: CAPACITY };
    const after = await assertSameBits(gpu, { kernel: addVertices, words, groups: [1, 1, geometry[G.contours]!] });
    const added = after.state![S.vertices]! - vertices;
    assert.ok(added > 0 && added < vertices, `${added} of ${vertices}`);
  }
  tables.destroy();
});
