import type { Geometry } from '../../algorithm/algorithm.js';
import { eachPair } from '../../core/geometry/pairs.js';
import type { Rect } from '../../core/geometry/rect.js';
import { positionsOf } from '../../core/geometry/ring.js';
import { ringSpans } from '../../core/geometry/scanline.js';
import { latticeRing } from '../starts.js';

/** Pixels of a level's domain that found objects hold. */
export class Taken {
  readonly #flags: Uint8Array;

  constructor(
    private readonly domain: Rect,
    private readonly scaleX: number,
    private readonly scaleY: number,
  ) {
    this.#flags = new Uint8Array(domain.width * domain.height);
  }

  /** Takes an object's pixels; returns the share of them that had been taken before. */
  take(geometry: Geometry): number {
    const { domain, scaleX, scaleY } = this;
    const outer = geometry.type === 'Polygon' ? geometry.coordinates[0]! : [];
    const ring = latticeRing(outer, domain, scaleX, scaleY);
    // Of less than a pixel, or one that this level's lattice cannot hold.
    if (ring === undefined) return 1;
    const { top, rows } = ringSpans([positionsOf(ring)], domain);
    let [pixels, again] = [0, 0];
    for (const [k, line] of rows.entries()) {
      const row = (top + k) * domain.width;
      eachPair(line, (first, end) => {
        const [from, to] = [row + first, row + end];
        for (let at = from; at < to; at++) again += this.#flags[at]!;
        this.#flags.fill(1, from, to);
        pixels += to - from;
      });
    }
    return pixels === 0 ? 1 : again / pixels;
  }
}
