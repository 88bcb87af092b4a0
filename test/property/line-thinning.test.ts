/** Thinning of a whole mask, against its definition: pixels one after the other, weakest first. */
import { deepEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { PaddedMask, removable } from '../../src/linear-features/network/neighbours.js';
import { Strengths } from '../../src/linear-features/network/strengths.js';
import { Thinning } from '../../src/linear-features/network/thin.js';
import { Random } from '../support/random.js';

/** What is left of a mask by the definition. Strengths are below 4096, so that each is a step of its own. */
const thinned = (mask: PaddedMask, strengths: Strengths): number[] => {
  for (let looked = [...mask.places()]; looked.length > 0; ) {
    const waits = new Set(looked);
    const again = new Set<number>();
    for (const at of looked.sort((a, b) => strengths.at(a) - strengths.at(b) || a - b)) {
      waits.delete(at);
      if (removable[mask.around(at)] === 0) continue;
      mask.clear(at);
      for (const step of mask.steps) if (mask.has(at + step) && !waits.has(at + step)) again.add(at + step);
    }
    looked = [...again].filter((at) => mask.has(at));
  }
  return [...mask.places()];
};

test('a whole mask is thinned as if its pixels were looked at one after the other, weakest first', () => {
  const random = new Random(15);
  let gone = 0;
  for (const [width, height] of [
    [1, 1],
    [1, 40],
    [40, 1],
    [31, 33],
    [64, 20],
    [150, 90],
  ] as const) {
    for (const most of [0, 1, 2, 5, 4000]) {
      for (const share of [1, 2, 6]) {
        const [mask, same] = [new PaddedMask(width, height), new PaddedMask(width, height)];
        for (let pixel = 0; pixel < width * height; pixel++) {
          if (random.between(0, share) === 0) continue;
          mask.set(mask.at(pixel));
          same.set(mask.at(pixel));
        }
        const places = mask.places();
        // A slope, against the order of the rows, and noise of few or many steps.
        const strengthOf = (at: number): number => random.between(0, most) + (most === 2 ? 3000 - (at % 3000) : 0);
        const strengths = new Strengths(mask, Uint32Array.from(places, strengthOf));
        new Thinning(mask, strengths).thinAll(places);
        const left = [...mask.places()];
        deepEqual(left, thinned(same, strengths), `${width} × ${height}, ${most}, ${share}`);
        gone += places.length - left.length;
      }
    }
  }
  ok(gone > 10_000, `${gone} pixels`);
});
