import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Collection } from '../../../../src/element/contours/collection.js';
import { applied, committed, noWork } from '../../../../src/element/contours/edits.js';
import type { OpenChange } from '../../../../src/element/contours/open-change.js';
import { square, uuidOf } from '../../../support/contours.js';

const ids = (collection: Collection): string[] => collection.contours.map(({ id }) => id);

/** A collection, and the events that it emits: name, id and reason. */
const setUp = () => {
  const events: unknown[][] = [];
  const collection = new Collection({
    emit: (name, detail) => {
      if ('reason' in detail) events.push([name, 'contour' in detail ? detail.contour?.id : undefined, detail.reason]);
      return true;
    },
    say: (key) => void events.push([key]),
  });
  return { collection, events };
};

describe('a collection', () => {
  it('undoes and redoes an addition, a change and a removal, each in its place', () => {
    const { collection } = setUp();
    collection.put([square(1), square(2), square(3)], 'import');
    collection.put([square(2, 99)], 'edit');
    collection.remove([uuidOf(1)], 'remove');
    assert.deepEqual(ids(collection), [uuidOf(2), uuidOf(3)]);
    assert.equal(collection.undo(), true);
    assert.deepEqual(ids(collection), [uuidOf(1), uuidOf(2), uuidOf(3)]);
    assert.deepEqual(collection.get(uuidOf(2)), square(2, 99));
    collection.undo();
    assert.deepEqual(collection.get(uuidOf(2)), square(2));
    collection.undo();
    assert.deepEqual(ids(collection), []);
    assert.equal(collection.undo(), false);
    while (collection.redo());
    assert.deepEqual(ids(collection), [uuidOf(2), uuidOf(3)]);
    assert.deepEqual(collection.get(uuidOf(2)), square(2, 99));
  });

  it('undoes what still has an effect, where another tab did away with what the last steps changed', () => {
    const { collection, events } = setUp();
    collection.put([square(1)], 'import');
    collection.put([square(2)], 'draw');
    const { undo } = collection.work;
    collection.open({ contours: [square(1)], undo, redo: [] }, { come: 'restore', go: 'restore' });
    events.length = 0;
    assert.equal(collection.undo(), true);
    assert.deepEqual(ids(collection), []);
    assert.equal(collection.canUndo, false);
    collection.redo();
    assert.deepEqual(ids(collection), [uuidOf(1)]);
    collection.open({ contours: [], undo, redo: [] }, { come: 'restore', go: 'restore' });
    events.length = 0;
    assert.equal(collection.undo(), false, 'and says nothing where there is none');
    assert.deepEqual([collection.canUndo, events], [false, []]);
  });

  it('exchanges some contours for others in one change, which is undone and redone', () => {
    const { collection } = setUp();
    collection.put([square(1), square(2), square(3), square(4)], 'import');
    collection.exchange([uuidOf(3), uuidOf(1)], [square(5), square(3, 99)], 'refine');
    const after = [square(2), square(4), square(5), square(3, 99)];
    assert.deepEqual(collection.contours, after);
    collection.undo();
    assert.deepEqual(collection.contours, [square(1), square(2), square(3), square(4)]);
    collection.redo();
    assert.deepEqual(collection.contours, after);
  });

  it('adds to an open change piece by piece, below what was done since, and undoes it as one', () => {
    const { collection, events } = setUp();
    collection.put([square(1), square(2), square(3), square(4)], 'import');
    const before = collection.contours;
    let open = collection.begin('segment');
    events.length = 0;
    const extend = (gone: readonly number[], come: readonly number[]): void => {
      const next = collection.grow(
        open,
        gone.map(uuidOf),
        come.map((id) => square(id)),
      );
      assert.ok(next);
      open = next;
    };
    extend([3], [11, 12]);
    assert.deepEqual(events, [
      ['contour-change', uuidOf(11), 'segment'],
      ['contour-remove', uuidOf(3), 'segment'],
    ]);
    collection.put([square(5)], 'draw');
    collection.put([square(11, 99)], 'edit');
    extend([1, 12], [13]);
    assert.deepEqual(collection.contours, [square(2), square(4), square(11, 99), square(5), square(13)]);
    collection.arrange(open, [square(13), square(11)]);
    const after = [square(2), square(4), square(5), square(13), square(11, 99)];
    assert.deepEqual(collection.contours, [square(2), square(4), square(5), square(13), square(11, 99)]);
    assert.equal(collection.undid(open), false);
    collection.undo();
    collection.undo();
    assert.deepEqual(collection.contours, [square(2), square(4), square(13), square(11)]);
    collection.undo();
    assert.deepEqual(collection.contours, before);
    assert.equal(collection.undid(open), true);
    assert.equal(collection.grow(open, [], [square(14)]), undefined);
    assert.deepEqual(collection.contours, before);
    while (collection.redo());
    assert.deepEqual(new Set(collection.contours), new Set(after));
    assert.deepEqual(collection.contours.slice(0, 4), [square(2), square(4), square(13), square(11, 99)]);
  });

  it('adds to a change that the history has forgotten, or has other measurements of, and that nobody has undone', () => {
    const { collection } = setUp();
    const grow = (open: OpenChange, id: number): OpenChange => {
      const next = collection.grow(open, [], [square(id)]);
      assert.ok(next);
      return next;
    };
    let open = grow(collection.begin('segment'), 1);
    const measured = { ...square(1), properties: { ...square(1).properties, measurements: { 'Inside mean': 5 } } };
    collection.amend(new Map([[collection.get(uuidOf(1))!, measured]]));
    open = grow(open, 2);
    collection.undo();
    assert.deepEqual(collection.contours, [], 'both are undone as one');
    assert.ok(collection.undid(open));
    collection.redo();
    assert.deepEqual(collection.contours, [measured, square(2)]);
    for (let x = 0; x < 300; x++) collection.put([square(3, x)], 'edit');
    assert.ok(!collection.undid(open), 'the change was forgotten, not undone');
    open = grow(open, 4);
    collection.arrange(open, [square(4), square(2), square(1)]);
    assert.deepEqual(
      collection.contours.map(({ id }) => id),
      [3, 4, 2, 1].map((id) => uuidOf(id)),
    );
    while (collection.undo());
    assert.ok(collection.get(uuidOf(4)), 'what the history forgot stays');
  });

  it('takes other measurements of a contour without a step to undo, and keeps them when one goes back and forth', () => {
    const { collection, events } = setUp();
    collection.put([square(1), square(2)], 'import');
    const moved = square(1, 99);
    collection.put([moved], 'edit');
    const measured = { ...moved, properties: { ...moved.properties, measurements: { 'Inside mean': 5 } } };
    events.length = 0;
    collection.amend(new Map([[moved, measured]]));
    assert.deepEqual(events, [['contour-change', uuidOf(1), 'measure']]);
    assert.equal(collection.get(uuidOf(1)), measured);
    collection.undo();
    assert.deepEqual(collection.get(uuidOf(1)), square(1));
    collection.redo();
    assert.equal(collection.get(uuidOf(1)), measured);
    collection.remove([uuidOf(1)], 'remove');
    collection.amend(new Map([[measured, moved]]));
    collection.undo();
    assert.equal(collection.get(uuidOf(1)), measured, 'what is gone is not amended');
  });

  it('forgets what was undone once something new is done', () => {
    const { collection } = setUp();
    collection.put([square(1)], 'segment');
    collection.undo();
    collection.put([square(2)], 'segment');
    assert.equal(collection.redo(), false);
    assert.deepEqual(ids(collection), [uuidOf(2)]);
  });

  it('makes no entry of a change that changes nothing', () => {
    const { collection } = setUp();
    collection.remove([uuidOf(9)], 'remove');
    collection.put([], 'import');
    assert.equal(collection.canUndo, false);
  });

  it('keeps the last of two contours of one id that come together', () => {
    const { collection } = setUp();
    collection.put([square(1), square(1, 50)], 'import');
    assert.deepEqual(collection.contours, [square(1, 50)]);
  });

  it('comes back to every list that was, whatever was done', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('put' as const), ids: fc.array(fc.nat(6), { maxLength: 4 }), x: fc.nat(100) }),
      fc.record({ kind: fc.constant('remove' as const), ids: fc.array(fc.nat(6), { maxLength: 4 }) }),
      fc.record({ kind: fc.constant('replace' as const), ids: fc.array(fc.nat(6), { maxLength: 4 }), x: fc.nat(100) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const { collection } = setUp();
        const past = [collection.contours];
        for (const one of steps) {
          const before = collection.contours;
          if (one.kind === 'remove') collection.remove(one.ids.map(uuidOf), 'remove');
          else if (one.kind === 'put') {
            const contours = one.ids.map((n) => square(n, one.x));
            collection.put(contours, 'import');
          } else {
            const contours = one.ids.map((n) => square(n, one.x));
            collection.replace(contours, 'set');
          }
          assert.equal(new Set(ids(collection)).size, collection.contours.length);
          if (collection.contours !== before) past.push(collection.contours);
        }
        for (let k = past.length - 2; k >= 0; k--) {
          collection.undo();
          assert.deepEqual(collection.contours, past[k]);
        }
        for (let k = 1; k < past.length; k++) {
          collection.redo();
          assert.deepEqual(collection.contours, past[k]);
        }
      }),
      { numRuns: 300, seed: 20 },
    );
  });

  it('tells of every change, and of the selection that goes with it', () => {
    const { collection, events } = setUp();
    collection.put([square(1), square(2)], 'import');
    collection.select(uuidOf(1));
    collection.remove([uuidOf(1)], 'remove');
    collection.undo();
    assert.deepEqual(events, [
      ['contour-change', uuidOf(1), 'import'],
      ['contour-select', uuidOf(1), 'select'],
      ['contour-remove', uuidOf(1), 'remove'],
      ['contour-select', undefined, 'remove'],
      ['contour-change', uuidOf(1), 'undo'],
      ['contour-select', uuidOf(1), 'undo'],
      ['undone'],
    ]);
  });

  it('selects the object that a step brings back, and none of several, of which a person may have hidden some', () => {
    const { collection } = setUp();
    const selected = (): string | undefined => collection.selected?.id;
    collection.put([square(1)], 'import');
    collection.put([square(2), square(3)], 'segment');
    collection.undo();
    collection.redo();
    assert.equal(selected(), undefined);
    collection.remove([uuidOf(3)], 'remove');
    collection.undo();
    assert.equal(selected(), uuidOf(3));
    collection.remove([uuidOf(1), uuidOf(2), uuidOf(3)], 'remove');
    collection.undo();
    assert.equal(selected(), undefined);
  });

  it('tells once of all contours that one change concerns', () => {
    const told: unknown[][] = [];
    const collection = new Collection({
      emit: (name, detail) => {
        if ('contours' in detail && detail.contours)
          told.push([name, detail.contour.id, detail.contours.map(({ id }) => id)]);
        return true;
      },
      say: () => {},
    });
    collection.put([square(1), square(2), square(3)], 'import');
    collection.replace([square(2, 99), square(4)], 'set');
    collection.open({ contours: [square(5)], undo: [], redo: [] }, { come: 'restore', go: 'image' });
    assert.deepEqual(told, [
      ['contour-change', uuidOf(1), [uuidOf(1), uuidOf(2), uuidOf(3)]],
      ['contour-change', uuidOf(2), [uuidOf(2), uuidOf(4)]],
      ['contour-remove', uuidOf(1), [uuidOf(1), uuidOf(3)]],
      ['contour-change', uuidOf(5), [uuidOf(5)]],
      ['contour-remove', uuidOf(2), [uuidOf(2), uuidOf(4)]],
    ]);
  });

  it('leaves the contours of a run to the events of the run', () => {
    const { collection, events } = setUp();
    collection.put([square(1)], 'segment', true);
    collection.exchange([uuidOf(1)], [square(2)], 'refine', true);
    assert.deepEqual(events, [['contour-remove', uuidOf(1), 'refine']]);
  });

  it('tells what an exchange by hand brings and removes', () => {
    const { collection, events } = setUp();
    collection.put([square(1), square(2)], 'segment', true);
    collection.exchange([uuidOf(2)], [square(1, 99)], 'edit');
    assert.deepEqual(events, [
      ['contour-change', uuidOf(1), 'edit'],
      ['contour-remove', uuidOf(2), 'edit'],
    ]);
  });
});

describe('edits of a list that another page has changed', () => {
  it('find contours by their ids, wherever they are now', () => {
    const edits = [{ index: 0, before: square(1), after: square(1, 50) }];
    assert.deepEqual(applied([square(9), square(1)], edits), [square(9), square(1, 50)]);
    assert.deepEqual(applied([square(9)], edits), [square(9)]);
    assert.deepEqual(applied([square(9), square(1)], [{ index: 0, before: square(1) }]), [square(9)]);
  });

  it('put an added contour in the place of one of its id', () => {
    assert.deepEqual(applied([square(1), square(2)], [{ index: 0, after: square(2, 50) }]), [square(1), square(2, 50)]);
    assert.deepEqual(applied([square(1)], [{ index: 7, after: square(2) }]), [square(1), square(2)]);
  });
});

describe('a history that is bounded', () => {
  /** Contours of five positions, each in the place of the one before: a change holds 2,368 bytes. */
  const after = (changes: number, most?: number) => {
    let work = committed(noWork, { reason: 'import', edits: [{ index: 0, after: square(1, 0) }] }, most);
    for (let k = 1; k < changes; k++)
      work = committed(
        work,
        { reason: 'edit', edits: [{ index: 0, before: square(1, k - 1), after: square(1, k) }] },
        most,
      );
    return work;
  };

  it('keeps 200 changes', () => {
    assert.equal(after(250).undo.length, 200);
    assert.equal(after(30).undo.length, 30);
  });

  it('keeps those whose contours have room, and the last in any case', () => {
    assert.equal(after(50, 10 * 2368).undo.length, 10);
    assert.equal(after(50, 1).undo.length, 1);
    assert.deepEqual(after(50, 10 * 2368).undo.at(-1)?.edits[0]?.after, square(1, 49));
  });
});
