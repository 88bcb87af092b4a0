/** Many images from the command line, on the processes of one machine. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { CommandLine, type Ended, run, scratch } from '../support/cli/command-line.js';
import { digests } from '../support/cli/outputs.js';
import { lattice, writeDiscs } from '../support/images/discs.js';

const folder = scratch(after);
const slides = join(folder, 'slides');
mkdirSync(join(slides, 'more'), { recursive: true });
const small = lattice(120, 80, 40, 9);
const large = lattice(160, 160, 50, 9);
writeDiscs(join(slides, 'a.tif'), { width: 120, height: 80, discs: small });
writeDiscs(join(slides, 'more', 'a.tif'), { width: 120, height: 80, discs: small.slice(0, 2), seed: 7 });
writeDiscs(join(slides, 'large.tif'), { width: 160, height: 160, discs: large });
const pattern = join(slides, '**/*.tif');

const recipe = {
  type: 'snake-segmenter-recipe',
  version: 1,
  request: { init: 'auto', polarity: 'brighter' },
  regions: { size: 90, largest: 30 },
  outputs: ['geojson', 'flatgeobuf', 'csv.gz', 'labels'],
};
const recipeFile = join(folder, 'recipe.json');
writeFileSync(recipeFile, JSON.stringify(recipe));
const base = ['--recipe', recipeFile, '--backend', 'cpu'];
const out = (name: string): string => join(folder, name);
const args = (name: string, processes = 2, images = pattern): readonly string[] => [
  'batch',
  images,
  ...base,
  '--out',
  out(name),
  '--processes',
  String(processes),
];

interface Summary {
  readonly finished: number;
  readonly failed: number;
  readonly interrupted: number;
  readonly contours: number;
  readonly images: readonly { readonly name: string; readonly status: string; readonly pieces?: number }[];
}
const summaryIn = (name: string): Summary => JSON.parse(readFileSync(join(out(name), 'summary.json'), 'utf8'));

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

const interruptions: readonly (readonly [string, NodeJS.Signals, number | null])[] = [
  ['Ctrl+C', 'SIGINT', 130],
  ['SIGKILL', 'SIGKILL', null],
];

for (const [what, signal, wantedCode] of interruptions) {
  test(`ended by ${what} it goes on where it was, and comes to the same bytes`, async () => {
    const name = `ended-${signal}`;
    const command = new CommandLine(args(name, 1));
    await command.said('% ·');
    command.child.kill(signal);
    const ended = await command.ended;
    assert.equal(ended.code, wantedCode, ended.err);
    if (wantedCode !== null) assert.ok(summaryIn(name).interrupted > 0);
    const left = readdirSync(join(out(name), '.snake-segmenter'), { recursive: true }).filter((path) =>
      /\d+\.jsonl$|done\.json$/.test(String(path)),
    );
    assert.ok(left.length > 0);
    const again = await run(...args(name));
    assert.equal(again.code, 0, again.err);
    assert.deepEqual(digests(out(name)), wanted);
  });
}

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

test('shards have other images each, and together all', async () => {
  const [odd, even]: readonly Ended[] = await Promise.all([
    run(...args('shards', 1), '--shard', '1/2'),
    run(...args('shards', 1), '--shard', '2/2'),
  ]);
  assert.deepEqual([odd!.code, even!.code], [0, 0], odd!.err + even!.err);
  assert.deepEqual(digests(out('shards')), wanted);
});

test('a second batch into the same folder is refused while the first is at work', async () => {
  const begun = new CommandLine(args('shared', 1));
  await begun.said('on the CPU');
  begun.child.kill('SIGSTOP');
  const second = await run(...args('shared', 1));
  begun.child.kill('SIGCONT');
  assert.equal(second.code, 4, second.err);
  assert.match(second.err, new RegExp(`in use by process ${begun.child.pid} `));
  assert.equal((await begun.ended).code, 0);
  assert.deepEqual(digests(out('shared')), wanted);
});

test('a full disk ends the batch in words; what was finished stays', async () => {
  const full = out('full');
  mkdirSync(full);
  symlinkSync('/dev/full', join(full, 'large.tif.geojson'));
  const { code, err } = await run(...args('full', 1), '--format', 'geojson');
  assert.equal(code, 3, err);
  assert.match(err, /large\.tif: failed\. .*the disk is full/);
  assert.equal(digests(full)['a.tif.geojson'], wanted['a.tif.geojson']);
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
