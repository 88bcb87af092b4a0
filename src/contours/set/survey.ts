/** Facts about a whole set that a writer needs before the first contour. */
import type { Geometry } from '../../algorithm/algorithm.js';
import type { ContourFeature } from '../../algorithm/contour-feature.js';
import type { Box } from '../../core/geometry/rect.js';
import type { ContourSet } from './contour-set.js';

/** Facts about all contours of a set. */
export interface Survey {
  /** Names of measurements, in the order in which they first occur. */
  readonly measurements: readonly string[];
  /** Metadata that are the same with every contour. */
  readonly shared: Readonly<Record<string, string>>;
  readonly types: ReadonlySet<Geometry['type']>;
  /** Whether any lies on a slice of a volume. */
  readonly slices: boolean;
  /** Whether any lies on one channel, and on another time than the first. */
  readonly channels: boolean;
  readonly times: boolean;
  readonly bounds: Box;
}

/** Collects the facts in one pass over the set. */
export const survey = async (contours: ContourSet): Promise<Survey> => {
  const measurements = new Set<string>();
  const types = new Set<Geometry['type']>();
  let shared: Map<string, string> | undefined;
  let [slices, channels, times] = [false, false, false];
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  let index = 0;
  for await (const { geometry, properties } of contours) {
    for (const name in properties.measurements) measurements.add(name);
    types.add(geometry.type);
    const { plane } = geometry;
    slices ||= plane !== undefined;
    channels ||= plane !== undefined && plane.c >= 0;
    times ||= plane !== undefined && plane.t > 0;
    if (shared === undefined) shared = new Map(Object.entries(properties.metadata));
    else for (const [name, value] of shared) if (properties.metadata[name] !== value) shared.delete(name);
    const box = contours.boundsOf(index++);
    [x0, y0, x1, y1] = [Math.min(x0, box.x0), Math.min(y0, box.y0), Math.max(x1, box.x1), Math.max(y1, box.y1)];
  }
  const bounds = index === 0 ? { x0: 0, y0: 0, x1: 0, y1: 0 } : { x0, y0, x1, y1 };
  const common = Object.fromEntries(shared ?? []);
  return { measurements: [...measurements], shared: common, types, slices, channels, times, bounds };
};

/** The metadata of a contour without those that all have in common. */
export const ownMetadata = (
  { properties: { metadata } }: ContourFeature,
  { shared }: Pick<Survey, 'shared'>,
): Record<string, string> =>
  Object.fromEntries(Object.entries(metadata).filter(([name]) => !Object.hasOwn(shared, name)));
