/** An image whose pieces are done is finished in parts: by whom, in which order and how often changes no byte. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { Desk } from '../../../src/cli/work/desk.js';
import { finish, finishedBefore, finishPart, prepare } from '../../../src/cli/work/finish.js';
import { mergedFile } from '../../../src/cli/work/merged.js';
import { blockFile } from '../../../src/cli/work/parts.js';
import { writePiece } from '../../../src/cli/work/piece-file.js';
import { type Work, workOn } from '../../../src/cli/work/work.js';
import { RECIPE_VERSION } from '../../../src/contours/recipe/recipe.js';
import { RECIPE_TYPE } from '../../../src/contours/recipe/recipe-type.js';
import { scratch } from '../../support/cli/command-line.js';
import { square } from '../../support/contours.js';
import { writeDiscs } from '../../support/images/discs.js';

const folder = scratch(after);
const image = join(folder, 'wide.tif');
// Three blocks of a mask: two of the finest levels, one of the coarser ones.
writeDiscs(image, { width: 8192, height: 40, discs: [] });

const contours = Array.from({ length: 500 }, (_, k) => square(k, (16 * k) % 8100, (7 * k) % 30, 9));

/** Work in a folder of its own, with its only piece done. */
const workIn = async (name: string, made = contours): Promise<Work> => {
  const within = join(folder, name);
  const formats = ['geojson', 'flatgeobuf', 'labels'] as const;
  const work = await workOn({
    image,
    name: 'wide.tif',
    recipe: { type: RECIPE_TYPE, version: RECIPE_VERSION, request: { init: 'auto' }, regions: false },
    backend: 'cpu',
    within,
    outputs: formats.map((format) => ({ format, path: join(within, `wide.${format}`) })),
  });
  await writePiece(work, 0, { contours: made, shared: { algorithm: 'snake' }, problems: [], full: false });
  return work;
};

const bytesOf = ({ outputs }: Work): readonly string[] =>
  outputs.map(({ path }) => readFileSync(path).toString('base64'));

/** Each step at a desk of its own, as after a crash. */
const fresh = async <T>(step: (desk: Desk) => Promise<T>): Promise<T> => {
  const desk = new Desk();
  try {
    return await step(desk);
  } finally {
    await desk.clear();
  }
};

describe('an image whose pieces are done', () => {
  it('is finished to the same bytes at once and in parts, whoever does them', async () => {
    const once = await workIn('once');
    const finished = await fresh((desk) => finish(desk, once));
    assert.equal(finished.contours, contours.length);
    const apart = await workIn('apart');
    // Two outputs beside the mask, and its blocks.
    assert.deepEqual(await fresh((desk) => prepare(desk, apart)), [0, 1, 2, 3, 4]);
    for (const index of [4, 2, 2, 0]) await fresh((desk) => finishPart(desk, apart, index));
    assert.deepEqual(await fresh((desk) => prepare(desk, apart)), [1, 3]);
    await fresh((desk) => finishPart(desk, apart, 3));
    // What is missing is done at the end.
    assert.deepEqual(await fresh((desk) => finish(desk, apart)), finished);
    assert.deepEqual(bytesOf(apart), bytesOf(once));
    assert.deepEqual(readdirSync(apart.folder), ['done.json']);
    assert.deepEqual(await finishedBefore(apart), JSON.parse(readFileSync(join(apart.folder, 'done.json'), 'utf8')));
  });

  it('survives files that are not whole', async () => {
    const once = await workIn('whole');
    await fresh((desk) => finish(desk, once));
    const work = await workIn('broken');
    for (const index of await fresh((desk) => prepare(desk, work)))
      await fresh((desk) => finishPart(desk, work, index));
    truncateSync(blockFile(work, 0), 100);
    writeFileSync(blockFile(work, 1), '');
    truncateSync(mergedFile(work), 1000);
    await fresh((desk) => finish(desk, work));
    assert.deepEqual(bytesOf(work), bytesOf(once));
  });

  it('leaves nothing of processes that were killed on the way, and whatever else lies there', async () => {
    const work = await workIn('killed');
    const [{ path }] = work.outputs as [Work['outputs'][number]];
    const others = [`${path}.part`, `${path}.0123456789ab.part.txt`, `${path}.old`];
    for (const other of others) writeFileSync(other, 'of the user');
    const left = [`${path}.0123456789ab.part`, join(work.folder, '1.0123456789ab.part'), join(work.folder, 'spool.01')];
    for (const each of left) writeFileSync(each, 'half');
    await fresh((desk) => finish(desk, work));
    assert.deepEqual(left.filter(existsSync), []);
    assert.deepEqual(others.filter(existsSync), others);
    assert.deepEqual(readdirSync(work.folder), ['done.json']);
  });

  it('is not taken for finished where other work wrote to the same files since', async () => {
    const first = await workIn('shared');
    await fresh((desk) => finish(desk, first));
    assert.ok(await finishedBefore(first));
    const second = { ...first, key: 'other', folder: join(first.folder, '..', 'other') };
    await writePiece(second, 0, { contours: contours.slice(1), shared: {}, problems: [], full: false });
    await fresh((desk) => finish(desk, second));
    assert.ok(await finishedBefore(second));
    assert.equal(await finishedBefore(first), undefined);
  });

  it('without its pieces is refused, and leaves nothing', async () => {
    const work = { ...(await workIn('none')), folder: join(folder, 'none', 'nowhere') };
    await assert.rejects(
      fresh((desk) => prepare(desk, work)),
      /piece 0 of wide\.tif is not there/,
    );
    assert.ok(!existsSync(mergedFile(work)));
  });
});
