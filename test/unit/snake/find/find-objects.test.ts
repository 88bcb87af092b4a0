import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunState } from '../../../../src/algorithm/algorithm.js';
import { createEngine } from '../../../../src/engine.js';
import { Random } from '../../../support/random.js';

const [width, height] = [320, 240];

/** Faint and bright nuclei with blurred rims, some of which touch, in a camera's noise over a ground that rises. */
const nuclei = (seed: number): Uint16Array => {
  const random = new Random(seed);
  const at = (x: number, y: number): number => {
    let value = 200 + x / 4;
    for (let row = 0; row < 4; row++) {
      for (let column = 0; column < 5; column++) {
        const [cx, cy] = [32 + 62 * column + 9 * (row % 2), 30 + 58 * row - 7 * (column % 3)];
        const distance = Math.hypot((x - cx) / 1.4, y - cy);
        value += (70 + 45 * ((row + 2 * column) % 5)) / (1 + Math.exp((distance - 13) / 1.5));
      }
    }
    let noise = 0;
    for (let k = 0; k < 4; k++) noise += random.between(-30, 30);
    return Math.round(value + noise / 2);
  };
  return Uint16Array.from({ length: width * height }, (_, i) => at(i % width, Math.floor(i / width)));
};

test('found contours have no whiskers, however few pixels of evidence each of them has', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  for (const seed of [1, 2, 3]) {
    const image = await engine.load({ width, height, data: nuclei(seed) });
    const { contours } = await engine.segment(image, { init: 'auto' }).outcome;
    assert.ok(contours.length >= 15, `${contours.length} contours`);
    for (const { properties } of contours) {
      const { 'Area px^2': area, 'Perimeter px': perimeter } = properties.measurements;
      const roundness = (4 * Math.PI * area!) / perimeter! ** 2;
      assert.ok(roundness > 0.4, `${roundness}`);
    }
  }
  engine.dispose();
});

test('a domain with some hundreds of nuclei gives them all where nobody says how many', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  const random = new Random(5);
  const data = Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return (Math.hypot((x % 16) - 8, (y % 16) - 8) < 5 ? 150 : 60) + random.between(-12, 12);
  });
  const { contours } = await engine.segment(await engine.load({ width, height, data }), { init: 'auto' }).outcome;
  assert.equal(contours.length, 20 * 15);
  engine.dispose();
});

/** Tissue on glass, a square with many nuclei of 3 pixels in radius. @param side of the image, in pixels */
const nucleiOnGlass = (side: number): Uint8Array => {
  const random = new Random(7);
  return Uint8Array.from({ length: side * side }, (_, i) => {
    const [x, y] = [i % side, Math.floor(i / side)];
    const inTissue = Math.max(Math.abs(2 * x - side), Math.abs(2 * y - side)) < 0.7 * side;
    const inNucleus = inTissue && Math.hypot((x % 14) - 7, (y % 12) - 6) < 3;
    return (inNucleus ? 110 : inTissue ? 165 : 240) + random.between(-8, 8);
  });
};

/** Specks on a lattice, and a disc among them where there is to be one. */
const specks = (disc: boolean): Uint8Array =>
  Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const inDisc = disc && Math.hypot(x - 160, y - 120) < 40;
    return inDisc || (x % 6 < 2 && y % 6 < 2) ? 180 + ((i * 7919) % 23) : 60 + ((i * 104729) % 23);
  });

test('a search among specks says all the time how far it is, and that there is nothing to show yet', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  const run = engine.segment(await engine.load({ width, height, data: specks(false) }), { init: 'auto' });
  const states: RunState[] = [];
  for await (const state of run) states.push(state);
  const first = states.findIndex((state) => !state.searching);
  const searching = states.slice(0, first);
  assert.ok(searching.length >= 8, `${searching.length} states`);
  assert.ok(states.slice(first).every((state) => !state.searching && state.rings?.length !== 0));
  assert.ok(searching.every(({ ring }) => ring.length === 0));
  const shares = searching.flatMap(({ done }) => done ?? []);
  assert.ok(shares.length >= 8 && shares.every((share) => share > 0 && share <= 1), `${shares}`);
  engine.dispose();
});

test('a search that goes on at a finer level tells a share throughout, which never falls', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  const image = await engine.load({ width: 1100, height: 1100, data: nucleiOnGlass(1100) });
  const states: RunState[] = [];
  const run = engine.segment(image, { init: 'auto', objects: 10_000 });
  for await (const state of run) if (state.searching) states.push(state);
  const { contours } = await run.outcome;
  assert.ok(contours.length > 1000, `${contours.length} contours`);
  const first = states.findIndex(({ done }) => done !== undefined);
  const shares = states.slice(first).map(({ done }) => done!);
  assert.ok(!shares.includes(undefined!), 'a share is unknown again');
  assert.deepEqual(shares, shares.toSorted());
  // Both levels are looked at, and the second is searched: the whole bar is used.
  for (const third of [0, 1, 2]) {
    const its = shares.filter((share) => share > third / 3 && share <= (third + 1) / 3);
    assert.ok(its.length >= 2, `${its.length} shares in a third: ${shares}`);
  }
  assert.ok(shares.at(-1)! > 0.8, `${shares.at(-1)}`);
  engine.dispose();
});

test('a search by examples tells a share from the lesson to the choice of parts, which never falls', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  const image = await engine.load({ width, height, data: nuclei(1) });
  const like = [0, 1, 2].map((column) => ({ x: 14 + 62 * column, y: 17, width: 36, height: 26 - 7 * column }));
  const states: RunState[] = [];
  const run = engine.segment(image, { init: 'auto', like });
  for await (const state of run) if (state.searching) states.push(state);
  assert.ok((await run.outcome).contours.length >= 10);
  const shares = states.flatMap(({ done }) => done ?? []);
  assert.deepEqual(shares, shares.toSorted());
  // While it learns, votes, and weighs parts.
  for (const [from, to] of [
    [0, 0.25],
    [0.25, 0.5],
    [0.5, 0.9],
  ] as const)
    assert.ok(
      shares.some((share) => share > from && share <= to),
      `${shares}`,
    );
  assert.ok(shares.at(-1)! < 1, 'parts are still weighed');
  engine.dispose();
});

test('cancelled while it looks for objects, a run goes on to the first one', async () => {
  const engine = await createEngine({ backend: 'cpu' });
  const run = engine.segment(await engine.load({ width, height, data: specks(true) }), { init: 'auto' });
  let searching = 0;
  for await (const state of run) {
    if (!state.searching) continue;
    searching++;
    run.cancel();
  }
  const { contours, cancelled } = await run.outcome;
  assert.ok(searching > 0 && cancelled);
  assert.equal(contours.length, 1);
  engine.dispose();
});
