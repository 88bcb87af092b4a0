/**
 * The tool that edits the vertices of the selected contour: drag one, press on an edge to insert one, Alt-click or Delete removes one.
 * Shift and a drag, or a drag after `several`, chooses those in a rectangle, which then move and go together. With Control, or after
 * `snaps`, a vertex snaps to edges. By keys: PageDown and PageUp walk the vertices, arrows move what is active or chosen, Insert and Enter
 * add one, Delete removes one, Escape lets go of the arrows.
 * A move that would make the ring touch itself is refused. What was moved is pinned, so that a run leaves it where it is; `pin` changes that.
 */
import { type Point, pathsOf, rectOf } from '../../contours/geometry.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { measured } from '../contours/edited.js';
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
import { viewOf } from '../overlay/projection.js';
import { panTo } from '../viewer/view-moves.js';
import { uncovered } from '../workbench/uncovered.js';
import type { Workbench } from '../workbench/workbench.js';
import { arrowOf, strideOf } from './keyboard.js';
import { Snapping } from './snap.js';
import type { Tool } from './tool.js';

/** What the pointer holds: one vertex, those that are chosen, or a corner of the rectangle that chooses. */
type Held = 'vertex' | 'chosen' | 'band';

const none: VertexSet = new Map();

/** CSS pixels about a vertex that a key reaches that are in view, too. */
const MARGIN = 24;

const addressesIn = (contour: ContourFeature): readonly VertexAddress[] =>
  pathsOf(contour.geometry).paths.flatMap((_, path) =>
    Array.from({ length: vertexCount(contour, path) }, (__, vertex) => ({ path, vertex })),
  );

const inTenths =
  (value: number) =>
  (lang: string): string =>
    new Intl.NumberFormat(lang, { maximumFractionDigits: 1 }).format(value);

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
  /** The outline as arrow keys left it: those that follow join their step. None once anything else was moved or chosen. */
  let shifted: ContourFeature['geometry'] | undefined;

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
    shifted = undefined;
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
    // A locked one stays as it is.
    return contour !== undefined && selected()?.geometry === contour.geometry;
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
  const place = ({ path, vertex }: VertexAddress): Point | undefined => {
    const contour = selected();
    const position = contour ? pathsOf(contour.geometry).paths[path]?.[vertex] : undefined;
    return position && { x: position[0], y: position[1] };
  };
  /** Says which vertex is active and where, and brings it into view. */
  const tell = (contour: ContourFeature): void => {
    const at = active && place(active);
    if (!active || !at) return;
    const all = addressesIn(contour);
    const index = 1 + all.findIndex(({ path, vertex }) => path === active?.path && vertex === active.vertex);
    bench.voice.say('nodeActive', { index, count: all.length, x: inTenths(at.x), y: inTenths(at.y) });
    const { hold } = bench.stage;
    const point = { type: 'LineString', coordinates: [[at.x, at.y]] } as const;
    if (hold) panTo(hold, point, uncovered(bench.element, hold.viewer.canvas), MARGIN);
  };
  const walk = (contour: ContourFeature, by: 1 | -1): void => {
    const all = addressesIn(contour);
    const from = all.findIndex(({ path, vertex }) => path === active?.path && vertex === active.vertex);
    active = all.at((from < 0 && by < 0 ? by : from + by) % all.length);
    shifted = undefined;
    tell(contour);
  };
  /** Moves what is chosen, else the active vertex, by an arrow key. */
  const shift = (contour: ContourFeature, by: Point): void => {
    const at = active && place(active);
    const moved =
      chosen.size > 0
        ? moveVertices(contour, chosen, by)
        : active && at && moveVertex(contour, active, { x: at.x + by.x, y: at.y + by.y });
    if (!moved) commit(undefined);
    if (!moved || bench.objects.refuses([contour])) return;
    const fresh = measured(moved, bench.stage.image?.placement);
    if (shifted === contour.geometry) bench.collection.extend([fresh], 'edit');
    else bench.collection.put([fresh], 'edit');
    shifted = fresh.geometry;
    if (chosen.size === 0) tell(fresh);
    else bench.voice.say('verticesMoved', { count: sizeOf(chosen) }, 'snake.undo');
  };
  /** Adds a vertex in the middle of the edge that the active one begins; false where it begins none. */
  const add = (contour: ContourFeature): boolean => {
    const next = active && pathsOf(contour.geometry).paths[active.path]?.[active.vertex + 1];
    const here = active && place(active);
    if (!active || !here || !next) return false;
    const { path, vertex } = active;
    if (!commit(insertVertex(contour, active, { x: (here.x + next[0]) / 2, y: (here.y + next[1]) / 2 }))) return true;
    active = { path, vertex: vertex + 1 };
    tell(selected() ?? contour);
    return true;
  };
  /** Removes by a key; the vertex after a removed one is active then, for the next key. */
  const remove = (contour: ContourFeature): void => {
    const next = held || chosen.size > 0 ? undefined : active;
    removeMeant();
    const { paths } = pathsOf((selected() ?? contour).geometry);
    if (!next || paths.length < pathsOf(contour.geometry).paths.length) return;
    active = { path: next.path, vertex: Math.min(next.vertex, vertexCount(selected() ?? contour, next.path) - 1) };
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
    key({ key, alt, shift: far }) {
      const contour = selected();
      if (!contour) return false;
      const along = arrowOf(bench, key);
      if (key === 'Escape' && held) giveUp();
      else if (key === 'Escape' && chosen.size > 0) choose(none);
      else if (key === 'Escape' && active) active = undefined;
      else if (key === 'PageDown' || key === 'PageUp') walk(contour, key === 'PageDown' ? 1 : -1);
      else if ((key === 'Delete' || key === 'Backspace') && (held || meant().length > 0)) remove(contour);
      else if (along && meant().length > 0) {
        const stride = far ? strideOf(bench, false) : Math.max(1, viewOf(bench.projection).pixel) * (alt ? 0.25 : 1);
        shift(contour, { x: along.x * stride, y: along.y * stride });
      } else return (key === 'Insert' || key === 'Enter') && add(contour);
      show();
      return true;
    },
  };
};
