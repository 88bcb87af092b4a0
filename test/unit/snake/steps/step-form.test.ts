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

test('a kernel that is compiled stands for one that is not, in either direction; where none is, the faster is waited for', async () => {
  const cpu = new CpuExecutor();
  const tables = await makeTables(cpu, scene(new Random(3), 40, 30), { stride: 8 });
  const geometry = geometryOf(tables, problem([rectangle(40, 30)]));
  const form = (short: boolean, there: readonly string[] | undefined, chunks = 1, room = 1024) => {
    const isCompiled = there && (({ kernel }: Program): boolean => there.includes(kernel.name));
    const device = { backend: 'webgpu', limits: cpu.limits, ...(isCompiled ? { isCompiled } : {}) } as const;
    const all = { chunks: Array.from({ length: chunks }, () => tables.chunks[0]) as unknown as typeof tables.chunks };
    return stepForm(device, all, geometry, room, short);
  };
  const long = ['segment_contributions', 'choose_moves'];
  assert.deepEqual([form(true, undefined), form(false, undefined)], ['two', 'three']);
  assert.deepEqual([form(true, []), form(false, [])], ['two', 'three']);
  assert.deepEqual([form(true, ['try_moves']), form(false, ['try_moves'])], ['two', 'two']);
  assert.deepEqual([form(true, long), form(false, long)], ['three', 'three']);
  assert.deepEqual([form(true, ['choose_moves']), form(false, ['choose_moves', 'try_moves'])], ['two', 'two']);
  assert.deepEqual([form(true, [...long, 'try_moves']), form(false, [...long, 'try_moves'])], ['two', 'three']);
  // Tables in several chunks have one form, and contours that a workgroup does not hold another.
  assert.deepEqual([form(true, ['try_moves'], 2), form(true, ['try_moves'], 1, 4096)], ['three', 'single']);
  tables.destroy();
});
