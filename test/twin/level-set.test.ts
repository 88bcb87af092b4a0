import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { evolveOnDevice } from '../../src/level-set/device-run.js';
import { LOG_STEPS } from '../../src/level-set/law.js';
import { Kind, Status, T, TILING_WORDS } from '../../src/level-set/layout.js';
import type { Snapshot } from '../../src/level-set/optimiser.js';
import type { Problem } from '../../src/level-set/problem.js';
import { forms } from '../../src/level-set/schema.js';
import { CpuExecutor } from '../../src/worker/cpu-executor.js';
import type { Executor } from '../../src/worker/executor.js';
import { testGpu } from '../support/gpu.js';
import { randomCase } from '../support/level-set-cases.js';
import { kernelTrials, randomProblem } from '../support/level-set-trials.js';
import { Random } from '../support/random.js';
import { assertTwin } from '../support/twin.js';

test('every kernel of the level set leaves the words that its twin leaves', async (t) => {
  const gpu = await testGpu(t);
  if (!gpu) return;
  const random = new Random(21);
  for (let k = 0; k < 14; k++) {
    const problem = randomProblem(random, k % 2 === 1);
    for (const trial of await kernelTrials(random, problem)) {
      await t.test(`case ${k}, ${trial.kernel.name}`, async () => void (await assertTwin(gpu, trial)));
    }
  }
});

test('whole runs end alike on both backends, in every form', async (t) => {
  const gpu = await testGpu(t);
  if (!gpu) return;
  const cpu = new CpuExecutor();
  const random = new Random(22);
  for (let k = 0; k < 9; k++) {
    const its = randomCase(random, k % 2 === 1);
    const schedule = { ...its.schedule, filterSize: k % 3 === 0 ? 11 : 3, outerIterations: 3 };
    const problem: Problem = { ...its, schedule, form: forms[k % 3]! };
    await t.test(`case ${k}, ${problem.form}, ${problem.speed.kind}`, async () => {
      const wanted = await statesOf(cpu, problem);
      assert.deepEqual(await statesOf(gpu, problem), wanted);
      assert.equal(gpu.stats().buffers, 0);
    });
  }
});

test('the words of Tiling and status are those of the shaders', () => {
  const source = readFileSync('src/wgsl/shared/tiling.wgsl', 'utf8');
  const body = /struct Tiling \{([^}]*)\}/.exec(source)![1]!;
  const fields = [...body.matchAll(/(\w+): u32,/g)].map(([, name]) => name!);
  assert.deepEqual(Object.fromEntries(fields.map((name, k) => [name, k])), T);
  assert.equal(fields.length, TILING_WORDS);
  const status = [...source.matchAll(/^const Status_(\w+) = (\d+)u;$/gm)].map(([, name, at]) => [name, Number(at)]);
  assert.deepEqual(Object.fromEntries(status), Status);
  assert.match(source, new RegExp(`const Kind_chanVese = ${Kind['chan-vese']}u;`));
  assert.match(source, new RegExp(`const Kind_gaussian = ${Kind.gaussian}u;`));
  const steps = /logSteps = array<u32, 16>\(([^)]*)\)/.exec(
    readFileSync('src/wgsl/level_set_speed_table.wgsl', 'utf8'),
  )!;
  assert.deepEqual(steps[1]!.split(',').map(Number), [...LOG_STEPS]);
});

const statesOf = async (executor: Executor, problem: Problem): Promise<Snapshot[]> => {
  const states: Snapshot[] = [];
  for await (const state of evolveOnDevice(executor, problem, undefined, { batch: 1 })) states.push(state);
  return states;
};
