/** Vertices removed: by Alt and a click, by the button, by a key. */
import { pathsOf } from '../../contours/geometry.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { removeVertex, removeVertices } from '../contours/vertex-edits.js';
import { noVertices, sizeOf, vertexCount } from '../contours/vertex-sets.js';
import type { VertexAddress } from '../overlay/drawing.js';
import type { VertexDrag } from './vertex-drag.js';
import type { VertexHandles } from './vertex-handles.js';

/** Keeps what a removal leaves, and says how many vertices there are then; false where the contour stays as it was. */
const keepRest = (handles: VertexHandles, rest: ContourFeature | undefined): boolean => {
  if (!handles.keep(rest) || !rest) return false;
  const count = pathsOf(rest.geometry).paths.reduce((sum, _, path) => sum + vertexCount(rest, path), 0);
  handles.bench.voice.say('nodeSet', { count });
  return true;
};

/** Removes one vertex of the selected contour; no other is active or chosen then. */
export const removeOne = (handles: VertexHandles, contour: ContourFeature, vertex: VertexAddress): void => {
  handles.active = undefined;
  handles.choose(noVertices);
  keepRest(handles, removeVertex(contour, vertex));
};

/** Removes the vertices in hand, else the chosen ones or the active one. Several that cannot go stay chosen. */
export const removeMeant = (handles: VertexHandles, drag: VertexDrag): void => {
  const { selected } = handles;
  const { leaving } = drag;
  drag.giveUp();
  if (!selected || leaving.size === 0) return;
  handles.choose(noVertices);
  handles.active = undefined;
  if (!keepRest(handles, removeVertices(selected, leaving)) && sizeOf(leaving) > 1) handles.choose(leaving);
};

/** Removes by a key; the vertex after a removed one is active then, for the next key. */
export const removeByKey = (handles: VertexHandles, drag: VertexDrag, contour: ContourFeature): void => {
  const next = drag.holds || handles.chosen.size > 0 ? undefined : handles.active;
  removeMeant(handles, drag);
  const rest = handles.selected ?? contour;
  if (!next || pathsOf(rest.geometry).paths.length < pathsOf(contour.geometry).paths.length) return;
  handles.active = { path: next.path, vertex: Math.min(next.vertex, vertexCount(rest, next.path) - 1) };
};
