/** Classes that a page gives: made whole, or refused. Exports failed later, with internal errors, on what was kept as it came. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkClass, colourOf } from '../../../../src/contours/formats/features.js';
import { givenClass as checked } from '../../../../src/element/contours/classes.js';

const givenClass = (given: unknown): unknown => Reflect.apply(checked, undefined, [given]);

describe('a class that a page gives', () => {
  it('is kept where it is one, the object itself', () => {
    const given = { name: 'Tumour', color: [200, 0, 0] };
    assert.equal(givenClass(given), given);
    assert.equal(givenClass(undefined), undefined);
  });

  it('has the colour of its name where it has none, as classes of contours have', () => {
    assert.deepEqual(givenClass({ name: 'ok' }), { name: 'ok', color: colourOf('ok') });
    assert.deepEqual(givenClass('ok'), { name: 'ok', color: colourOf('ok') });
    assert.deepEqual(givenClass({ name: 'ok', colorRGB: 0x010203 }), { name: 'ok', color: [1, 2, 3] });
  });

  it('is refused by name where it cannot be one', () => {
    const odd: readonly unknown[] = [
      7,
      '',
      [],
      {},
      { name: '' },
      { name: 5, color: [1, 2, 3] },
      { name: 'x', color: 'red' },
      { name: 'x', color: [1, 2] },
      { name: 'x', color: [1, 2, Number.NaN] },
      { name: 'x', color: [256, 0, -1] },
      {
        get name() {
          throw new Error('trap');
        },
      },
    ];
    for (const given of odd)
      assert.throws(() => givenClass(given), { code: 'bad-parameter', message: /classification/ });
  });

  it('has whole numbers for its colour', () => {
    assert.deepEqual(checkClass({ name: 'x', color: [0.4, 254.6, 255] }), { name: 'x', color: [0, 255, 255] });
  });
});
