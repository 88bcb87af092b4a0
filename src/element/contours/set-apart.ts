/** Whether the samples set a contour apart from its surroundings, by the measurements of its run. */
import { areaOf } from '../../contours/geometry.js';
import { isRecord } from '../../core/record.js';
import type { ContourFeature } from '../../worker/protocol.js';

/**
 * Share of the outline's own description length that two regions must save over one, with a Gaussian of its own each. Below it are noise alone and
 * few real objects (bench/notes/boxes.md).
 */
const LEAST = 1 / 2;

/**
 * Tells whether two regions, the contour and the rest of its run's domain, describe the samples so much better than one that the outline is worth its
 * own length; `undefined` where the contour has no such measurements. Of several bands the one counts that tells the two apart best.
 */
export const isSetApart = ({
  geometry,
  properties: { measurements, metadata },
}: Pick<ContourFeature, 'geometry' | 'properties'>): boolean | undefined => {
  const { 'Description length': length, Criterion: energies } = measurements;
  const pixels = pixelsIn(metadata.domain);
  if (length === undefined || energies === undefined || pixels === undefined) return undefined;
  const share = Math.min(1, areaOf(geometry) / pixels);
  const saved = Object.keys(measurements).flatMap((name) => {
    const band = /^Inside mean( band \d+)?$/.exec(name);
    return band ? savedIn(measurements, band[1] ?? '', share) : [];
  });
  return saved.length > 0 ? pixels * Math.max(...saved) >= LEAST * (length - energies) : undefined;
};

/** Nats a pixel that two regions save over one in a band. */
const savedIn = (measurements: Readonly<Record<string, number>>, band: string, share: number): number[] => {
  const [inside, outside, a, b] = ['Inside mean', 'Outside mean', 'Inside std dev', 'Outside std dev'].map(
    (name) => measurements[`${name}${band}`],
  );
  if (inside === undefined || outside === undefined || a === undefined || b === undefined) return [];
  const [within, beyond] = [a * a, b * b];
  const whole = share * within + (1 - share) * beyond + share * (1 - share) * (inside - outside) ** 2;
  // Samples of one value say nothing.
  if (whole === 0) return [0];
  // A region of one value has none but rounding's variance.
  const least = whole * Number.EPSILON;
  const log = (variance: number): number => Math.log(Math.max(variance, least));
  return [(Math.log(whole) - share * log(within) - (1 - share) * log(beyond)) / 2];
};

/** Pixels of a domain as a contour's record has it. */
const pixelsIn = (domain: string | undefined): number | undefined => {
  if (domain === undefined) return undefined;
  try {
    const rect: unknown = JSON.parse(domain);
    if (!isRecord(rect) || typeof rect.width !== 'number' || typeof rect.height !== 'number') return undefined;
    return rect.width * rect.height;
  } catch {
    return undefined;
  }
};
