/** The component as its tools see it. */
import type { ImageInfo } from '../worker/protocol.js';
import type { Collection } from './collection.js';
import { onSlice } from './on-slice.js';
import { type Projection, toImage } from './projection.js';
import type { ToolHost } from './tools/tool.js';

export interface ToolHostParts {
  projection(): Projection | undefined;
  image(): ImageInfo | undefined;
  collection(): Collection;
  /** Shown of a volume. */
  slice(): number | undefined;
  readonly start: ToolHost['start'];
  readonly preview: ToolHost['preview'];
  readonly edit: ToolHost['edit'];
  readonly draw: ToolHost['draw'];
  readonly say: ToolHost['announce'];
}

export const toolHost = (parts: ToolHostParts): ToolHost => ({
  get image() {
    return parts.image() ?? { width: 0, height: 0 };
  },
  get contours() {
    return onSlice(parts.collection().contours, parts.slice());
  },
  get selected() {
    return parts.collection().selected;
  },
  get view() {
    const p = parts.projection();
    if (!p) return { centre: { x: 0, y: 0 }, pixel: 1, width: 0, height: 0 };
    return { centre: toImage(p, p.width / 2, p.height / 2), pixel: 1 / p.scale, width: p.width, height: p.height };
  },
  direction(dx, dy) {
    const p = parts.projection();
    if (!p) return { x: dx, y: dy };
    const from = toImage(p, 0, 0);
    const to = toImage(p, dx, dy);
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  },
  start: parts.start,
  select: (id) => {
    parts.collection().select(id);
  },
  preview: parts.preview,
  edit: parts.edit,
  draw: parts.draw,
  announce: parts.say,
});
