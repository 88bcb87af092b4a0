/** A drag of vertices: of one, with what is added on an edge, or of all that are chosen; or the rectangle that chooses. */
import { type Point, rectOf } from '../../contours/geometry.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { insertVertex, moveVertex, moveVertices, shiftVertices } from '../contours/vertex-edits.js';
import { noVertices, toggled, type VertexSet, verticesIn } from '../contours/vertex-sets.js';
import type { VertexAddress } from '../overlay/drawing.js';
import { edgeAt, vertexAt } from '../overlay/hit.js';
import type { Workbench } from '../workbench/workbench.js';
import { Snapping } from './snap.js';
import type { ToolPointer } from './tool.js';
import type { VertexHandles } from './vertex-handles.js';

/** What the pointer holds: one vertex, those that are chosen, or a corner of the rectangle that chooses. */
type Held = 'vertex' | 'chosen' | 'band';

/** CSS pixels from the press at which a drag begins. */
const LEAST = 2;

const offset = (from: Point, to: Point): Point => ({ x: to.x - from.x, y: to.y - from.y });

/** The drag under way, from the press to the release. */
export class VertexDrag {
  readonly #bench: Workbench;
  readonly #snapping: Snapping;
  #held: Held | undefined;
  #from: Point = { x: 0, y: 0 };
  /** What was active before the press. */
  #before: VertexAddress | undefined;
  /** The vertex in hand is one that the press added on an edge. */
  #added = false;
  /** The vertex in hand stays behind the pointer, where the outline would touch itself. */
  #stopped = false;

  constructor(private readonly handles: VertexHandles) {
    this.#bench = handles.bench;
    this.#snapping = new Snapping(handles.bench);
  }

  /** Whether the pointer holds anything. */
  get holds(): boolean {
    return this.#held !== undefined;
  }

  /** Vertices to remove: those in hand, without a drag those that a command is about. Of a rectangle and of a vertex that was added there are none: they go with the drag. */
  get leaving(): VertexSet {
    const { active, chosen } = this.handles;
    if (this.#held === 'band' || this.#added) return noVertices;
    return active && (this.#held === 'vertex' || chosen.size === 0) ? toggled(noVertices, active) : chosen;
  }

  /** False where there is nothing to hold, so that the view moves. */
  press(contour: ContourFeature, { at, reach, shift, mod }: ToolPointer): boolean {
    const { handles } = this;
    const { several, snaps } = this.#bench.vertexEditing;
    this.#from = at;
    this.#before = handles.active;
    const vertex = shift ? undefined : vertexAt(contour, at, reach);
    const edge = shift || vertex ? undefined : edgeAt(contour, at, reach);
    if (!vertex && !edge) {
      if (shift || several) this.#held = 'band';
      return shift || several;
    }
    if (vertex && handles.chosen.get(vertex.path)?.has(vertex.vertex)) this.#held = 'chosen';
    else {
      this.#held = 'vertex';
      if (edge) {
        handles.draft = insertVertex(contour, edge, edge.point);
        this.#added = true;
      }
      handles.active = edge ? { path: edge.path, vertex: edge.vertex + 1 } : vertex;
      if (edge || !several) handles.choose(noVertices);
      if (snaps !== mod) void this.#snapping.prepare(at, reach);
    }
    handles.show();
    return true;
  }

  move(pointer: ToolPointer): void {
    const { handles } = this;
    const { selected } = handles;
    if (!this.#held || !(handles.draft ?? selected) || pointer.travel < LEAST) return;
    if (this.#held === 'vertex') this.#moveVertex(pointer);
    else if (this.#held === 'band') handles.band = rectOf(this.#from, pointer.at);
    else if (selected) {
      handles.draft = shiftVertices(selected, handles.chosen, offset(this.#from, pointer.at));
      this.#bench.preview(handles.draft);
    }
    handles.show();
  }

  #moveVertex({ at, reach, mod }: ToolPointer): void {
    const { active, draft, selected } = this.handles;
    const { vertexEditing, voice } = this.#bench;
    const contour = draft ?? selected;
    if (!contour || !active) return;
    const to = vertexEditing.snaps === mod ? at : this.#snapping.at(at, reach, contour.id);
    const moved = moveVertex(contour, active, to) ?? moveVertex(contour, active, at);
    if (!moved && !this.#stopped) voice.say('nodeRefused');
    else if (moved && this.#stopped && voice.message?.key === 'nodeRefused') voice.hush();
    this.#stopped = !moved;
    if (!moved) return;
    this.handles.draft = moved;
    this.#bench.preview(moved);
  }

  release(at: Point): void {
    const { handles } = this;
    const { band, chosen, draft, selected } = handles;
    const [held, stopped] = [this.#held, this.#stopped];
    this.letGo();
    if (held === 'band' && band && selected) {
      handles.choose(verticesIn(selected, band));
      this.#bench.voice.say('verticesChosen', { count: this.#bench.vertexEditing.chosen });
    } else if (held === 'chosen' && draft && selected)
      handles.keep(moveVertices(selected, chosen, offset(this.#from, at)));
    else if (held === 'vertex' && draft) this.#keepVertex(draft, stopped);
    handles.show();
  }

  #keepVertex(moved: ContourFeature, stopped: boolean): void {
    const { collection, voice } = this.#bench;
    if (collection.get(moved.id)) {
      this.#bench.edit(moved);
      if (stopped && !voice.message) voice.say('nodeRefused');
    } else {
      this.#bench.preview(undefined);
      voice.say('objectGone');
    }
  }

  letGo(): void {
    this.#held = undefined;
    this.#added = false;
    this.#stopped = false;
    this.handles.draft = undefined;
    this.handles.band = undefined;
  }

  /** Ends the drag with the contour as it was; what is chosen stays so. False where there is none. */
  giveUp(): boolean {
    if (!this.#held) return false;
    this.letGo();
    this.handles.active = this.#before;
    this.#bench.preview(undefined);
    this.handles.show();
    return true;
  }
}
