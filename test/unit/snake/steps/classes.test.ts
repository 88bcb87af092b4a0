import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExecutorLimits } from '../../../../src/compute/executor.js';
import { classesOf } from '../../../../src/snake/steps/beside/classes.js';

const limits = (workgroupBytes: number, storageBindings = 10): ExecutorLimits => ({
  binding: 2 ** 27,
  buffer: 2 ** 28,
  groups: 65535,
  storageBindings,
  workgroupBytes,
});

test('a class of contours tries as many vertices at once as its workgroup has memory for', () => {
  assert.deepEqual(classesOf(limits(49152)), [
    { vertices: 64, moments: 9, parties: 4 },
    { vertices: 64, moments: 17, parties: 4 },
    { vertices: 256, moments: 9, parties: 2 },
  ]);
  assert.deepEqual(classesOf(limits(32768)), [
    { vertices: 64, moments: 9, parties: 4 },
    { vertices: 64, moments: 17, parties: 2 },
  ]);
  assert.deepEqual(classesOf(limits(16384)), [{ vertices: 64, moments: 9, parties: 1 }]);
  assert.deepEqual(classesOf(limits(49152, 7)), []);
});
