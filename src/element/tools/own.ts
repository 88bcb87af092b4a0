/** A page's active tool: its access to the component, and the reporting of its errors. */

import { outlined } from '../../algorithm/shapes/clip.js';
import { frozen } from '../../contours/frozen.js';
import { type Point, rectOf } from '../../contours/geometry.js';
import { badParameter } from '../../core/errors.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { ToolContribution, ToolHandlers, ToolHost } from '../extensions/own-tool.js';
import { toldOf } from '../extensions/table.js';
import { contourAt } from '../overlay/hit.js';
import { viewOf } from '../overlay/projection.js';
import { Shapes } from '../workbench/editing/shapes.js';
import type { Workbench } from '../workbench/workbench.js';
import type { Tool, ToolKey, ToolPointer } from './tool.js';

const HANDLERS = ['press', 'drag', 'release', 'click', 'doubleClick', 'hover', 'key', 'refresh', 'reset'] as const;

/** A page's active tool. Its errors are reported as `bad-extension`, and it stays active. */
export const ownTool = (contribution: ToolContribution, bench: Workbench): Tool => {
  const { id, cursor = 'crosshair' } = contribution;
  const guarded = <T>(call: () => T): T | undefined => {
    try {
      return call();
    } catch (error) {
      bench.voice.fail(toldOf('tool', id, error));
      return undefined;
    }
  };
  const handlers: ToolHandlers =
    guarded(() => {
      const made: unknown = contribution.create(hostOf(bench));
      if (isHandlers(made)) return made;
      throw badParameter('create', made, `it must give an object of functions: ${HANDLERS.join(', ')}`);
    }) ?? {};
  const on =
    (name: 'drag' | 'release' | 'click' | 'doubleClick' | 'hover') =>
    (pointer: ToolPointer): void =>
      guarded(() => handlers[name]?.(pointer));
  return {
    id,
    cursor,
    press: (pointer: ToolPointer) => guarded(() => handlers.press?.(pointer)) === true,
    drag: on('drag'),
    release: on('release'),
    click: on('click'),
    doubleClick: on('doubleClick'),
    ...(handlers.hover ? { hover: on('hover') } : {}),
    key: (key: ToolKey) => guarded(() => handlers.key?.(key)) === true,
    refresh: () => guarded(() => handlers.refresh?.()),
    reset: () => {
      const begun = bench.drafting;
      bench.mark({});
      return guarded(() => handlers.reset?.()) === true || begun;
    },
  };
};

const isHandlers = (value: unknown): value is ToolHandlers => {
  if (typeof value !== 'object' || value === null) return false;
  const members: Partial<Record<string, unknown>> = { ...value };
  return HANDLERS.every((name) => members[name] === undefined || typeof members[name] === 'function');
};

const isPoint = (point: unknown): point is Point =>
  typeof point === 'object' &&
  point !== null &&
  'x' in point &&
  'y' in point &&
  Number.isFinite(point.x) &&
  Number.isFinite(point.y);

const pointsOf = (name: string, points: unknown): readonly Point[] => {
  if (Array.isArray(points) && points.every(isPoint)) return points;
  throw badParameter(name, points, 'it must be a list of points {x, y}');
};

const hostOf = (bench: Workbench): ToolHost => ({
  get image() {
    return bench.stage.image;
  },
  get contours() {
    return frozen(bench.shown);
  },
  get selected() {
    return frozen(bench.collection.selected);
  },
  get pixel() {
    return viewOf(bench.projection).pixel;
  },
  contourAt: (at, reach) => frozen(contourAt(bench.shown, at, reach)),
  select: (id) => void bench.collection.select(id),
  start: (init, options) => bench.runs.start(init, options),
  draw: (ring, how = 'new') => {
    const points = pointsOf('ring', ring);
    if (points.length > 2) new Shapes(bench).keep(outlined(points), how);
  },
  show: ({ box, line, vertices, cursor } = {}) => {
    const polygon = line ?? vertices;
    bench.mark({
      ...(box
        ? { draft: { kind: 'box', rect: boxOf(box), grips: false } }
        : polygon
          ? {
              draft: {
                kind: 'polygon',
                vertices: vertices ? pointsOf('vertices', vertices) : [],
                ...(line ? { line: pointsOf('line', line) } : {}),
              },
            }
          : {}),
      ...(isPoint(cursor) ? { cursor } : {}),
    });
  },
  say: (text) => bench.voice.say('said', { text }),
});

/** A box that may have been drawn leftwards or upwards. */
const boxOf = ({ x, y, width, height }: Rect): Rect => {
  const [a, b] = pointsOf('box', [
    { x, y },
    { x: x + width, y: y + height },
  ]);
  if (a && b) return rectOf(a, b);
  throw badParameter('box', { x, y, width, height }, 'it must be {x, y, width, height}');
};
