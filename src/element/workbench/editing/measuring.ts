/** Measures contours that are not as a run gave them, such as edited ones: their size is known already; here the engine measures the samples. */
import { polygonsOf } from '../../../algorithm/shapes/polygons.js';
import { objectOf } from '../../../contours/on-slice.js';
import { measuredPlace } from '../../../worker/measured-place.js';
import type { ContourFeature } from '../../../worker/protocol.js';
import type { Collection } from '../../contours/collection.js';
import { isOfNoRun, withVolume } from '../../contours/edited.js';
import type { Edit } from '../../contours/edits.js';
import { objectsIn } from '../../contours/objects.js';
import type { Stage } from '../../viewer/stage.js';

/** Measures contours again, one after another. */
export class Measuring {
  /** Those that wait, the newest of each id. */
  readonly #waiting = new Map<string, ContourFeature>();
  /** Measured, possibly without statistics: there are none outside the image. */
  readonly #done = new WeakSet<ContourFeature>();
  /** Objects of a volume, by their ids, of which a contour was changed. */
  readonly #objects = new Set<string>();
  #busy = false;

  constructor(
    private readonly stage: Stage,
    private readonly collection: Collection,
  ) {}

  hear(edits: readonly Edit[]): void {
    for (const { before, after } of edits) {
      for (const contour of [before, after]) {
        if (this.stage.image?.stack && contour && isOfNoRun(contour)) this.#objects.add(objectOf(contour));
      }
      if (after && isUnmeasured(after) && !this.#done.has(after)) this.#waiting.set(after.id, after);
    }
    void this.#next();
  }

  /** One after the other: what was changed again meanwhile is measured once. */
  async #next(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (const [id, contour] of this.#waiting) {
        this.#waiting.delete(id);
        if (this.collection.get(id) === contour) await this.#measure(contour);
      }
      this.#measureVolumes();
    } finally {
      this.#busy = false;
    }
    if (this.#waiting.size > 0) void this.#next();
  }

  /** Gives the changed objects of a volume their volume, on all of their slices. */
  #measureVolumes(): void {
    const ids = new Set(this.#objects);
    this.#objects.clear();
    if (ids.size === 0) return;
    const changed = new Map<ContourFeature, ContourFeature>();
    for (const { id, contours } of objectsIn(this.collection.contours)) {
      if (!ids.has(id)) continue;
      for (const [k, after] of withVolume(contours, this.stage.image).entries()) {
        const before = contours[k];
        if (!before || before === after) continue;
        changed.set(before, after);
        if (this.#done.has(before)) this.#done.add(after);
      }
    }
    this.collection.amend(changed);
  }

  /** Never rejects. An engine that fails says so itself, and the size is known without it. */
  async #measure(contour: ContourFeature): Promise<void> {
    const { engine, image, signal } = this.stage;
    if (!engine || !image) return;
    try {
      const figures = await engine.measure(image.id, contour.geometry, {
        ...measuredPlace(contour.geometry, contour.properties.metadata, image.levels.length),
        signal,
      });
      if (this.collection.get(contour.id) !== contour) return;
      const { properties } = contour;
      const measured = {
        ...contour,
        properties: { ...properties, measurements: { ...properties.measurements, ...figures } },
      };
      this.#done.add(measured);
      this.collection.amend(new Map([[contour, measured]]));
    } catch {}
  }
}

/** A polygon that no run gave lacks what is measured of the samples. */
const isUnmeasured = (contour: ContourFeature): boolean => {
  const { measurements } = contour.properties;
  return (
    isOfNoRun(contour) &&
    !('Inside mean' in measurements || 'Inside mean band 1' in measurements) &&
    // The last of all, since coordinates that are packed are made for it.
    polygonsOf(contour.geometry).length > 0
  );
};
