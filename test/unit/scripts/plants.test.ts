/** Bugs and faults that `npm run fuzz` puts back: each can be, and each has who must find it. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
// @ts-expect-error plain JavaScript
import { bugs } from '../../fuzz/bugs.mjs';
// @ts-expect-error plain JavaScript
import { faults } from '../../fuzz/faults.mjs';

interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}
interface Planted {
  readonly name: string;
  readonly fuzzer?: string;
  readonly test?: string;
  readonly edits?: readonly Edit[];
}

test('what is put back on purpose stands once in its file', () => {
  for (const { name, edits, test: its, fuzzer, ...edit } of [...bugs, ...faults] as (Planted & Edit)[]) {
    assert.ok(fuzzer ?? (its !== undefined && existsSync(its)), `${name}: ${its}`);
    let text = '';
    let last = '';
    for (const { file, from, to } of edits ?? [edit]) {
      if (file !== last) text = readFileSync(file, 'utf8');
      last = file;
      assert.equal(text.split(from).length, 2, `${name}: ${file}: ${from}`);
      text = text.replace(from, () => to);
    }
  }
});

test('every fault has a test', () => {
  const numbers = new Set((faults as Planted[]).map(({ name }) => Number(/^F(\d+) /.exec(name)?.[1])));
  for (let fault = 1; fault <= 19; fault++) assert.ok(numbers.has(fault), `F${fault}`);
});
