import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { packBits } from '../../../src/level-set/bits/bits.js';
import { correctionOf, noMarks, wrongAt } from '../../../src/level-set/hints/corrections.js';
import { Ground } from '../../../src/level-set/hints/ground.js';

describe('corrections of a front', () => {
  it('take a mark in a part that another mark cuts off for as deep as it was before', () => {
    const grid = { width: 96, height: 64, depth: 1 };
    const bar = (from: number, to: number): Uint8Array =>
      Uint8Array.from({ length: grid.width * grid.height }, (_, cell) => {
        const [x, y] = [cell % grid.width, Math.floor(cell / grid.width)];
        return x >= from && x < to && y >= 29 && y < 35 ? 1 : 0;
      });
    const [whole, rest] = [bar(12, 84), bar(12, 52)];
    const image = Uint8Array.from(whole, (inside) => (inside === 1 ? 70 : 150));
    const cellAt = (x: number, y: number): number => y * grid.width + x;
    const marks = [
      { cells: [cellAt(84, 32)], inside: true },
      { cells: [cellAt(60, 32)], inside: false },
    ];
    const ground = new Ground({ grid, planes: [image] }, async () => undefined, 'alone');
    const begun = wrongAt(grid, packBits(grid, whole), noMarks(), marks, false);
    assert.ok(begun);
    const first = correctionOf(ground, noMarks(), whole, begun, marks);
    assert.equal(first.mask[marks[1]!.cells[0]!], 0, 'the deeper mark, outside, goes first');
    // The mark was a cell from the object, and the other in an error 6 cells wide.
    const left = wrongAt(grid, packBits(grid, rest), first.stage, marks, false);
    assert.ok(left);
    const second = correctionOf(ground, first.stage, rest, left, marks);
    assert.equal(second.mask[marks[0]!.cells[0]!], 1);
    const far = second.mask.findIndex(
      (inside, cell) => inside === 1 && Math.abs(Math.floor(cell / grid.width) - 32) > 16,
    );
    assert.equal(far, -1, `cell (${far % grid.width}, ${Math.floor(far / grid.width)}) is far from the bar`);
  });
});
