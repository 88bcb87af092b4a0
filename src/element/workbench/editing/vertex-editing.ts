/** State of the tool for vertices that a person switches: a drag chooses several, a vertex snaps to edges. */
export class VertexEditing {
  #several = false;
  #snaps = false;
  #chosen = 0;
  #active = false;
  #pinned: boolean | undefined;
  /** Removes the chosen vertices, or the active one; set by the tool while it is in hand. */
  remove: () => void = () => {};
  /** Pins the chosen vertices or the active one, or frees them where all are pinned; set by the tool while it is in hand. */
  pin: () => void = () => {};

  constructor(private readonly changed: () => void) {}

  /** A drag beside the vertices chooses those in a rectangle, and does not move the view. */
  get several(): boolean {
    return this.#several;
  }

  set several(several: boolean) {
    this.#several = several;
    this.changed();
  }

  /** A vertex that is dragged goes to the nearest edge of the image or outline of another object. */
  get snaps(): boolean {
    return this.#snaps;
  }

  set snaps(snaps: boolean) {
    this.#snaps = snaps;
    this.changed();
  }

  /** Whether the chosen vertices or the active one are all pinned; `undefined` where there are none. */
  get pinned(): boolean | undefined {
    return this.#pinned;
  }

  set pinned(pinned: boolean | undefined) {
    if (pinned === this.#pinned) return;
    this.#pinned = pinned;
    this.changed();
  }

  /** Whether a vertex is active: the last one that was pressed, or reached by keys. */
  get active(): boolean {
    return this.#active;
  }

  set active(active: boolean) {
    if (active === this.#active) return;
    this.#active = active;
    this.changed();
  }

  /** The number of vertices that are chosen. */
  get chosen(): number {
    return this.#chosen;
  }

  set chosen(count: number) {
    if (count === this.#chosen) return;
    this.#chosen = count;
    this.changed();
  }
}
