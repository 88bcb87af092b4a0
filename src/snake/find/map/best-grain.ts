/** Choice of a plane's smoothing window: by separability, or by the shapes of the parts (ALGORITHMS D.7). */
import { ellipticityOf } from './ellipticity.js';
import type { ScaledPlane } from './object-map.js';
import { partedMap } from './parted.js';

/** Separability of a Gaussian that is cut in its middle. */
const ONE_CLASS = 2 / Math.PI;

/** The most separable plane, the first of equals; `undefined` where there are no planes. */
export const mostSeparable = ([first, ...others]: readonly ScaledPlane[]): ScaledPlane | undefined =>
  others.reduce((best, next) => (best && best.separability >= next.separability ? best : next), first);

/**
 * The most separable plane. Where it is no more separable than one class, the threshold does not show two classes: with too narrow a window
 * it cuts texture, and small differences between planes decide. Then the plane whose parts are most like ellipses is chosen. Rejects with
 * `AbortError`.
 *
 * @param planes one for each window
 */
export const bestGrain = async (
  planes: readonly ScaledPlane[],
  signal: AbortSignal,
): Promise<ScaledPlane | undefined> => {
  const most = mostSeparable(planes);
  if (most === undefined || planes.length === 1 || most.separability > ONE_CLASS) return most;
  let [best, roundest] = [most, -1];
  for (const plane of planes) {
    const ellipticity = ellipticityOf((await partedMap(plane, signal)).labels, plane.plane);
    if (ellipticity > roundest) [best, roundest] = [plane, ellipticity];
  }
  return best;
};
