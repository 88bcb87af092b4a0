/**
 * Editing the nodes of the selected contour: drag one, press on an edge to insert one, Alt-click or Delete takes one
 * away. By keys: PageDown and PageUp walk the nodes, arrows move the one that is active, Insert adds one behind it.
 * A move that would make the ring touch itself is not made.
 */
import type { ContourFeature } from '../../worker/protocol.js';
import { type Point, pathsOf } from '../geometry.js';
import { contourAt, edgeAt, type NodeAddress, nodeAt } from '../hit.js';
import { insertNode, moveNode, nodeCount, removeNode } from '../node-edits.js';
import { arrowOf, type MakeTool, strideOf } from './tool.js';

export const nodesTool: MakeTool = (host) => {
  let active: NodeAddress | undefined;
  /** The contour while a node is dragged. */
  let draft: ContourFeature | undefined;
  let dragging = false;

  const current = (): ContourFeature | undefined => draft ?? host.selected;
  const show = (): void => {
    const contour = current();
    host.draw(contour ? { handles: { contour, ...(active ? { active } : {}) } } : {});
  };
  const settle = (): void => {
    dragging = false;
    const edited = draft;
    draft = undefined;
    if (edited) host.edit(edited);
    show();
  };
  const reset = (): boolean => {
    const begun = dragging;
    dragging = false;
    draft = undefined;
    active = undefined;
    host.preview(undefined);
    show();
    return begun;
  };
  const commit = (contour: ContourFeature | undefined): void => {
    if (contour) host.edit(contour);
    else host.announce('nodeRefused');
    show();
  };
  const walk = (by: number): void => {
    const contour = host.selected;
    if (!contour) return;
    const path = active?.path ?? 0;
    const count = nodeCount(contour, path);
    active = { path, node: ((active?.node ?? (by > 0 ? -1 : 0)) + by + count) % count };
    host.announce('nodeActive', { index: active.node + 1, count });
  };
  const place = ({ path, node }: NodeAddress): Point | undefined => {
    const contour = host.selected;
    const position = contour ? pathsOf(contour.geometry).paths[path]?.[node] : undefined;
    return position && { x: position[0], y: position[1] };
  };
  return {
    id: 'nodes',
    cursor: 'default',
    reset,
    refresh() {
      const contour = host.selected;
      const path = contour && active ? pathsOf(contour.geometry).paths[active.path] : undefined;
      if (active && (path === undefined || active.node >= path.length)) active = undefined;
      if (!dragging) show();
    },
    press({ at, reach, alt }) {
      const contour = host.selected;
      if (!contour) return false;
      const node = nodeAt(contour, at, reach);
      if (node && alt) {
        active = undefined;
        commit(removeNode(contour, node));
        return true;
      }
      if (node) active = node;
      else {
        const edge = edgeAt(contour, at, reach);
        if (!edge) return false;
        draft = insertNode(contour, edge, edge.point);
        active = { path: edge.path, node: edge.node + 1 };
      }
      dragging = true;
      show();
      return true;
    },
    drag({ at, travel }) {
      const contour = current();
      if (!dragging || !active || !contour || travel < 2) return;
      const moved = moveNode(contour, active, at);
      if (!moved) return;
      draft = moved;
      host.preview(moved);
      show();
    },
    release() {
      if (dragging) settle();
    },
    click({ at, reach }) {
      const contour = host.selected;
      if (contour && (nodeAt(contour, at, reach) || edgeAt(contour, at, reach))) return;
      active = undefined;
      host.select(contourAt(host.contours, at, reach)?.id);
    },
    key({ key, alt, shift }) {
      const contour = host.selected;
      if (!contour) return false;
      if (key === 'PageDown' || key === 'PageUp') walk(key === 'PageDown' ? 1 : -1);
      else if (!active) return false;
      else if (key === 'Delete' || key === 'Backspace') {
        commit(removeNode(contour, active));
        active = undefined;
      } else if (key === 'Insert' || key === 'Enter') {
        const next = pathsOf(contour.geometry).paths[active.path]?.[active.node + 1];
        const here = place(active);
        if (!here || !next) return false;
        commit(insertNode(contour, active, { x: (here.x + next[0]) / 2, y: (here.y + next[1]) / 2 }));
        active = { path: active.path, node: active.node + 1 };
      } else {
        const arrow = arrowOf(key);
        const from = place(active);
        if (!arrow || !from) return false;
        const along = host.direction(...arrow);
        const stride = shift ? strideOf(host, false) : alt ? 0.25 : 1;
        commit(moveNode(contour, active, { x: from.x + along.x * stride, y: from.y + along.y * stride }));
      }
      show();
      return true;
    },
  };
};
