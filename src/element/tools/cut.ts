/** The knife: a line drawn across objects divides them. Of those that are selected, else of all that it crosses. */
import type { Point } from '../../contours/geometry.js';
import { viewOf } from '../overlay/projection.js';
import { Corrections } from '../workbench/editing/corrections.js';
import type { Workbench } from '../workbench/workbench.js';
import type { Tool } from './tool.js';

/** A drag shorter than this cuts nothing, in CSS pixels. */
const LEAST = 4;
/** Distance between the vertices of the line, in CSS pixels. */
const SPACING = 2;

/** Makes the knife. */
export const cutTool = (bench: Workbench): Tool => {
  let line: readonly Point[] = [];
  let drawn = false;
  const show = (): void => bench.mark(drawn ? { draft: { kind: 'polygon', vertices: [], line } } : {});
  const reset = (): boolean => {
    const begun = drawn;
    line = [];
    drawn = false;
    show();
    return begun;
  };
  return {
    id: 'cut',
    cursor: 'crosshair',
    reset,
    press({ at }) {
      line = [at];
      return true;
    },
    drag({ at, travel }) {
      const last = line.at(-1);
      if (!last || (!drawn && travel < LEAST)) return;
      drawn = true;
      if (Math.hypot(at.x - last.x, at.y - last.y) >= SPACING * viewOf(bench.projection).pixel) line = [...line, at];
      show();
    },
    release() {
      const whole = line;
      if (reset() && whole.length > 1) new Corrections(bench).cut(whole);
    },
    click({ at, reach }) {
      bench.pick(at, reach);
    },
  };
};
