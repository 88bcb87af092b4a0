/** What a tool is: it turns pointers and keys into a start for a run, or into an edit of a contour. */
import type { Point } from '../../contours/geometry.js';
import type { ToolId } from './tool-id.js';

/** A pointer, in image coordinates. */
export interface ToolPointer {
  readonly at: Point;
  /** How near counts as on, in image pixels: wider for fingers. */
  readonly reach: number;
  /** Distance from where it was pressed, in CSS pixels. */
  readonly travel: number;
  readonly shift: boolean;
  readonly alt: boolean;
  /** Control, or Command on a Mac. */
  readonly mod: boolean;
}

export interface ToolKey {
  readonly key: string;
  readonly shift: boolean;
  readonly alt: boolean;
}

/** All methods are optional but the first two; a tool that takes a press owns the pointer until its release. */
export interface Tool {
  readonly id: ToolId;
  readonly cursor: string;
  /** True where dragging from here belongs to the tool and not to the view. */
  press?(pointer: ToolPointer): boolean;
  drag?(pointer: ToolPointer): void;
  release?(pointer: ToolPointer): void;
  click?(pointer: ToolPointer): void;
  doubleClick?(pointer: ToolPointer): void;
  hover?(pointer: ToolPointer): void;
  /** True when the key was the tool's. */
  key?(key: ToolKey): boolean;
  /** The tool was taken in hand, or contours or selection changed under it. */
  refresh?(): void;
  /** Forgets what was begun; true if there was anything. */
  reset(): boolean;
}
