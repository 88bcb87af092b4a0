import assert from 'node:assert/strict';
import { it } from 'node:test';
import { later, loaded } from '../../../src/core/later.js';

it('a part is loaded once, and what failed is loaded again', async () => {
  let calls = 0;
  const part = later(async () => {
    calls++;
    if (calls === 1) throw new TypeError('Failed to fetch dynamically imported module');
    return { value: 7 };
  });
  assert.equal(part.now, undefined);
  const refused = { code: 'not-loaded', values: { reason: 'TypeError: Failed to fetch dynamically imported module' } };
  await Promise.all([assert.rejects(part.load(), refused), assert.rejects(part.load(), refused)]);
  assert.equal(calls, 1, 'those that ask at the same time wait for the same');
  const [one, other] = await Promise.all([part.load(), part.load()]);
  assert.equal(one, other);
  assert.equal(part.now, one);
  assert.equal(await part.load(), one);
  assert.equal(calls, 2);
});

it('the reason of a failure has no address of a script, which the cause keeps', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module: https://host.test/dist/part-B1x.js');
  await assert.rejects(loaded(Promise.reject(cause)), {
    code: 'not-loaded',
    values: { reason: 'TypeError: Failed to fetch dynamically imported module' },
    cause,
  });
});
