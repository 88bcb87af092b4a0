/** A click inside the object; by keys, arrows move a cross-hair and Enter starts there. */
import type { Point } from '../geometry.js';
import { arrowOf, inImage, type MakeTool, strideOf } from './tool.js';

export const pointTool: MakeTool = (host) => {
  let cross: Point | undefined;
  const reset = (): boolean => {
    const begun = cross !== undefined;
    cross = undefined;
    host.draw({});
    return begun;
  };
  return {
    id: 'point',
    cursor: 'crosshair',
    reset,
    press: () => true,
    click({ at }) {
      reset();
      host.start({ x: at.x, y: at.y });
    },
    key({ key, alt }) {
      const arrow = arrowOf(key);
      if (arrow) {
        const along = host.direction(...arrow);
        const stride = cross ? strideOf(host, alt) : 0;
        const from = cross ?? host.view.centre;
        cross = inImage(host, { x: from.x + along.x * stride, y: from.y + along.y * stride });
      } else if (key === 'Enter' && cross) {
        const start = cross;
        reset();
        host.start({ x: start.x, y: start.y });
        return true;
      } else if (key === 'Enter') cross = inImage(host, host.view.centre);
      else return false;
      host.draw({ cursor: cross });
      return true;
    },
  };
};
