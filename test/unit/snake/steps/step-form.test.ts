/** The form of a step on a device whose kernels are still being compiled. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CpuExecutor } from '../../../../src/compute/cpu-executor.js';
import type { Program } from '../../../../src/compute/executor.js';
import { geometryOf } from '../../../../src/snake/steps/optimiser.js';
import { stepForm } from '../../../../src/snake/steps/step.js';
import { makeTables } from '../../../../src/snake/tables/tables.js';
import { Random } from '../../../support/random.js';
import { problem, rectangle, scene } from '../../../support/snake/cases.js';

test('kernels that are compiled stand for others that are not; where none do, single ones are waited for', async () => {
  const cpu = new CpuExecutor();
  const tables = await makeTables(cpu, scene(new Random(3), 40, 30), { stride: 8 });
  const geometry = geometryOf(tables, problem([rectangle(40, 30)]));
  const form = (short: boolean, there: readonly string[] | undefined, chunks = 1, room = 1024) => {
    const isCompiled = there && (({ kernel }: Program): boolean => there.includes(kernel.name));
    const device = { backend: 'webgpu', limits: cpu.limits, ...(isCompiled ? { isCompiled } : {}) } as const;
    const all = { chunks: Array.from({ length: chunks }, () => tables.chunks[0]) as unknown as typeof tables.chunks };
    return stepForm(device, all, geometry, room, short);
  };
  const short = ['try_moves', 'close_step'];
  const long = ['segment_contributions', 'choose_moves', 'close_step'];
  assert.deepEqual([form(true, undefined), form(false, undefined)], ['two', 'three']);
  assert.deepEqual([form(true, []), form(false, [])], ['single', 'single']);
  assert.deepEqual([form(true, short), form(false, short)], ['two', 'two']);
  assert.deepEqual([form(true, long), form(false, long)], ['three', 'three']);
  assert.deepEqual([form(true, [...long, ...short]), form(false, [...long, ...short])], ['two', 'three']);
  const others = [...short, ...long].filter((name) => name !== 'close_step');
  for (const few of [others, ['close_step'], long.slice(1)]) assert.equal(form(true, few), 'single', `${few}`);
  // Tables in several chunks have one form beside single kernels, and contours that a workgroup does not hold none.
  assert.deepEqual([form(true, undefined, 2), form(true, short, 2)], ['three', 'single']);
  assert.equal(form(true, undefined, 1, 4096), 'single');
  tables.destroy();
});
