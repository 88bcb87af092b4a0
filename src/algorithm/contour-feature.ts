/** The form in which contours leave the engine, and in which pages and files hold them. */

import type { Outcome } from './algorithm.js';

/** A contour: a GeoJSON Feature that QuPath reads as it stands. */
export interface ContourFeature {
  readonly type: 'Feature';
  /** A UUID where it was made here; imported contours keep theirs. */
  readonly id: string;
  /** Polygon, MultiPolygon, LineString or MultiLineString in full-resolution pixels, corner origin, y down; of a volume with `plane`, its slice. */
  readonly geometry: Outcome['contours'][number]['geometry'];
  readonly properties: {
    /** QuPath's kinds; contours that are made here are annotations. */
    readonly objectType: 'annotation' | 'detection' | 'cell';
    readonly name?: string;
    readonly classification?: { readonly name: string; readonly color: readonly [number, number, number] };
    readonly isLocked?: boolean;
    /** Probability, 0 to 1, that an object found by examples is one. */
    readonly probability?: number;
    /** Positions of vertices that a person moved: a run that goes on from this contour leaves them where they are. */
    readonly pinned?: readonly (readonly [number, number])[];
    /** By name with the unit in it, as `Area px^2`, `Area µm^2`. */
    readonly measurements: Readonly<Record<string, number>>;
    /** What made the contour and the request that repeats it; all strings. */
    readonly metadata: Readonly<Record<string, string>>;
  };
}
