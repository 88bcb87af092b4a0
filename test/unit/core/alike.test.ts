import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { alike } from '../../../src/core/alike.js';

test('values of JSON are alike where their texts with sorted keys are the same', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      assert.ok(alike(a, structuredClone(a)));
      const text = (value: unknown): string =>
        JSON.stringify(value, (_key, entry: unknown) =>
          typeof entry === 'object' && entry !== null && !Array.isArray(entry)
            ? Object.entries(entry).sort(([p], [q]) => (p < q ? -1 : 1))
            : entry,
        );
      if (alike(a, b)) assert.equal(text(a), text(b));
    }),
  );
  assert.ok(alike({ a: 1, b: [2] }, { b: [2], a: 1 }));
  assert.ok(!alike({ a: 1 }, { a: 1, b: undefined }));
  assert.ok(!alike([], {}) && !alike(null, {}) && !alike([1], [1, 2]));
});
