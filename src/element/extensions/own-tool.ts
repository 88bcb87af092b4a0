/** Interface of a page's own tools, and of the surroundings that they are given. */
import type { Point } from '../../contours/geometry.js';
import type { Rect } from '../../core/geometry/rect.js';
import { textOf } from '../../core/given.js';
import type { ContourFeature, ImageInfo } from '../../worker/protocol.js';
import { checkChord } from '../commands/keys.js';
import type { Tool } from '../tools/tool.js';
import { toolIds } from '../tools/tool-id.js';
import type { DrawnAs } from '../workbench/editing/drawn-as.js';
import type { SegmentInit, SegmentOptions } from '../workbench/events.js';
import { checkedEntry, type Title } from './table.js';

/** Drawing of a tool in progress, in full-resolution pixels. */
export interface ToolDraft {
  readonly box?: Rect;
  /** A line through these points. */
  readonly line?: readonly Point[];
  /** Points to take hold of. */
  readonly vertices?: readonly Point[];
  /** A cross-hair. */
  readonly cursor?: Point;
}

/** The component as a tool sees it. Coordinates are full-resolution pixels. */
export interface ToolHost {
  readonly image: ImageInfo | undefined;
  /** The contours on the slice shown that are not hidden. */
  readonly contours: readonly ContourFeature[];
  readonly selected: ContourFeature | undefined;
  /** Length of a CSS pixel, in pixels of the image. */
  readonly pixel: number;
  /** The contour whose outline is nearest to a point, at most `reach` pixels of the image away; else the smallest one that contains it. */
  contourAt(at: Point, reach: number): ContourFeature | undefined;
  /** Selects a contour by its id, or none. */
  select(id: string | undefined): void;
  /** Starts a run, after the one under way; events and messages tell its outcome. */
  start(init: SegmentInit, options?: SegmentOptions): void;
  /** Keeps the inside of a closed line: as a new object (`'new'`, when not given), added to the selected one (`'added'`), or taken from it (`'taken'`). */
  draw(ring: readonly Point[], how?: DrawnAs): void;
  /** Shows this draft over the image and no other; nothing where none is given. */
  show(draft?: ToolDraft): void;
  /** Says something in the status line and to screen readers. */
  say(text: string): void;
}

/** Handlers of a tool for pointers and keys; a tool that takes a press owns the pointer until its release. */
export type ToolHandlers = Partial<
  Pick<Tool, 'press' | 'drag' | 'release' | 'click' | 'doubleClick' | 'hover' | 'key' | 'refresh'>
> & {
  /** Forgets what is unfinished; returns true if there was something. The draft shown is removed in any case. */
  reset?(): boolean;
};

/** A tool of the page: title, key, cursor, and the function that makes its handlers. */
export interface ToolContribution {
  readonly id: string;
  readonly title: Title;
  /** A name of the component's own icons, or SVG path data in a 24 × 24 box. */
  readonly icon?: string;
  /** CSS, as in `cursor`; a cross-hair when not given. */
  readonly cursor?: string;
  /** Shown in the status line while the tool is in hand. */
  readonly hint?: Title;
  /** A key such as `Shift+B`. */
  readonly key?: string;
  /** The group of the toolbar that its button joins: `draw` when not given, none with `false`. */
  readonly group?: string | false;
  /** Called each time the tool is taken in hand. */
  create(host: ToolHost): ToolHandlers;
}

/** Throws `bad-parameter`. */
export const checkedTool = (given: ToolContribution): ToolContribution => {
  const tool = checkedEntry('tool', given, toolIds, ['create']);
  const { icon, cursor, key, group }: Partial<Record<keyof ToolContribution, unknown>> = tool;
  for (const [name, value] of Object.entries({ icon, cursor })) textOf(`tool.${name}`, value);
  checkChord('tool.key', key);
  if (group !== false) textOf('tool.group', group);
  return tool;
};
