import type { Geometry } from '../../algorithm/algorithm.js';
import { eachPair } from '../../core/geometry/pairs.js';
import type { Rect } from '../../core/geometry/rect.js';
import { ringSpans } from '../../core/geometry/scanline.js';

/** Pixels of a level's domain that found objects hold. A pixel belongs to an object if its centre lies in the outline. */
export class Taken {
  readonly #flags: Uint8Array;

  constructor(
    private readonly domain: Rect,
    private readonly scaleX: number,
    private readonly scaleY: number,
  ) {
    this.#flags = new Uint8Array(domain.width * domain.height);
  }

  /** Takes an object's pixels; returns the share of them that had been taken before, 1 where it holds no pixel. */
  take(geometry: Geometry): number {
    const { domain, scaleX, scaleY } = this;
    const outer = geometry.type === 'Polygon' ? geometry.coordinates[0]! : [];
    // Not rounded to the level's lattice: on that, an outline with a thin inlet touches itself.
    const ring = outer.map(([x, y]) => [x! / scaleX - domain.x, y! / scaleY - domain.y] as const);
    const { top, rows } = ringSpans([ring], domain);
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
