/**
 * A polygon by clicks, or free-hand by dragging; a click on the first node, a double click or Enter closes it.
 * By keys: arrows move a cross-hair, Space sets a node, Backspace takes the last one back, Enter closes.
 */
import type { Point } from '../geometry.js';
import { arrowOf, inImage, type MakeTool, strideOf } from './tool.js';

/** Free-hand nodes are set so far apart, in CSS pixels. */
const SPACING = 5;

export const polygonTool: MakeTool = (host) => {
  let nodes: Point[] = [];
  let tip: Point | undefined;
  let cross: Point | undefined;
  let freehand = false;
  const show = (): void =>
    host.draw({
      ...(nodes.length > 0 ? { draft: { kind: 'polygon', nodes, ...(tip ? { tip } : {}) } } : {}),
      ...(cross ? { cursor: cross } : {}),
    });
  const reset = (): boolean => {
    const begun = nodes.length > 0 || cross !== undefined;
    nodes = [];
    tip = undefined;
    cross = undefined;
    freehand = false;
    show();
    return begun;
  };
  const close = (): void => {
    const ring = nodes;
    if (ring.length < 3) {
      host.announce('polygonNeedsThree');
      return;
    }
    reset();
    host.start({ type: 'Polygon', coordinates: [[...ring, ring[0]!].map(({ x, y }) => [x, y])] });
  };
  const add = (at: Point): void => {
    nodes = [...nodes, at];
    host.announce('nodeSet', { count: nodes.length });
  };
  return {
    id: 'polygon',
    cursor: 'crosshair',
    reset,
    press: () => true,
    drag({ at, travel }) {
      if (!freehand && (travel < 2 * SPACING || nodes.length > 1)) return;
      freehand = true;
      const last = nodes.at(-1);
      if (!last || Math.hypot(at.x - last.x, at.y - last.y) >= SPACING * host.view.pixel) nodes = [...nodes, at];
      show();
    },
    release() {
      if (!freehand) return;
      freehand = false;
      close();
    },
    click({ at, reach }) {
      const [first] = nodes;
      cross = undefined;
      if (first && nodes.length > 2 && Math.hypot(at.x - first.x, at.y - first.y) <= reach) return close();
      const last = nodes.at(-1);
      if (!last || Math.hypot(at.x - last.x, at.y - last.y) > reach / 3) add(at);
      tip = undefined;
      show();
    },
    doubleClick() {
      if (nodes.length > 2) close();
    },
    hover({ at }) {
      if (nodes.length === 0 || cross) return;
      tip = at;
      show();
    },
    key({ key, alt }) {
      const arrow = arrowOf(key);
      if (arrow) {
        const along = host.direction(...arrow);
        const stride = strideOf(host, alt);
        const from = cross ?? nodes.at(-1) ?? host.view.centre;
        cross = inImage(host, { x: from.x + along.x * stride, y: from.y + along.y * stride });
        tip = nodes.length > 0 ? cross : undefined;
        show();
        return true;
      }
      if (key === ' ' && cross) {
        add(cross);
        show();
        return true;
      }
      if (key === 'Backspace' && nodes.length > 0) {
        nodes = nodes.slice(0, -1);
        show();
        return true;
      }
      if (key === 'Enter' && nodes.length > 0) {
        close();
        return true;
      }
      if (key === 'Enter') {
        cross = inImage(host, host.view.centre);
        show();
        return true;
      }
      return false;
    },
  };
};
