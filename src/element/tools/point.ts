/** The point tool: a click inside the object starts a run. By keys, arrows move a cross-hair and Enter starts there. */
import type { Point } from '../../contours/geometry.js';
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
    click({ at }) {
      reset();
      bench.runs.start({ x: at.x, y: at.y });
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
