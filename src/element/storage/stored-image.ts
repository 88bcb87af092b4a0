/** The records of the browser's database. */
import type { ClassChange } from '../contours/classes.js';
import type { ChangeReason } from '../contours/edits.js';
import type { Settings } from './settings.js';

/** The version of the database and of each record in it. */
export const VERSION = 1;

/** A change of the list; contours by their serials. */
export interface StoredChange {
  readonly reason: ChangeReason;
  readonly edits: readonly { readonly index: number; readonly before?: string; readonly after?: string }[];
  readonly classes?: ClassChange;
}

/** The saved work on one image. */
export interface StoredImage {
  readonly version: number;
  /** See `imageKey`. */
  readonly key: string;
  /** The key without the image's size. */
  readonly source: string;
  readonly name: string;
  /** Counts the saves. */
  readonly revision: number;
  /** Milliseconds since 1970. */
  readonly saved: number;
  /** The number of objects; missing in records of earlier versions of the package. */
  readonly objects?: number;
  /** A digest of the pixels of an image that is known by its address; missing where it could not be made. */
  readonly pixels?: string;
  /** Serials of the contours, in drawing order. */
  readonly contours: readonly string[];
  readonly undo: readonly StoredChange[];
  readonly redo: readonly StoredChange[];
  readonly settings: Settings;
}
