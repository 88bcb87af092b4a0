/**
 * The tool that edits the vertices of the selected contour: drag one, press on an edge to insert one, Alt-click or Delete removes one.
 * Shift and a drag, or a drag after `several`, chooses those in a rectangle, which then move and go together. With Control, or after
 * `snaps`, a vertex snaps to edges. By keys: PageDown and PageUp, in volumes with Alt, walk the vertices, arrows move what is active or chosen,
 * Insert and Enter add one, Delete removes one, Escape lets go of the arrows.
 * A move that would make the ring touch itself is refused. What was moved is pinned, so that a run leaves it where it is; `pin` changes that.
 */
import { pinnedOf, placeKey, placesOf, withPinned } from '../contours/pinned.js';
import { noVertices, toggled } from '../contours/vertex-sets.js';
import { edgeAt, vertexAt } from '../overlay/hit.js';
import type { Workbench } from '../workbench/workbench.js';
import type { Tool } from './tool.js';
import { VertexDrag } from './vertex-drag.js';
import { VertexHandles } from './vertex-handles.js';
import { pressKey } from './vertex-keys.js';
import { removeMeant, removeOne } from './vertex-removal.js';

/** Pins the vertices that are chosen or active, or frees them where all are pinned. */
const pinMeant = (handles: VertexHandles): void => {
  const { bench, meant, selected } = handles;
  const { pinned } = bench.vertexEditing;
  if (!selected || pinned === undefined || bench.objects.refuses([selected])) return;
  const places = placesOf(selected, meant);
  const keys = new Set(places.map(placeKey));
  const others = pinnedOf(selected).filter((place) => !keys.has(placeKey(place)));
  bench.collection.put([withPinned(selected, pinned ? others : [...others, ...places])], 'property');
  bench.voice.say(pinned ? 'verticesFreed' : 'verticesPinned', { count: places.length }, 'snake.undo');
  handles.show();
};

/** Makes the tool that edits vertices. */
export const vertexTool = (bench: Workbench): Tool => {
  const { vertexEditing: editing } = bench;
  const handles = new VertexHandles(bench);
  const drag = new VertexDrag(handles);
  editing.remove = () => removeMeant(handles, drag);
  editing.pin = () => pinMeant(handles);
  return {
    id: 'nodes',
    cursor: 'default',
    reset() {
      const begun = drag.holds || handles.chosen.size > 0;
      drag.letGo();
      handles.active = undefined;
      bench.preview(undefined);
      handles.choose(noVertices);
      return begun;
    },
    takeBack: () => drag.giveUp(),
    refresh() {
      handles.forgetLost();
      if (!drag.holds) handles.show();
    },
    press(pointer) {
      const { selected } = handles;
      if (!selected) return false;
      const { at, reach, alt, shift } = pointer;
      const removed = alt && !shift ? vertexAt(selected, at, reach) : undefined;
      if (!removed) return drag.press(selected, pointer);
      removeOne(handles, selected, removed);
      return true;
    },
    drag: (pointer) => drag.move(pointer),
    release: ({ at }) => drag.release(at),
    click({ at, reach, shift, alt }) {
      // With Alt the press has removed a vertex, and the outline may no longer pass here.
      if (alt) return;
      const { selected } = handles;
      const vertex = selected && vertexAt(selected, at, reach);
      if (vertex && (shift || editing.several)) {
        handles.choose(toggled(handles.chosen, vertex));
        bench.voice.say('verticesChosen', { count: editing.chosen });
        return;
      }
      if (selected && (vertex || edgeAt(selected, at, reach))) return;
      handles.active = undefined;
      handles.choose(noVertices);
      bench.pick(at, reach);
    },
    key: (key) => pressKey(handles, drag, key),
  };
};
