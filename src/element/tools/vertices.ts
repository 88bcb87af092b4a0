/**
 * The tool that edits the vertices of the selected contour: drag one, press on an edge to insert one, Alt-click or Delete removes one.
 * Shift and a drag, or a drag after `several`, chooses those in a rectangle, which then move and go together. With Control, or after
 * `snaps`, a vertex snaps to edges. By keys: PageDown and PageUp walk the vertices, arrows move what is active or chosen, Insert adds one.
 * A move that would make the ring touch itself is refused. What was moved is pinned, so that a run leaves it where it is; `pin` changes that.
 */
import { type Point, pathsOf, rectOf } from '../../contours/geometry.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { pinnedOf, placeKey, placesOf, withPinned } from '../contours/pinned.js';
import {
  addressesOf,
  insertVertex,
  moveVertex,
  moveVertices,
  removeVertex,
  removeVertices,
  shiftVertices,
  type VertexSet,
  vertexCount,
  verticesIn,
} from '../contours/vertex-edits.js';
import type { VertexAddress } from '../overlay/drawing.js';
import { edgeAt, vertexAt } from '../overlay/hit.js';
import type { Workbench } from '../workbench/workbench.js';
import { arrowOf, strideOf } from './keyboard.js';
import { Snapping } from './snap.js';
import type { Tool } from './tool.js';

/** What the pointer holds: one vertex, those that are chosen, or a corner of the rectangle that chooses. */
type Held = 'vertex' | 'chosen' | 'band';

const none: VertexSet = new Map();

const sizeOf = (chosen: VertexSet): number => [...chosen.values()].reduce((count, { size }) => count + size, 0);

const toggled = (chosen: VertexSet, { path, vertex }: VertexAddress): VertexSet => {
  const own = new Set(chosen.get(path));
  if (!own.delete(vertex)) own.add(vertex);
  const next = new Map(chosen);
  if (own.size > 0) next.set(path, own);
  else next.delete(path);
  return next;
};

/** Makes the tool that edits vertices. */
export const vertexTool = (bench: Workbench): Tool => {
  const { vertexEditing: editing } = bench;
  const snapping = new Snapping(bench);
  const selected = (): ContourFeature | undefined => bench.selectedHere;
  let active: VertexAddress | undefined;
  let chosen: VertexSet = none;
  /** Contour whose vertices are chosen. */
  let chosenOf: string | undefined;
  /** The contour while vertices are dragged. */
  let draft: ContourFeature | undefined;
  let held: Held | undefined;
  /** The vertex in hand is one that the press added on an edge. */
  let added = false;
  let from: Point | undefined;
  let band: Rect | undefined;
  /** What was active before the press. */
  let before: VertexAddress | undefined;
  /** The vertex in hand stays behind the pointer, where the outline would touch itself. */
  let stopped = false;

  const current = (): ContourFeature | undefined => draft ?? selected();
  /** Vertices that a command is about: the chosen ones, else the active one. */
  const meant = (): readonly VertexAddress[] => (chosen.size > 0 ? addressesOf(chosen) : active ? [active] : []);
  const show = (): void => {
    const contour = current();
    const pins = contour && new Set(pinnedOf(contour).map(placeKey));
    const places = contour && pathsOf(contour.geometry).closed ? placesOf(contour, meant()) : [];
    editing.active = active !== undefined;
    editing.pinned = pins && places.length > 0 ? places.every((place) => pins.has(placeKey(place))) : undefined;
    const marks = { ...(active ? { active } : {}), ...(chosen.size > 0 ? { chosen } : {}) };
    bench.mark({
      ...(contour ? { handles: { contour, ...marks } } : {}),
      ...(band ? { draft: { kind: 'box', rect: band, grips: false } } : {}),
    });
  };
  const choose = (next: VertexSet): void => {
    chosen = next;
    chosenOf = selected()?.id;
    editing.chosen = sizeOf(next);
    show();
  };
  const letGo = (): void => {
    stopped = false;
    held = undefined;
    added = false;
    draft = undefined;
    band = undefined;
  };
  /** Ends a drag with the contour as it was; what is chosen stays so. */
  const giveUp = (): void => {
    letGo();
    active = before;
    bench.preview(undefined);
  };
  const reset = (): boolean => {
    const begun = held !== undefined || chosen.size > 0;
    letGo();
    active = undefined;
    bench.preview(undefined);
    choose(none);
    return begun;
  };
  const takeBack = (): boolean => {
    if (!held) return false;
    giveUp();
    show();
    return true;
  };
  const commit = (contour: ContourFeature | undefined): boolean => {
    if (contour) bench.edit(contour);
    else {
      bench.preview(undefined);
      bench.voice.say('nodeRefused');
    }
    show();
    return contour !== undefined;
  };
  /** Keeps what a removal leaves, and says how many vertices there are then. */
  const commitRest = (rest: ContourFeature | undefined): boolean => {
    if (!commit(rest) || !rest) return false;
    const count = pathsOf(rest.geometry).paths.reduce((sum, _, path) => sum + vertexCount(rest, path), 0);
    bench.voice.say('nodeSet', { count });
    return true;
  };
  /** Vertices to remove: those in hand, without a drag those that a command is about. Of a rectangle and of a vertex that was added there are none: they go with the drag. */
  const leaving = (): VertexSet => {
    if (held === 'band' || added) return none;
    return active && (held === 'vertex' || chosen.size === 0) ? toggled(none, active) : chosen;
  };
  const removeMeant = (): void => {
    const contour = selected();
    const gone = leaving();
    takeBack();
    if (!contour || gone.size === 0) return;
    choose(none);
    active = undefined;
    if (!commitRest(removeVertices(contour, gone)) && sizeOf(gone) > 1) choose(gone);
  };
  editing.remove = removeMeant;
  editing.pin = () => {
    const contour = selected();
    const places = contour ? placesOf(contour, meant()) : [];
    if (!contour || editing.pinned === undefined || bench.objects.refuses([contour])) return;
    const keys = new Set(places.map(placeKey));
    const others = pinnedOf(contour).filter((place) => !keys.has(placeKey(place)));
    const pins = !editing.pinned;
    bench.collection.put([withPinned(contour, pins ? [...others, ...places] : others)], 'property');
    bench.voice.say(pins ? 'verticesPinned' : 'verticesFreed', { count: places.length }, 'snake.undo');
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
    takeBack,
    refresh() {
      const contour = selected();
      const path = contour && active ? pathsOf(contour.geometry).paths[active.path] : undefined;
      if (active && (path === undefined || active.vertex >= path.length)) active = undefined;
      const gone = [...chosen].some(([index, vertices]) => {
        const length = contour ? (pathsOf(contour.geometry).paths[index]?.length ?? 0) : 0;
        for (const vertex of vertices) if (vertex >= length) return true;
        return false;
      });
      if (chosen.size > 0 && (gone || contour?.id !== chosenOf)) choose(none);
      if (!held) show();
    },
    press({ at, reach, alt, shift, mod }) {
      const contour = selected();
      if (!contour) return false;
      from = at;
      before = active;
      if (shift) {
        held = 'band';
        return true;
      }
      const vertex = vertexAt(contour, at, reach);
      if (vertex && alt) {
        active = undefined;
        choose(none);
        commitRest(removeVertex(contour, vertex));
        return true;
      }
      if (vertex && chosen.get(vertex.path)?.has(vertex.vertex)) held = 'chosen';
      else if (vertex) active = vertex;
      else {
        const edge = edgeAt(contour, at, reach);
        if (!edge) {
          if (editing.several) held = 'band';
          return editing.several;
        }
        draft = insertVertex(contour, edge, edge.point);
        added = true;
        active = { path: edge.path, vertex: edge.vertex + 1 };
      }
      if (held === undefined) {
        held = 'vertex';
        if (!(editing.several && vertex)) choose(none);
        if (editing.snaps !== mod) void snapping.prepare(at, reach);
      }
      show();
      return true;
    },
    drag({ at, reach, travel, mod }) {
      const contour = current();
      if (!held || !contour || !from || travel < 2) return;
      if (held === 'band') band = rectOf(from, at);
      else if (held === 'chosen') {
        const whole = selected();
        if (!whole) return;
        draft = shiftVertices(whole, chosen, { x: at.x - from.x, y: at.y - from.y });
        bench.preview(draft);
      } else if (active) {
        const to = editing.snaps === mod ? at : snapping.at(at, reach, contour.id);
        const moved = moveVertex(contour, active, to) ?? moveVertex(contour, active, at);
        if (!moved && !stopped) bench.voice.say('nodeRefused');
        else if (moved && stopped && bench.voice.message?.key === 'nodeRefused') bench.voice.hush();
        stopped = !moved;
        if (!moved) return;
        draft = moved;
        bench.preview(moved);
      }
      show();
    },
    release({ at }) {
      const was = held;
      const behind = stopped;
      const edited = draft;
      const drawn = band;
      const contour = selected();
      letGo();
      if (was === 'band' && drawn && contour) {
        choose(verticesIn(contour, drawn));
        bench.voice.say('verticesChosen', { count: editing.chosen });
      } else if (was === 'chosen' && edited && contour && from)
        commit(moveVertices(contour, chosen, { x: at.x - from.x, y: at.y - from.y }));
      else if (was === 'vertex' && edited) {
        if (bench.collection.get(edited.id)) {
          bench.edit(edited);
          if (behind && !bench.voice.message) bench.voice.say('nodeRefused');
        } else {
          bench.preview(undefined);
          bench.voice.say('objectGone');
        }
      }
      show();
    },
    click({ at, reach, shift, alt }) {
      // With Alt the press has removed a vertex, and the outline may no longer pass here.
      if (alt) return;
      const contour = selected();
      const vertex = contour && vertexAt(contour, at, reach);
      if (vertex && (shift || editing.several)) {
        choose(toggled(chosen, vertex));
        bench.voice.say('verticesChosen', { count: editing.chosen });
        return;
      }
      if (contour && (vertex || edgeAt(contour, at, reach))) return;
      active = undefined;
      choose(none);
      bench.pick(at, reach);
    },
    key({ key, alt, shift }) {
      const contour = selected();
      if (!contour) return false;
      const removes = key === 'Delete' || key === 'Backspace';
      if (key === 'Escape' && held) giveUp();
      else if (key === 'Escape' && chosen.size > 0) choose(none);
      else if (key === 'PageDown' || key === 'PageUp') walk(key === 'PageDown' ? 1 : -1);
      else if (removes && (held || meant().length > 0)) removeMeant();
      else if (chosen.size > 0 && arrowOf(bench, key)) {
        const along = arrowOf(bench, key);
        const stride = shift ? strideOf(bench, false) : alt ? 0.25 : 1;
        if (along) commit(moveVertices(contour, chosen, { x: along.x * stride, y: along.y * stride }));
      } else if (!active) return false;
      else if (key === 'Insert' || key === 'Enter') {
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
