/** The look that a page gives to single contours. */
import type { Classification } from '../../contours/formats/features.js';
import type { ContourFeature } from '../../worker/protocol.js';

/** How a contour is drawn; what is left out is as the settings of the display say. */
export interface ContourStyle {
  /** Red, green and blue, 0 to 255. */
  readonly color?: Classification['color'];
  /** Width of the line in CSS pixels, 0.5 to 20. */
  readonly width?: number;
  /** Opacity of the filling, 0 to 1. */
  readonly fill?: number;
  /** Opacity of line and filling, 0 to 1. */
  readonly opacity?: number;
}

/** A style for contours of a class, of a range of a measurement, or both; for all where neither is named. */
export interface StyleRule extends ContourStyle {
  /** The name of the class. */
  readonly class?: string;
  /** The name of a measurement, such as `Area px^2`. A contour without it is not meant. */
  readonly measurement?: string;
  /** The least value of the measurement that is meant. */
  readonly from?: number;
  /** The value of the measurement from which on none is meant. */
  readonly below?: number;
}

/** A function that gives the style of a contour, or rules, of which later ones override earlier ones. */
export type ContourStyles = ((contour: ContourFeature) => ContourStyle | undefined) | readonly StyleRule[];
