/**
 * The point tool: a click inside the object starts a run. By keys, arrows move a cross-hair and Enter starts there. Alt and a click
 * correct the selected contour: the place belongs to it, or with Shift as well, does not.
 */
import type { HintMark, HintMarks } from '../../algorithm/hints.js';
import type { Point } from '../../contours/geometry.js';
import { requestOf } from '../../worker/feature.js';
import type { Workbench } from '../workbench/workbench.js';
import { arrowOf, centreOf, inImage, strideOf } from './keyboard.js';
import type { Tool } from './tool.js';

export const pointTool = (bench: Workbench): Tool => {
  let cross: Point | undefined;
  const reset = (): boolean => {
    const begun = cross !== undefined;
    cross = undefined;
    bench.mark({});
    return begun;
  };
  return {
    id: 'point',
    cursor: 'crosshair',
    reset,
    press: () => true,
    click({ at, alt, shift }) {
      reset();
      if (alt) correct(bench, at, shift ? 'outside' : 'inside');
      else bench.runs.start({ x: at.x, y: at.y });
    },
    key({ key, alt }) {
      const along = arrowOf(bench, key);
      if (along) {
        const stride = cross ? strideOf(bench, alt) : 0;
        const from = cross ?? centreOf(bench);
        cross = inImage(bench, { x: from.x + along.x * stride, y: from.y + along.y * stride });
      } else if (key === 'Enter' && cross) {
        const start = cross;
        reset();
        bench.runs.start({ x: start.x, y: start.y });
        return true;
      } else if (key === 'Enter') cross = centreOf(bench);
      else return false;
      bench.mark({ cursor: cross });
      return true;
    },
  };
};

/** The selected contour once more, with one mark added to those that made it. */
const correct = (bench: Workbench, { x, y }: Point, side: 'inside' | 'outside'): void => {
  const { selected } = bench.collection;
  if (!selected) return;
  const { inside, outside } = requestOf(selected)?.hints ?? {};
  const before = { inside: listOf(inside), outside: listOf(outside) };
  bench.runs.start(selected.id, { hints: { ...before, [side]: [...before[side], [x, y]] } });
};

const listOf = (marks: HintMarks | undefined): readonly HintMark[] =>
  marks === undefined ? [] : 'type' in marks ? [marks] : marks;
