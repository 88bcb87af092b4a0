import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ClassState } from '../../../../src/element/contours/classes.js';
import type { ImageWork } from '../../../../src/element/contours/edits.js';
import { revived, Serials, serialised } from '../../../../src/element/storage/stored-work.js';
import { square } from '../../../support/contours.js';

it('the work on an image is as it was once it is stored and read: its contours, and changes of the classes', () => {
  const [before, after] = [square(1), square(1, 99)];
  const known: ClassState = { list: [{ name: 'A', color: [200, 0, 0] }], current: undefined };
  const without: ClassState = { list: [], current: undefined };
  const work: ImageWork = {
    contours: [after],
    undo: [
      { reason: 'edit', edits: [{ index: 0, before, after }] },
      { reason: 'class', edits: [], classes: { before: known, after: without } },
    ],
    redo: [{ reason: 'remove', edits: [{ index: 0, before: after }] }],
  };
  const { work: stored, named } = serialised(work, new Serials());
  assert.deepEqual(
    revived(structuredClone(stored), (serial) => named.get(serial)),
    work,
  );
});
