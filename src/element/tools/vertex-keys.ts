/** Keys of the tool for vertices: they walk, move, add and remove vertices of the selected contour. */
import { type Point, pathsOf } from '../../contours/geometry.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { measured } from '../contours/edited.js';
import { insertVertex, moveVertex, moveVertices } from '../contours/vertex-edits.js';
import { addressesIn, noVertices, sizeOf } from '../contours/vertex-sets.js';
import { viewOf } from '../overlay/projection.js';
import { panTo } from '../viewer/view-moves.js';
import { uncovered } from '../workbench/uncovered.js';
import { arrowOf, strideOf } from './keyboard.js';
import type { ToolKey } from './tool.js';
import type { VertexDrag } from './vertex-drag.js';
import type { VertexHandles } from './vertex-handles.js';
import { removeByKey } from './vertex-removal.js';

/** CSS pixels about a vertex that a key reaches that are in view, too. */
const MARGIN = 24;
/** Share of a pixel of the screen that an arrow key moves with Alt. */
const FINE = 0.25;

const inTenths =
  (value: number) =>
  (lang: string): string =>
    new Intl.NumberFormat(lang, { maximumFractionDigits: 1 }).format(value);

/** The place of the active vertex among those of its contour, from 0; -1 where none is active. */
const indexOfActive = ({ active }: VertexHandles, contour: ContourFeature): number =>
  addressesIn(contour).findIndex(({ path, vertex }) => path === active?.path && vertex === active.vertex);

/** Says which vertex is active and where, and brings it into view. */
const tell = (handles: VertexHandles, contour: ContourFeature): void => {
  const { bench, place } = handles;
  if (!place) return;
  const { x, y } = place;
  const index = 1 + indexOfActive(handles, contour);
  bench.voice.say('nodeActive', { index, count: addressesIn(contour).length, x: inTenths(x), y: inTenths(y) });
  const { hold } = bench.stage;
  const point = { type: 'LineString', coordinates: [[x, y]] } as const;
  if (hold) panTo(hold, point, uncovered(bench.element, hold.viewer.canvas), MARGIN);
};

/** Makes the next vertex active, or the one before; after the last comes the first. */
const walk = (handles: VertexHandles, contour: ContourFeature, by: 1 | -1): void => {
  const all = addressesIn(contour);
  const from = indexOfActive(handles, contour);
  handles.active = all.at((from < 0 && by < 0 ? by : from + by) % all.length);
  handles.shifted = undefined;
  tell(handles, contour);
};

/** Moves what is chosen, else the active vertex. */
const shift = (handles: VertexHandles, contour: ContourFeature, by: Point): void => {
  const { active, bench, chosen, place } = handles;
  const moved =
    chosen.size > 0
      ? moveVertices(contour, chosen, by)
      : active && place && moveVertex(contour, active, { x: place.x + by.x, y: place.y + by.y });
  if (!moved) handles.keep(undefined);
  if (!moved || bench.objects.refuses([contour])) return;
  const fresh = measured(moved, bench.stage.image?.placement);
  if (handles.shifted === contour.geometry) bench.collection.extend([fresh], 'edit');
  else bench.collection.put([fresh], 'edit');
  handles.shifted = fresh.geometry;
  if (chosen.size === 0) tell(handles, fresh);
  else bench.voice.say('verticesMoved', { count: sizeOf(chosen) }, 'snake.undo');
};

/** Adds a vertex in the middle of the edge that the active one begins; false where it begins none. */
const add = (handles: VertexHandles, contour: ContourFeature): boolean => {
  const { active, place } = handles;
  const next = active && pathsOf(contour.geometry).paths[active.path]?.[active.vertex + 1];
  if (!active || !place || !next) return false;
  const middle = { x: (place.x + next[0]) / 2, y: (place.y + next[1]) / 2 };
  if (!handles.keep(insertVertex(contour, active, middle))) return true;
  handles.active = { path: active.path, vertex: active.vertex + 1 };
  tell(handles, handles.selected ?? contour);
  return true;
};

/** Returns true where the key did something. */
export const pressKey = (handles: VertexHandles, drag: VertexDrag, { key, alt, shift: far }: ToolKey): boolean => {
  const { bench, selected: contour } = handles;
  if (!contour) return false;
  const along = arrowOf(bench, key);
  // Without Alt a volume's slices have these keys, and with Shift other images.
  const walks = (key === 'PageDown' || key === 'PageUp') && !far && (alt || bench.stage.slice === undefined);
  const meansSome = handles.meant.length > 0;
  if (key === 'Escape' && drag.giveUp()) return true;
  if (key === 'Escape' && handles.chosen.size > 0) handles.choose(noVertices);
  else if (key === 'Escape' && handles.active) handles.active = undefined;
  else if (walks) walk(handles, contour, key === 'PageDown' ? 1 : -1);
  else if ((key === 'Delete' || key === 'Backspace') && (drag.holds || meansSome)) removeByKey(handles, drag, contour);
  else if (along && meansSome) {
    const stride = far ? strideOf(bench, false) : Math.max(1, viewOf(bench.projection).pixel) * (alt ? FINE : 1);
    shift(handles, contour, { x: along.x * stride, y: along.y * stride });
  } else return (key === 'Insert' || key === 'Enter') && add(handles, contour);
  handles.show();
  return true;
};
