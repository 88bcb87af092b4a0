/** Measures contours anew that were drawn or changed by hand: at once their size, and here what the engine reads of the image. */
import type { Geometry } from '../../../algorithm/algorithm.js';
import { polygonsOf } from '../../../algorithm/shapes/polygons.js';
import { boundsOf } from '../../../contours/geometry.js';
import type { Rect } from '../../../core/rect.js';
import { rectOf } from '../../../worker/checks.js';
import type { MeasureOptions } from '../../../worker/measure.js';
import type { ContourFeature, ImageInfo } from '../../../worker/protocol.js';
import { type Collection, EditsEvent } from '../../contours/collection.js';
import type { Stage } from '../../viewer/stage.js';

/** Measures contours anew, one after another. */
export class Measuring {
  /** Those that wait, the newest of each id. */
  readonly #waiting = new Map<string, ContourFeature>();
  /** Measured, though perhaps without any statistics: outside of the image there are none. */
  readonly #done = new WeakSet<ContourFeature>();
  #busy = false;

  constructor(
    private readonly stage: Stage,
    private readonly collection: Collection,
  ) {
    collection.addEventListener('edits', (event) => {
      if (!(event instanceof EditsEvent)) return;
      for (const { after } of event.edits) {
        if (after && isUnmeasured(after) && !this.#done.has(after)) this.#waiting.set(after.id, after);
      }
      void this.#next();
    });
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
    } finally {
      this.#busy = false;
    }
    if (this.#waiting.size > 0) void this.#next();
  }

  /** Never rejects. An engine that fails says so itself, and the size is known without it. */
  async #measure(contour: ContourFeature): Promise<void> {
    const { engine, image, signal } = this.stage;
    if (!engine || !image) return;
    try {
      const figures = await engine.measure(image.id, contour.geometry, { ...placeOf(contour, image), signal });
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

/** A polygon changed by hand loses what was measured of the samples. */
const isUnmeasured = ({ geometry, properties: { metadata, measurements } }: ContourFeature): boolean =>
  (metadata.drawn ?? metadata.edited ?? metadata.confined) !== undefined &&
  !('Inside mean' in measurements || 'Inside mean band 1' in measurements) &&
  // The last of all, since coordinates that are packed are made for it.
  polygonsOf(geometry).length > 0;

/** Level at which the contour's run measured, as long as the contour lies within; else the engine chooses by the contour. */
const placeOf = (
  { geometry, properties: { metadata } }: ContourFeature,
  { levels }: ImageInfo,
): Pick<MeasureOptions, 'domain' | 'level'> => {
  const domain = rectIn(metadata.domain);
  if (!domain || !holds(domain, geometry)) return {};
  const level = Number(metadata.statisticsLevel ?? metadata.level);
  return { domain, ...(Number.isInteger(level) && level >= 0 && level < levels.length ? { level } : {}) };
};

const rectIn = (text: string | undefined): Rect | undefined => {
  try {
    const rect = rectOf(JSON.parse(text ?? ''));
    return rect && rect.width > 0 && rect.height > 0 ? rect : undefined;
  } catch {
    return undefined;
  }
};

const holds = ({ x, y, width, height }: Rect, geometry: Geometry): boolean => {
  const { x0, y0, x1, y1 } = boundsOf(geometry);
  return x0 >= x && y0 >= y && x1 <= x + width && y1 <= y + height;
};
