import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { History } from '../../src/element/history.js';
import { square, uuidOf } from '../support/contours.js';

const ids = (history: History): string[] => history.contours.map(({ id }) => id);

describe('history', () => {
  it('undoes and redoes an addition, a change and a removal, each in its place', () => {
    const history = new History();
    history.put([square(1), square(2), square(3)], 'import');
    history.put([square(2, 99)], 'edit');
    history.remove([uuidOf(1)], 'remove');
    assert.deepEqual(ids(history), [uuidOf(2), uuidOf(3)]);
    assert.equal(history.undo()?.reason, 'undo');
    assert.deepEqual(ids(history), [uuidOf(1), uuidOf(2), uuidOf(3)]);
    assert.deepEqual(history.get(uuidOf(2)), square(2, 99));
    history.undo();
    assert.deepEqual(history.get(uuidOf(2)), square(2));
    history.undo();
    assert.deepEqual(ids(history), []);
    assert.equal(history.undo(), undefined);
    while (history.redo());
    assert.deepEqual(ids(history), [uuidOf(2), uuidOf(3)]);
    assert.deepEqual(history.get(uuidOf(2)), square(2, 99));
  });

  it('exchanges some contours for others in one change, which is undone and redone', () => {
    const history = new History();
    history.put([square(1), square(2), square(3), square(4)], 'import');
    history.exchange([uuidOf(3), uuidOf(1)], [square(5), square(3, 99)], 'refine');
    const after = [square(2), square(4), square(5), square(3, 99)];
    assert.deepEqual(history.contours, after);
    history.undo();
    assert.deepEqual(history.contours, [square(1), square(2), square(3), square(4)]);
    history.redo();
    assert.deepEqual(history.contours, after);
  });

  it('forgets what was undone once something new is done', () => {
    const history = new History();
    history.put([square(1)], 'segment');
    history.undo();
    history.put([square(2)], 'segment');
    assert.equal(history.redo(), undefined);
    assert.deepEqual(ids(history), [uuidOf(2)]);
  });

  it('makes no entry of a change that changes nothing', () => {
    const history = new History();
    history.remove([uuidOf(9)], 'remove');
    history.put([], 'import');
    assert.equal(history.state.undo.length, 0);
  });

  it('keeps the last of two contours of one id that come together', () => {
    const history = new History();
    history.put([square(1), square(1, 50)], 'import');
    assert.deepEqual(history.contours, [square(1, 50)]);
  });

  it('comes back to every list that was, whatever was done', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('put' as const), ids: fc.array(fc.nat(6), { maxLength: 4 }), x: fc.nat(100) }),
      fc.record({ kind: fc.constant('remove' as const), ids: fc.array(fc.nat(6), { maxLength: 4 }) }),
      fc.record({ kind: fc.constant('replace' as const), ids: fc.array(fc.nat(6), { maxLength: 4 }), x: fc.nat(100) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const history = new History();
        const past = [history.contours];
        for (const one of steps) {
          const depth = history.state.undo.length;
          if (one.kind === 'remove') history.remove(one.ids.map(uuidOf), 'remove');
          else if (one.kind === 'put') {
            const contours = one.ids.map((n) => square(n, one.x));
            history.put(contours, 'import');
          } else {
            const contours = one.ids.map((n) => square(n, one.x));
            history.replace(contours, 'set');
          }
          assert.equal(new Set(ids(history)).size, history.contours.length);
          if (history.state.undo.length > depth) past.push(history.contours);
        }
        for (let k = past.length - 2; k >= 0; k--) {
          history.undo();
          assert.deepEqual(history.contours, past[k]);
        }
        for (let k = 1; k < past.length; k++) {
          history.redo();
          assert.deepEqual(history.contours, past[k]);
        }
      }),
      { numRuns: 300, seed: 20 },
    );
  });
});
