/** The handles of the selected contour: which of its vertices are active or chosen, and what a drag makes of them. */
import { type Point, pathsOf } from '../../contours/geometry.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { pinnedOf, placeKey, placesOf } from '../contours/pinned.js';
import { addressesOf, noVertices, sizeOf, type VertexSet } from '../contours/vertex-sets.js';
import type { VertexAddress } from '../overlay/drawing.js';
import type { Workbench } from '../workbench/workbench.js';

/** Keeps the active and the chosen vertices, and draws them. */
export class VertexHandles {
  /** The vertex that was pressed last, or reached by keys. */
  active: VertexAddress | undefined;
  /** The contour while vertices are dragged. */
  draft: ContourFeature | undefined;
  /** The rectangle that is drawn to choose what lies in it. */
  band: Rect | undefined;
  /** The outline as arrow keys left it: those that follow join their step. None once anything else was moved or chosen. */
  shifted: ContourFeature['geometry'] | undefined;
  #chosen = noVertices;
  /** Contour whose vertices are chosen. */
  #chosenOf: string | undefined;

  constructor(readonly bench: Workbench) {}

  get selected(): ContourFeature | undefined {
    return this.bench.selectedHere;
  }

  get chosen(): VertexSet {
    return this.#chosen;
  }

  /** Vertices that a command is about: the chosen ones, else the active one. */
  get meant(): readonly VertexAddress[] {
    if (this.#chosen.size > 0) return addressesOf(this.#chosen);
    return this.active ? [this.active] : [];
  }

  choose(next: VertexSet): void {
    this.shifted = undefined;
    this.#chosen = next;
    this.#chosenOf = this.selected?.id;
    this.bench.vertexEditing.chosen = sizeOf(next);
    this.show();
  }

  /** Forgets vertices that the contour no longer has, and those that are chosen of another. */
  forgetLost(): void {
    const { active, selected } = this;
    const paths = selected ? pathsOf(selected.geometry).paths : [];
    const has = (path: number, vertex: number): boolean => vertex < (paths[path]?.length ?? 0);
    if (active && !has(active.path, active.vertex)) this.active = undefined;
    const lost = addressesOf(this.#chosen).some(({ path, vertex }) => !has(path, vertex));
    if (this.#chosen.size > 0 && (lost || selected?.id !== this.#chosenOf)) this.choose(noVertices);
  }

  /** Where the active vertex of the selected contour lies, in full-resolution pixels. */
  get place(): Point | undefined {
    const { active, selected } = this;
    const position = active && selected && pathsOf(selected.geometry).paths[active.path]?.[active.vertex];
    return position && { x: position[0], y: position[1] };
  }

  show(): void {
    const { active, band, bench, chosen } = this;
    const contour = this.draft ?? this.selected;
    const pins = contour && new Set(pinnedOf(contour).map(placeKey));
    const places = contour && pathsOf(contour.geometry).closed ? placesOf(contour, this.meant) : [];
    bench.vertexEditing.active = active !== undefined;
    bench.vertexEditing.pinned =
      pins && places.length > 0 ? places.every((place) => pins.has(placeKey(place))) : undefined;
    const marks = { ...(active ? { active } : {}), ...(chosen.size > 0 ? { chosen } : {}) };
    bench.mark({
      ...(contour ? { handles: { contour, ...marks } } : {}),
      ...(band ? { draft: { kind: 'box', rect: band, grips: false } } : {}),
    });
  }

  /** Keeps an edit, or says that there is none that would do; false where the contour stays as it was. */
  keep(edited: ContourFeature | undefined): boolean {
    const { bench } = this;
    if (edited) bench.edit(edited);
    else {
      bench.preview(undefined);
      bench.voice.say('nodeRefused');
    }
    this.show();
    // A locked one stays as it is.
    return edited !== undefined && this.selected?.geometry === edited.geometry;
  }
}
