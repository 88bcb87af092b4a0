/**
 * The tool that edits the vertices of the selected contour: drag one, press on an edge to insert one, Alt-click or Delete removes one.
 * By keys: PageDown and PageUp walk the vertices, arrows move the active one, Insert adds one behind it.
 * A move that would make the ring touch itself is refused.
 */
import { type Point, pathsOf } from '../../contours/geometry.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { insertVertex, moveVertex, removeVertex, vertexCount } from '../contours/vertex-edits.js';
import type { VertexAddress } from '../overlay/drawing.js';
import { contourAt, edgeAt, vertexAt } from '../overlay/hit.js';
import type { Workbench } from '../workbench/workbench.js';
import { arrowOf, strideOf } from './keyboard.js';
import type { Tool } from './tool.js';

export const vertexTool = (bench: Workbench): Tool => {
  const selected = (): ContourFeature | undefined => bench.collection.selected;
  let active: VertexAddress | undefined;
  /** The contour while a vertex is dragged. */
  let draft: ContourFeature | undefined;
  let dragging = false;

  const current = (): ContourFeature | undefined => draft ?? selected();
  const show = (): void => {
    const contour = current();
    bench.mark(contour ? { handles: { contour, ...(active ? { active } : {}) } } : {});
  };
  const settle = (): void => {
    dragging = false;
    const edited = draft;
    draft = undefined;
    if (edited) bench.edit(edited);
    show();
  };
  const reset = (): boolean => {
    const begun = dragging;
    dragging = false;
    draft = undefined;
    active = undefined;
    bench.preview(undefined);
    show();
    return begun;
  };
  const commit = (contour: ContourFeature | undefined): void => {
    if (contour) bench.edit(contour);
    else bench.voice.say('nodeRefused');
    show();
  };
  const walk = (by: number): void => {
    const contour = selected();
    if (!contour) return;
    const path = active?.path ?? 0;
    const count = vertexCount(contour, path);
    active = { path, vertex: ((active?.vertex ?? (by > 0 ? -1 : 0)) + by + count) % count };
    bench.voice.say('nodeActive', { index: active.vertex + 1, count });
  };
  const place = ({ path, vertex }: VertexAddress): Point | undefined => {
    const contour = selected();
    const position = contour ? pathsOf(contour.geometry).paths[path]?.[vertex] : undefined;
    return position && { x: position[0], y: position[1] };
  };
  return {
    id: 'nodes',
    cursor: 'default',
    reset,
    refresh() {
      const contour = selected();
      const path = contour && active ? pathsOf(contour.geometry).paths[active.path] : undefined;
      if (active && (path === undefined || active.vertex >= path.length)) active = undefined;
      if (!dragging) show();
    },
    press({ at, reach, alt }) {
      const contour = selected();
      if (!contour) return false;
      const vertex = vertexAt(contour, at, reach);
      if (vertex && alt) {
        active = undefined;
        commit(removeVertex(contour, vertex));
        return true;
      }
      if (vertex) active = vertex;
      else {
        const edge = edgeAt(contour, at, reach);
        if (!edge) return false;
        draft = insertVertex(contour, edge, edge.point);
        active = { path: edge.path, vertex: edge.vertex + 1 };
      }
      dragging = true;
      show();
      return true;
    },
    drag({ at, travel }) {
      const contour = current();
      if (!dragging || !active || !contour || travel < 2) return;
      const moved = moveVertex(contour, active, at);
      if (!moved) return;
      draft = moved;
      bench.preview(moved);
      show();
    },
    release() {
      if (dragging) settle();
    },
    click({ at, reach }) {
      const contour = selected();
      if (contour && (vertexAt(contour, at, reach) || edgeAt(contour, at, reach))) return;
      active = undefined;
      bench.collection.select(contourAt(bench.shown, at, reach)?.id);
    },
    key({ key, alt, shift }) {
      const contour = selected();
      if (!contour) return false;
      if (key === 'PageDown' || key === 'PageUp') walk(key === 'PageDown' ? 1 : -1);
      else if (!active) return false;
      else if (key === 'Delete' || key === 'Backspace') {
        commit(removeVertex(contour, active));
        active = undefined;
      } else if (key === 'Insert' || key === 'Enter') {
        const next = pathsOf(contour.geometry).paths[active.path]?.[active.vertex + 1];
        const here = place(active);
        if (!here || !next) return false;
        commit(insertVertex(contour, active, { x: (here.x + next[0]) / 2, y: (here.y + next[1]) / 2 }));
        active = { path: active.path, vertex: active.vertex + 1 };
      } else {
        const along = arrowOf(bench, key);
        const from = place(active);
        if (!along || !from) return false;
        const stride = shift ? strideOf(bench, false) : alt ? 0.25 : 1;
        commit(moveVertex(contour, active, { x: from.x + along.x * stride, y: from.y + along.y * stride }));
      }
      show();
      return true;
    },
  };
};
