/** The work on images that were open before: kept as long as nothing else keeps it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ImageWork, noWork } from '../../../../src/element/contours/edits.js';
import { Shelf } from '../../../../src/element/contours/shelf.js';

const work = (): ImageWork => ({ ...noWork });

describe('the shelf', () => {
  it('keeps what is stored nowhere else, however much it is', () => {
    const shelf = new Shelf();
    const works = Array.from({ length: 40 }, work);
    for (const [k, each] of works.entries()) shelf.put(`https://a.example/${k}`, '1 × 1', each);
    assert.deepEqual(
      works.map((_, k) => shelf.take(`https://a.example/${k}`, '1 × 1')),
      works,
    );
  });

  it('lets go of what is stored elsewhere, but for the last few', () => {
    const shelf = new Shelf();
    const gone: number[] = [];
    for (let k = 0; k < 12; k++) {
      const its = work();
      shelf.put(`https://a.example/${k}`, '1 × 1', its);
      shelf.stored(`https://a.example/${k}`, '1 × 1', its, () => gone.push(k));
    }
    assert.deepEqual(gone, [0, 1, 2, 3]);
    for (let k = 0; k < 12; k++) assert.equal(shelf.last(`https://a.example/${k}`) !== undefined, k > 3);
  });

  it('keeps a work that was taken and put back meanwhile, and may differ from what is stored', () => {
    const shelf = new Shelf();
    const gone: number[] = [];
    const [stored, changed] = [work(), work()];
    const file = new File([], 'a.png');
    shelf.put(file, '1 × 1', stored);
    shelf.stored(file, '1 × 1', stored, () => gone.push(0));
    assert.equal(shelf.take(file, '1 × 1'), stored);
    shelf.put(file, '1 × 1', changed);
    for (let k = 1; k < 20; k++) {
      const its = work();
      shelf.put(`https://a.example/${k}`, '1 × 1', its);
      shelf.stored(`https://a.example/${k}`, '1 × 1', its, () => gone.push(k));
    }
    assert.ok(!gone.includes(0));
    assert.equal(shelf.last(file), changed);
  });
});
