/** Many images from the command line, on the processes of one machine. `batch.long.test.ts` has what interrupts them and gets in their way. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { threeImages } from '../support/cli/batches.js';
import { type Ended, run } from '../support/cli/command-line.js';
import { digests } from '../support/cli/outputs.js';

const { folder, slides, small, large, pattern, recipe, recipeFile, out, args, summaryIn } = threeImages(after);

/** Digests that every other way must give. */
let wanted: ReturnType<typeof digests> = {};
let first: Ended;
before(async () => {
  first = await run(...args('one', 1));
  wanted = digests(out('one'));
});

test('one process: every image in every format, by names that follow from the paths, and a summary', async () => {
  const { code, err } = first;
  assert.equal(code, 0, err);
  const names = ['a.tif', 'large.tif', 'more/a.tif'];
  assert.deepEqual(
    Object.keys(wanted),
    names.flatMap((name) => ['.csv.gz', '.fgb', '.geojson', '.labels.tif'].map((end) => `${name}${end}`)).sort(),
  );
  const { finished, contours, images } = summaryIn('one');
  assert.deepEqual([finished, contours, images.length], [3, small.length + 2 + large.length, 3]);
  assert.match(err, /3 images: 3 finished, /);
});

test('four processes: the same bytes', async () => {
  const { code, err } = await run(...args('four', 4));
  assert.equal(code, 0, err);
  assert.deepEqual(digests(out('four')), wanted);
});

test('done again, it does nothing twice', async () => {
  const { code, err } = await run(...args('one'));
  assert.equal(code, 0, err);
  assert.equal(err.match(/finished before/g)?.length, 3, err);
  assert.deepEqual(digests(out('one')), wanted);
});

test('a truncated image among good ones fails by itself: the others are finished, and the exit code says it', async () => {
  const mixed = out('mixed');
  mkdirSync(mixed);
  const whole = readFileSync(join(slides, 'a.tif'));
  writeFileSync(join(mixed, 'a.tif'), whole);
  writeFileSync(join(mixed, 'broken.tif'), whole.subarray(0, whole.length / 2));
  writeFileSync(join(mixed, 'z.tif'), whole);
  const { code, err } = await run(...args('mixed-out', 2, join(mixed, '*.tif')));
  assert.equal(code, 1, err);
  assert.match(err, /broken\.tif: failed\. /);
  const { images, finished, failed } = summaryIn('mixed-out');
  assert.deepEqual([finished, failed], [2, 1]);
  assert.deepEqual(
    images.map(({ status }) => status),
    ['finished', 'failed', 'finished'],
  );
  const made = digests(out('mixed-out'));
  assert.equal(made['a.tif.labels.tif'], made['z.tif.labels.tif']);
  assert.equal(made['broken.tif.geojson'], undefined);
});

const refusals: readonly (readonly [string, readonly string[], number, RegExp])[] = [
  ['a folder that cannot be made', [pattern, '--detect', '--out', join(recipeFile, 'x')], 3, /no folder/],
  ['a pattern that fits nothing', [join(slides, '*.svs'), '--detect', '--out', out('none')], 2, /no file fits/],
  ['a recipe that is none', [pattern, '--recipe', join(slides, 'a.tif'), '--out', out('none')], 2, /no JSON/],
  ['a share that is none', [pattern, '--detect', '--shard', '4/3', '--out', out('none')], 2, /k\/n/],
];

for (const [what, given, code, words] of refusals) {
  test(`${what}: words, and exit code ${code}`, async () => {
    const ended = await run('batch', ...given);
    assert.equal(ended.code, code, ended.err);
    assert.match(ended.err, words);
  });
}

test('a recipe of another version is refused, and says which one is read', async () => {
  const file = join(folder, 'newer.json');
  writeFileSync(file, JSON.stringify({ ...recipe, version: 2 }));
  const { code, err } = await run('batch', pattern, '--recipe', file, '--out', out('none'));
  assert.equal(code, 2);
  assert.match(err, /of version 2, and this package reads version 1/);
});
