/** Columns of the table of measurements. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { objectsIn } from '../../../../src/element/contours/objects.js';
import { translator } from '../../../../src/element/i18n/messages.js';
import { columnsOf } from '../../../../src/element/parts/table/columns.js';
import { square } from '../../../support/contours.js';

it('a measurement with the name of what every object inherits has no value where it was not measured', () => {
  const [first, second] = [square(1), square(2)];
  const measured = { ...first, properties: { ...first.properties, measurements: { constructor: 7 } } };
  const objects = objectsIn([measured, second]);
  const columns = columnsOf(objects, { t: translator('en'), lang: 'en', image: undefined, slice: undefined });
  const column = columns.find(({ id }) => id === 'constructor');
  assert.deepEqual([column?.title, ...objects.map((object) => column?.value(object))], ['constructor', 7, undefined]);
});
