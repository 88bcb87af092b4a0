/** The order in which a device evolves the contours of many runs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtIn } from '../../../../src/algorithms.js';
import { Beside } from '../../../../src/snake/steps/beside/beside.js';
import { batched } from '../../../../src/snake/steps/beside/planned.js';
import { type SmallProblem, smallPlanes, smallProblem } from '../../../../src/snake/steps/beside/small.js';
import { Engine } from '../../../../src/worker/engine.js';
import { LossyExecutor } from '../../../support/devices/lossy.js';
import { manyDiscs } from '../../../support/images/many-discs.js';
import { caseOf } from '../../../support/snake/problems.js';

/** Two problems on one domain: a ring of four vertices, and one of more vertices than half of the smallest class. */
const problems = (): { readonly small: SmallProblem; readonly large: SmallProblem } => {
  const { channel, problem, stride } = caseOf(0, 24);
  const { width, height } = channel;
  const planes = smallPlanes(channel, stride);
  const box = { x0: 1, y0: 1, x1: width - 1, y1: height - 1 };
  const [{ x0, y0, x1, y1 }, along]: [typeof box, number[]] = [box, []];
  for (let x = x0; x < x1; x++) along.push(x, y0);
  for (let y = y0; y < y1; y++) along.push(x1, y);
  for (let x = x1; x > x0; x--) along.push(x, y1);
  for (let y = y1; y > y0; y--) along.push(x0, y);
  assert.ok(along.length / 2 > 32);
  const of = (ring: readonly number[], capacity: number): SmallProblem =>
    smallProblem(planes, { ...problem, starts: [{ ring, box }], capacity, maximumSteps: 1 });
  return { small: of([x0, y0, x1, y0, x1, y1, x0, y1], 64), large: of(along, 256) };
};

test('a contour of many vertices does not wait until there are no more of few', async () => {
  const executor = new LossyExecutor('device');
  const beside = Beside.on(executor);
  const { small, large } = problems();
  assert.ok(await beside.prepare());
  let [ended, others] = [false, 0];
  /** Requests one after another, so that there is always another one when a batch ends. */
  const goOn = async (): Promise<void> => {
    for (; !ended && others < 20; others++) assert.ok(await beside.evolve(small));
  };
  const going = [goOn(), goOn()];
  assert.ok(await beside.evolve(large), 'no batch took it');
  ended = true;
  await Promise.all(going);
  assert.ok(others < 20, 'it waited for all others');
  executor.dispose();
});

test('the kernel of batches is compiled while a search looks for starts', async () => {
  // A small search may end before the code is loaded.
  await batched.load();
  const executor = new LossyExecutor('device');
  const backend = { executor, backend: 'webgpu', adapter: executor.adapter, reason: 'a test' } as const;
  const engine = new Engine(builtIn, { backend: 'webgpu' }, async () => backend, backend);
  const run = engine.segment(await engine.load(manyDiscs(4, 4).image), { init: 'auto' });
  run.outcome.catch(() => {});
  for await (const { searching } of run) {
    if (searching && !executor.prepared.has('evolve_contours')) continue;
    assert.ok(searching, 'it has starts, and nothing compiles');
    break;
  }
  assert.ok(executor.prepared.has('evolve_contours'));
  engine.dispose();
});
