/** Jobs of a queue, and the work that they name, that say what they like: a coded error, and nothing done elsewhere. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { checkImageJob, checkPieceJob, unpacked } from '../../src/cli/queue/jobs.js';
import { Desk } from '../../src/cli/work/desk.js';
import { finishPart } from '../../src/cli/work/finish.js';
import { doPiece } from '../../src/cli/work/piece.js';
import type { Work } from '../../src/cli/work/work.js';
import { readWork, writeWork } from '../../src/cli/work/work-file.js';
import { fromErrorData, SegmenterError } from '../../src/core/errors.js';
import { scratch } from '../support/cli/command-line.js';
import { coded } from '../support/errors.js';
import { imageFolder } from '../support/images/image-files.js';

const folder = scratch(after);
const work: Work = {
  key: 'k',
  image: resolve(imageFolder, 'rgb.png'),
  name: 'a',
  folder,
  recipe: { type: 'snake-segmenter-recipe', version: 1, request: { init: [{ x: 5, y: 5, width: 40, height: 30 }] } },
  backend: 'cpu',
  outputs: [{ format: 'geojson', path: join(folder, 'a.geojson') }],
};

test('a job says an absolute folder and the number of a piece', () => {
  assert.deepEqual(checkPieceJob({ folder, index: 3, kind: 'part', more: 1 }), { folder, index: 3, kind: 'part' });
  for (const data of [null, 7, {}, { folder: 'work' }, { folder: ['/x'] }, { folder: '' }])
    assert.throws(() => checkImageJob(data), coded('bad-parameter', 'folder'));
  for (const index of ['../../x', '__proto__', 'length', -1, 0.5, 1e300, Number.NaN, null, undefined])
    assert.throws(() => checkPieceJob({ folder, index, kind: 'piece' }), coded('bad-parameter', 'index'));
  assert.throws(() => checkPieceJob({ folder, index: 0, kind: 'prepare' }), coded('bad-parameter', 'kind'));
});

test('the work of a folder is of that folder, with a recipe and outputs that can be', async () => {
  await writeWork(work);
  assert.deepEqual(await readWork(folder), work);
  const put = (value: unknown): void =>
    writeFileSync(join(folder, 'work.json'), typeof value === 'string' ? value : JSON.stringify(value));
  const odd: readonly (readonly [unknown, string])[] = [
    ['{', 'bad-parameter'],
    ['null', 'bad-parameter'],
    [{ ...work, key: 3 }, 'bad-parameter'],
    [{ ...work, folder: '/etc' }, 'bad-parameter'],
    [{ ...work, backend: 'gpu' }, 'bad-parameter'],
    [{ ...work, outputs: undefined }, 'bad-parameter'],
    [{ ...work, outputs: [{ format: 'geojson', path: '../a' }] }, 'bad-parameter'],
    [{ ...work, outputs: [{ format: 'toString', path: '/a' }] }, 'bad-parameter'],
    [{ ...work, recipe: undefined }, 'bad-recipe'],
    [{ ...work, recipe: { ...work.recipe, request: 3 } }, 'bad-recipe'],
  ];
  for (const [value, code] of odd) {
    put(value);
    await assert.rejects(readWork(folder), coded(code), JSON.stringify(value));
  }
  await assert.rejects(readWork(join(folder, 'nowhere')), coded('image-not-found'));
});

test('a piece and a part that there are not are refused', async () => {
  const desk = new Desk();
  await assert.rejects(doPiece(desk, work, 1), coded('bad-parameter', '1 pieces'));
  await doPiece(desk, work, 0);
  await assert.rejects(finishPart(desk, work, 99), coded('bad-parameter', 'parts'));
  await desk.clear();
});

test('the reason of a job that failed is an error whatever it says', () => {
  const failed = JSON.stringify(new SegmenterError('image-too-large', { name: 'a', size: 's', limit: 'l' }).toJSON());
  assert.equal(unpacked(failed).code, 'image-too-large');
  const odd = [
    undefined,
    '',
    'null',
    '{"code":"toString"}',
    '{"code":"constructor"}',
    '{"code":{"toString":1}}',
    '{"code":"image-too-large","values":{"name":{"toString":1,"valueOf":1}}}',
    '{"code":"image-too-large","values":null}',
  ];
  for (const text of odd) {
    const error = fromErrorData(unpacked(text));
    assert.ok(error instanceof SegmenterError && error.code === 'worker-crashed', `${text}: ${error}`);
  }
});
