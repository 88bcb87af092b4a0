/** The form in which contours leave the engine, and in which pages and files hold them. */

import type { Outcome } from './algorithm.js';

/** A contour: a GeoJSON Feature that QuPath reads as it stands. */
export interface ContourFeature {
  readonly type: 'Feature';
  readonly id: string;
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
    readonly measurements: Readonly<Record<string, number>>;
    /** All strings. */
    readonly metadata: Readonly<Record<string, string>>;
  };
}
