/** One image from the command line. `segment.long.test.ts` has its searches by examples, and beside the page's. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { readContourFile } from '../../src/contours/formats/read-file.js';
import { openFile } from '../../src/image/open-file.js';
import { CommandLine, run, scratch } from '../support/cli/command-line.js';
import { lattice, writeDiscs } from '../support/images/discs.js';
import { greyTags, writeTiff } from '../support/images/tiff-writer.js';

const folder = scratch(after);
const image = join(folder, 'discs.tif');
const discs = lattice(120, 80, 40, 9);
writeDiscs(image, { width: 120, height: 80, discs });
const quick = ['--set', 'polarity=brighter', '--processes', '1', '--backend', 'cpu'];
const out = (name: string): string => join(folder, name);

test('info says what an image is, and of a file that is none why not', async () => {
  const { code, out: said, err } = await run('info', image, out('missing.tif'));
  assert.match(said, /120 × 80 .*\n.*1 band of 8 bits/);
  assert.match(err, /missing\.tif was not found/);
  assert.equal(code, 1);
});

test('segment --detect writes every format, all of them with the same contours, divided into regions or not', async () => {
  const names = ['a.geojson', 'a.geojsonl.gz', 'a.fgb', 'a.csv', 'a.coco.json', 'a.labels.tif'];
  const outs = names.flatMap((name) => ['--out', out(name)]);
  const divided = ['--region-size', '70', '--largest', '30'];
  const { code, err } = await run('segment', image, '--detect', ...divided, ...quick, ...outs);
  assert.equal(code, 0, err);
  assert.match(err, new RegExp(`${discs.length} contours`));
  const read = async (name: string) => (await readContourFile(new Blob([readFileSync(out(name))]))).contours;
  const first = await read('a.geojson');
  assert.equal(first.length, discs.length);
  const areas = (contours: typeof first): readonly number[] =>
    contours.map(({ properties }) => properties.measurements['Area px^2'] ?? Number.NaN).sort((a, b) => a - b);
  for (const name of ['a.geojsonl.gz', 'a.fgb', 'a.csv']) assert.deepEqual(areas(await read(name)), areas(first), name);
  assert.equal((await read('a.coco.json')).length, discs.length);
  const labels = await openFile(out('a.labels.tif'));
  assert.deepEqual([labels.width, labels.height], [120, 80]);
  labels.close();
  const whole = await run('segment', image, '--detect', ...quick);
  assert.equal(whole.code, 0, whole.err);
  const centres = (features: readonly { readonly geometry: object }[]): readonly string[] =>
    features.map(({ geometry }) => JSON.stringify(geometry)).sort();
  const collection: { readonly features: typeof first } = JSON.parse(whole.out);
  assert.equal(collection.features.length, discs.length);
  assert.equal(centres(collection.features).length, centres(first).length);
});

test('segment tells what of an image is rounded, beside its output', async () => {
  const [width, height] = [40, 30];
  const inside = (k: number): boolean => ((k % width) - 20) ** 2 + (Math.floor(k / width) - 15) ** 2 < 64;
  const data = Uint32Array.from({ length: width * height }, (_, k) => (inside(k) ? 2 ** 24 + 101 : 2 ** 24 + (k % 7)));
  const tags = greyTags(width, height, [
    { tag: 258, type: 3, values: [32] },
    { tag: 279, type: 4, values: [data.byteLength] },
    { tag: 339, type: 3, values: [1] },
  ]);
  writeFileSync(out('wide.tif'), writeTiff([{ tags }], new Uint8Array(data.buffer)));
  const { code, out: text, err } = await run('segment', out('wide.tif'), '--box', '8,4,24,22', ...quick);
  assert.equal(code, 0, err);
  assert.match(err, /wide\.tif: 1 contour .*\nits samples \(uint32\) are read as 32-bit floats/);
  assert.equal(JSON.parse(text).features.length, 1);
});

test('the same command twice gives the same bytes', async () => {
  const args = ['segment', image, '--box', '5,5,30,30', ...quick];
  const [first, second] = [await run(...args), await run(...args)];
  assert.equal(first.code, 0, first.err);
  assert.equal(first.out, second.out);
  assert.ok(first.out.includes('"id"'));
});

test('an image comes from standard input as well as from its address', async () => {
  const bytes = readFileSync(image);
  const ranges: string[] = [];
  const server = createServer((request, response) => {
    const [, from, end] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
    ranges.push(request.headers.range ?? 'whole');
    const part = from === undefined ? bytes : bytes.subarray(Number(from), Number(end) + 1);
    const range = { 'content-range': `bytes ${from}-${Number(from) + part.length - 1}/${bytes.length}` };
    response.writeHead(from === undefined ? 200 : 206, from === undefined ? {} : range).end(part);
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const args = ['--box', '5,5,30,30', ...quick];
  try {
    const remote = await run('segment', `http://127.0.0.1:${port}/discs.tif`, ...args);
    const piped = await new CommandLine(['segment', '-', ...args], { input: bytes }).ended;
    const geometry = ({ out: text, err }: typeof remote): string => {
      assert.ok(text.startsWith('{'), err);
      const collection: { readonly features: readonly { readonly geometry: object }[] } = JSON.parse(text);
      return JSON.stringify(collection.features.map((each) => each.geometry));
    };
    assert.equal(geometry(remote), geometry(piped));
    assert.ok(ranges.length > 0 && ranges.every((range) => range.startsWith('bytes=')), ranges.join());
  } finally {
    server.close();
  }
});

test('starts give their classes to the contours; one that finds nothing is named and the others stay', async () => {
  const starts = {
    type: 'FeatureCollection',
    features: [
      [5, 'cell'],
      [500, 'nowhere'],
    ].map(([x, name]) => ({
      type: 'Feature',
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [x, 5],
            [Number(x) + 30, 5],
            [Number(x) + 30, 35],
            [x, 35],
            [x, 5],
          ],
        ],
      },
      properties: { classification: { name } },
    })),
  };
  writeFileSync(out('starts.geojson'), JSON.stringify(starts));
  const { code, out: text, err } = await run('segment', image, '--starts', out('starts.geojson'), ...quick);
  assert.equal(code, 0, err);
  const { features } = JSON.parse(text);
  assert.deepEqual(
    features.map((each: { properties: { classification: { name: string } } }) => each.properties.classification.name),
    ['cell'],
  );
  assert.match(err, /Start 2: .*outside/);
});

/** A folder that nobody may write to, and where the user is root and may write anywhere else, the kernel's own. */
const locked = process.getuid?.() === 0 ? '/sys' : join(folder, 'locked');
if (!existsSync(locked)) mkdirSync(locked, { mode: 0o500 });

const refusals: readonly (readonly [string, readonly string[], number, RegExp])[] = [
  ['no start', [image], 2, /--detect, --box/],
  ['two starts', [image, '--detect', '--box', '1,1,5,5'], 2, /give one of/],
  ['a box of three numbers', [image, '--box', '1,2,3'], 2, /x,y,width,height/],
  ['a parameter that is none', [image, '--box', '5,5,30,30', '--set', 'polarty=brighter'], 2, /polarity/],
  ['a name that says no format', [image, '--detect', '--out', 'contours.xyz'], 2, /\.geojson/],
  ['a folder', [folder, '--detect'], 1, /folder without a \.dzi/],
  ['no file', [out('missing.tif'), '--detect'], 1, /no such file/],
  [
    'no right to write',
    [image, '--box', '5,5,30,30', '--out', join(locked, 'a.geojson')],
    3,
    /may not write|read-only/,
  ],
  ['a full disk', [image, '--box', '5,5,30,30', '--out', '/dev/full'], 3, /disk is full/],
  ['a file where a folder should be', [image, '--box', '5,5,30,30', '--out', join(image, 'a.geojson')], 3, /no folder/],
];

for (const [what, args, wanted, words] of refusals) {
  test(`${what}: words, exit code ${wanted}, and nothing left behind`, async () => {
    const before = readdirSync(folder);
    const { code, err } = await run('segment', ...args, ...quick);
    assert.equal(code, wanted, err);
    assert.match(err, words);
    assert.deepEqual(readdirSync(folder), before);
  });
}

test('Ctrl+C writes what is finished, and says of how much', async () => {
  const large = out('large.tif');
  // Regions enough to be interrupted, and few contours.
  writeDiscs(large, { width: 800, height: 800, discs: lattice(800, 800, 100, 9) });
  const args = ['segment', large, '--detect', '--region-size', '100', '--largest', '30', ...quick];
  const command = new CommandLine([...args, '--out', out('part.geojson')]);
  await command.said('% ·');
  command.child.kill('SIGINT');
  const { code, err } = await command.ended;
  assert.equal(code, 130, err);
  const [, done, all] = /from (\d+) of (\d+) regions/.exec(err) ?? [];
  assert.ok(Number(done) >= 6 && Number(done) < Number(all) && Number(all) === 64, err);
  const { features } = JSON.parse(readFileSync(out('part.geojson'), 'utf8'));
  assert.ok(features.length > 0);
  assert.ok(!existsSync(out('part.geojson.part')));
});

test('packed output is the same text, packed', async () => {
  const args = ['segment', image, '--box', '5,5,30,30', ...quick];
  await run(...args, '--out', out('b.geojson'), '--out', out('b.geojson.gz'));
  assert.equal(gunzipSync(readFileSync(out('b.geojson.gz'))).toString(), readFileSync(out('b.geojson'), 'utf8'));
});
