/** The positions of JSON that WebAssembly takes out of its bytes are those of the plain form, across windows of the text. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { FastRun, positionRun } from '../../src/contours/formats/flat/fast-positions.js';
import { PositionRun } from '../../src/contours/formats/flat/positions.js';
import { Random } from '../support/random.js';

/** What both forms take, and now and then what neither does. */
const numberOf = (random: Random, odd: boolean): string => {
  const pick = random.between(0, odd ? 12 : 8);
  const whole = String(random.between(0, 10 ** random.between(0, 7)));
  if (pick === 8) return `0${whole}`;
  if (pick === 9) return `${whole}.`;
  if (pick === 10) return `${whole}e1`;
  if (pick === 11) return ` ${whole}`;
  if (pick === 12) return '1234567890.123456';
  const places = pick > 2 ? `.${String(random.between(0, 10 ** pick)).padStart(random.between(1, 4), '0')}` : '';
  return `${pick === 7 ? '-' : ''}${whole}${places}`;
};

interface Taken {
  readonly values: readonly number[];
  readonly end: number;
  readonly begun: boolean;
}

/** Takes what there is, as the reader of a file does: again from the end of the run before. */
const allOf = (run: FastRun | PositionRun, bytes: Uint8Array, room: number): Taken => {
  const values = new Float64Array(room);
  let [at, from] = [0, 0];
  for (;;) {
    run.take(bytes, from, values, at);
    at += 2 * run.count;
    from = run.end;
    if (!run.begun || run.count === 0) break;
  }
  return { values: [...values.subarray(0, at)], end: run.end, begun: run.begun };
};

test('positions are taken as by the plain form, to the last bit', () => {
  const run = positionRun();
  ok(run instanceof FastRun, 'WebAssembly is there');
  const random = new Random(7);
  for (let trial = 0; trial < 60; trial++) {
    const count = random.between(1, trial % 5 === 0 ? 30_000 : 40);
    const odd = trial % 3 === 0 ? random.between(0, count) : -1;
    const positions = Array.from({ length: count }, (_, k) => {
      const more = k === odd && random.between(0, 4) === 0 ? ',3' : '';
      return `${numberOf(random, k === odd)},${numberOf(random, k === odd)}${more}]`;
    });
    const text = `${positions.join(',[')}${['', ']', '],[1,2]', ',', ',[', ', [1,2]'][random.between(0, 5)]}`;
    const bytes = new TextEncoder().encode(
      text.slice(0, random.between(0, 4) === 0 ? random.between(0, text.length) : undefined),
    );
    const room = 2 * count + 2 * random.between(-1, 2);
    const fresh = positionRun();
    const [fast, plain] = [allOf(fresh, bytes, Math.max(0, room)), allOf(new PositionRun(), bytes, Math.max(0, room))];
    equal(fast.end, plain.end, text.slice(-80));
    equal(fast.begun, plain.begun, text.slice(-80));
    deepEqual(fast.values, plain.values);
    ok(fast.values.every((value, k) => Object.is(value, plain.values[k])));
  }
});
