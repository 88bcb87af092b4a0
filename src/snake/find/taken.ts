import type { Geometry } from '../../algorithm/algorithm.js';
import type { Level, Rect } from '../../core/geometry/rect.js';
import { eachRunWithin } from './runs-within.js';

/** Pixels of a level's domain that found objects hold. A pixel belongs to an object if its centre lies in the outline. */
export class Taken {
  readonly #flags: Uint8Array;

  constructor(
    private readonly domain: Rect,
    private readonly scale: Pick<Level, 'scaleX' | 'scaleY'>,
  ) {
    this.#flags = new Uint8Array(domain.width * domain.height);
  }

  /** Takes an object's pixels; returns the share of them that had been taken before, 1 where it holds no pixel. */
  take(geometry: Geometry): number {
    const outer = geometry.type === 'Polygon' ? geometry.coordinates[0]! : [];
    let [pixels, again] = [0, 0];
    eachRunWithin([outer], this.domain, this.scale, (from, end) => {
      for (let at = from; at < end; at++) again += this.#flags[at]!;
      this.#flags.fill(1, from, end);
      pixels += end - from;
    });
    return pixels === 0 ? 1 : again / pixels;
  }
}
