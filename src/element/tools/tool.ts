/** What a tool is: it turns pointers and keys into a start for a run, or into an edit of a contour. */

import type { Init } from '../../worker/algorithm.js';
import type { ContourFeature } from '../../worker/protocol.js';
import type { Point } from '../geometry.js';
import type { MessageKey } from '../messages.js';
import type { Draft, Handles } from '../scene.js';

export type ToolId = 'pan' | 'box' | 'polygon' | 'point' | 'nodes';

/** A pointer, in image coordinates. */
export interface ToolPointer {
  readonly at: Point;
  /** How near counts as on, in image pixels: wider for fingers. */
  readonly reach: number;
  /** Distance from where it was pressed, in CSS pixels. */
  readonly travel: number;
  readonly shift: boolean;
  readonly alt: boolean;
}

export interface ToolKey {
  readonly key: string;
  readonly shift: boolean;
  readonly alt: boolean;
}

/** What a tool may ask of the component. */
export interface ToolHost {
  readonly image: { readonly width: number; readonly height: number };
  readonly contours: readonly ContourFeature[];
  readonly selected: ContourFeature | undefined;
  /** The middle of the view, and image pixels per CSS pixel. */
  readonly view: { readonly centre: Point; readonly pixel: number; readonly width: number; readonly height: number };
  /** Directions on screen as directions in the image: rotation and flip taken into account. Of unit length. */
  direction(dx: number, dy: number): Point;
  start(init: Init): void;
  select(id: string | undefined): void;
  /** Shows a contour as it would be, without a change. */
  preview(contour: ContourFeature | undefined): void;
  edit(contour: ContourFeature): void;
  draw(parts: {
    readonly draft?: Draft;
    readonly handles?: Handles;
    readonly cursor?: Point;
    readonly hovered?: string;
  }): void;
  announce(key: MessageKey, values?: Readonly<Record<string, string | number>>): void;
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

export type MakeTool = (host: ToolHost) => Tool;

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** An arrow key's direction on screen. */
export const arrowOf = (key: string): readonly [number, number] | undefined => arrows[key];

/** How far an arrow key goes, in image pixels: a twentieth of the view, or one pixel with Alt. */
export const strideOf = (host: ToolHost, fine: boolean): number =>
  fine ? 1 : Math.max(1, Math.round((Math.min(host.view.width, host.view.height) * host.view.pixel) / 20));

export const inImage = (host: ToolHost, { x, y }: Point): Point => ({
  x: Math.min(host.image.width, Math.max(0, x)),
  y: Math.min(host.image.height, Math.max(0, y)),
});
