/** Pictures of contours, and what shells are told. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { decode } from 'fast-png';
import { run, scratch } from '../support/cli/command-line.js';
import { lattice, writeDiscs } from '../support/images/discs.js';

const folder = scratch(after);
const image = join(folder, 'discs.tif');
writeDiscs(image, { width: 300, height: 200, discs: lattice(300, 200, 40, 9) });
const contours = join(folder, 'contours.geojson');
const square = (x: number, name?: string) => ({
  type: 'Feature',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [x, 100],
        [x + 50, 100],
        [x + 50, 150],
        [x, 150],
        [x, 100],
      ],
    ],
  },
  properties: name === undefined ? {} : { classification: { name, color: [255, 0, 0] } },
});
writeFileSync(contours, JSON.stringify({ type: 'FeatureCollection', features: [square(100, 'red'), square(200)] }));

/** Red, green and blue of a pixel of the picture. */
const pictureAt = (path: string) => {
  const { width, height, data, channels } = decode(readFileSync(path));
  return {
    width,
    height,
    at: (x: number, y: number): readonly number[] => [
      ...data.slice((y * width + x) * channels, (y * width + x) * channels + 3),
    ],
  };
};

test('an overlay shows the image with the contours in the colours of their classes', async () => {
  const { code, err } = await run('overlay', image, contours, '--out', join(folder, 'all.png'));
  assert.equal(code, 0, err);
  assert.match(err, /2 contours/);
  const { width, height, at } = pictureAt(join(folder, 'all.png'));
  assert.deepEqual([width, height], [900, 600]);
  const [red, green, blue] = at(300, 375);
  assert.ok(red! > 200 && green! < 60 && blue! < 60, String(at(300, 375)));
  const inside = at(320, 375);
  assert.equal(inside[0], inside[1], 'the image is grey');
});

test('of a part it shows what lies there', async () => {
  const { code, err } = await run(
    'overlay',
    image,
    contours,
    '--region',
    '190,90,80,80',
    '--out',
    join(folder, 'part.png'),
  );
  assert.equal(code, 0, err);
  assert.match(err, /1 contour on 960 × 960/);
});

test('what cannot be drawn is refused in words', async () => {
  const elsewhere = await run('overlay', image, contours, '--region', '900,0,10,10', '--out', join(folder, 'no.png'));
  assert.equal(elsewhere.code, 2);
  assert.match(elsewhere.err, /must lie on discs\.tif/);
  const words = join(folder, 'words.geojson');
  writeFileSync(words, 'no contours');
  const none = await run('overlay', image, words, '--out', join(folder, 'no.png'));
  assert.equal(none.code, 1);
  assert.match(none.err, /could not be imported/);
});

test('shells are told every command and its options', async () => {
  for (const [shell, words] of [
    ['bash', /segment\) .*--detect/],
    ['zsh', /bashcompinit[\s\S]*batch\) .*--recipe/],
    ['fish', /__fish_seen_subcommand_from worker' -l queue -r/],
  ] as const) {
    const { code, out } = await run('completion', shell);
    assert.equal(code, 0);
    assert.match(out, words);
  }
  assert.equal((await run('completion', 'csh')).code, 2);
});
