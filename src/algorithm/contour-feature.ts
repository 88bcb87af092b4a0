/** The form in which contours leave the engine, and in which pages and files hold them. */

import type { SlicePlane } from './algorithm.js';

/** The outline of a contour: GeoJSON in full-resolution pixels; of a volume, with its slice. Without `readonly`, like the common type declarations of GeoJSON. */
export type ContourGeometry = (
  | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly (readonly [number, number])[])[] }
  | {
      readonly type: 'MultiPolygon';
      readonly coordinates: readonly (readonly (readonly (readonly [number, number])[])[])[];
    }
  | { readonly type: 'LineString'; readonly coordinates: readonly (readonly [number, number])[] }
  | { readonly type: 'MultiLineString'; readonly coordinates: readonly (readonly (readonly [number, number])[])[] }
) & { readonly plane?: SlicePlane };

/** A contour: a GeoJSON Feature that QuPath reads without conversion. */
export interface ContourFeature {
  readonly type: 'Feature';
  /** A UUID where the contour was made here; imported contours keep their own ids. */
  readonly id: string;
  /** Polygon, MultiPolygon, LineString or MultiLineString in full-resolution pixels, corner origin, y down; of a volume with `plane`, its slice. */
  readonly geometry: ContourGeometry;
  readonly properties: {
    /** QuPath's kinds; contours that are made here are annotations. */
    readonly objectType: 'annotation' | 'detection' | 'cell';
    readonly name?: string;
    readonly classification?: { readonly name: string; readonly color: readonly [number, number, number] };
    readonly isLocked?: boolean;
    /** Of an object found by examples: the probability, 0 to 1, that it is one. */
    readonly probability?: number;
    /** Positions of vertices that the user moved: a run that continues from this contour keeps them fixed. */
    readonly pinned?: readonly (readonly [number, number])[];
    /** By name; the name includes the unit, as in `Area px^2` and `Area µm^2`. */
    readonly measurements: Readonly<Record<string, number>>;
    /** What made the contour and the request that repeats it; all strings. */
    readonly metadata: Readonly<Record<string, string>>;
  };
}
