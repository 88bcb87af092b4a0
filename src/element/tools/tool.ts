/** The interface of a tool, which turns pointers and keys into a start for a run or an edit of a contour. */
import type { Point } from '../../contours/geometry.js';
import type { ToolId } from './tool-id.js';

/** A pointer, in image coordinates. */
export interface ToolPointer {
  readonly at: Point;
  /** The distance at which the pointer hits a vertex or edge, in image pixels; larger for touch. */
  readonly reach: number;
  /** Distance from the point of the press, in CSS pixels. */
  readonly travel: number;
  readonly shift: boolean;
  readonly alt: boolean;
  /** Control, or Command on a Mac. */
  readonly mod: boolean;
}

/** A key as a tool gets it. */
export interface ToolKey {
  readonly key: string;
  readonly shift: boolean;
  readonly alt: boolean;
}

/** All methods are optional but the first two; a tool that takes a press owns the pointer until its release. */
export interface Tool {
  readonly id: ToolId;
  readonly cursor: string;
  /** A double click is one click. */
  readonly once?: true;
  /** Returns true to take the pointer until its release, so that a drag does not move the view. */
  press?(pointer: ToolPointer): boolean;
  drag?(pointer: ToolPointer): void;
  release?(pointer: ToolPointer): void;
  click?(pointer: ToolPointer): void;
  doubleClick?(pointer: ToolPointer): void;
  hover?(pointer: ToolPointer): void;
  /** The pointer has left the image. */
  leave?(): void;
  /** Shift and the wheel: a factor above 1 for more. Returns true where the tool used it. */
  wheel?(factor: number): boolean;
  /** Returns true where the tool used the key. */
  key?(key: ToolKey): boolean;
  /** Called when the tool is chosen, and when contours or the selection change. */
  refresh?(): void;
  /** Takes the last vertex of an unfinished drawing back, or gives a drag up; true if there was one. */
  takeBack?(): boolean;
  /** Discards an unfinished drawing; true if there was one. */
  reset(): boolean;
}
