import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtIn } from '../../../src/algorithms.js';
import type { Backend } from '../../../src/compute/backend.js';
import { CpuExecutor } from '../../../src/compute/cpu-executor.js';
import { Engine, type EngineOptions, type EngineRequest } from '../../../src/worker/engine.js';
import { LossyExecutor } from '../../support/devices/lossy.js';

const [width, height] = [64, 60];
const data = Uint8Array.from({ length: width * height }, (_, i) =>
  Math.hypot((i % width) - 32, Math.floor(i / width) - 30) < 14 ? 150 + (i % 11) : 80 + (i % 7),
);
const init = { x: 12, y: 10, width: 40, height: 40 };

const budgetOf = async (
  executor: CpuExecutor | LossyExecutor,
  options: EngineOptions,
  request: Partial<EngineRequest>,
) => {
  const { backend, adapter } = executor;
  const made: Backend = { executor, backend, adapter, reason: 'a test' };
  const engine = new Engine(builtIn, options, async () => made, made);
  const { properties } = await engine.segment(await engine.load({ width, height, data }), { init, ...request }).result;
  engine.dispose();
  return JSON.parse(properties.metadata.request!).pixelBudget;
};

test('the snake’s budget is the same on every back end, unless somebody gives one', async () => {
  const executors = () => [new CpuExecutor(), new LossyExecutor('a card')];
  for (const executor of executors()) assert.equal(await budgetOf(executor, {}, {}), 2 ** 24, executor.backend);
  for (const executor of executors()) assert.equal(await budgetOf(executor, { pixelBudget: 5000 }, {}), 5000);
  for (const executor of executors())
    assert.equal(await budgetOf(executor, { pixelBudget: 5000 }, { pixelBudget: 900 }), 900);
});
