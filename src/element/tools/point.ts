/**
 * The point tool: a click inside the object starts a run. By keys, arrows move a cross-hair and Enter starts there. Alt, or a side that was
 * chosen in its bar, corrects the selected contour: what is clicked or drawn over belongs to it, or with Shift as well, does not; a click on
 * a mark removes it.
 */
import type { MarkSide } from '../../algorithm/hints.js';
import type { Point } from '../../contours/geometry.js';
import { eachPair } from '../../core/geometry/pairs.js';
import { usualAreas } from '../contours/usual-areas.js';
import { clipLine } from '../overlay/clip.js';
import type { ShownHint } from '../overlay/drawing.js';
import { isUnseen } from '../workbench/editing/unseen.js';
import type { Workbench } from '../workbench/workbench.js';
import { heldObject } from './held-object.js';
import { arrowOf, centreOf, inImage, strideOf } from './keyboard.js';
import type { Tool } from './tool.js';

/** CSS pixels beyond which a press is a stroke and no click. */
const STROKE = 6;

/** The parts of a stroke that lie in the image: a hand does not stop at its edge. */
const seenOf = (bench: Workbench, line: readonly Point[]): ShownHint['stroke'][] => {
  const { width = 0, height = 0 } = bench.stage.image ?? {};
  const path = line.flatMap(({ x, y }) => [x, y]);
  return clipLine(path, { x: 0, y: 0, width, height }).map((piece) => {
    const stroke: [x: number, y: number][] = [];
    eachPair(piece, (x, y) => {
      // A crossing is rounded: it may lie past the edge by its last digit.
      const at = inImage(bench, { x, y });
      stroke.push([at.x, at.y]);
    });
    return stroke;
  });
};

/** Makes the point tool. */
export const pointTool = (bench: Workbench): Tool => {
  let cross: Point | undefined;
  let line: readonly Point[] = [];
  /** The side that the press is to mark; `undefined` where it starts a run. */
  let side: MarkSide | undefined;
  /** Whether a stroke was drawn: a click from the same press is then ignored. */
  let drawn = false;
  let held = heldObject(bench);
  const show = (): void => {
    const stroke = line.map(({ x, y }) => [x, y] as const);
    const under = stroke.length > 1 ? [{ stroke, inside: side === 'inside' }] : [];
    const hints = [...(bench.personMarks.hidden ? [] : bench.personMarks.all), ...under];
    bench.mark({ ...(cross ? { cursor: cross } : {}), ...(hints.length > 0 ? { hints } : {}) });
  };
  const forget = (): boolean => {
    const begun = cross !== undefined || line.length > 1;
    cross = undefined;
    line = [];
    return begun;
  };
  /** Who clicks on an object sees it, and often makes many of a kind. */
  const start = ({ x, y }: Point): void => {
    const { collection, element, stage } = bench;
    const { inView } = stage;
    const expectedAreas = usualAreas(collection.contours, element.classification?.name ?? '', stage.slice);
    const known = { ...(inView ? { inView } : {}), ...(expectedAreas.length > 0 ? { expectedAreas } : {}) };
    bench.runs.start({ x, y }, known);
  };
  const correct = (change: (marks: readonly ShownHint[]) => readonly ShownHint[]): void => {
    // Who makes a mark wants to see it.
    if (bench.personMarks.hidden) bench.personMarks.hidden = false;
    if (!held() || isUnseen(bench)) return;
    if (bench.personMarks.possible) bench.personMarks.change(change);
    else bench.voice.say(bench.selectedHere ? 'noArea' : 'nothingSelected');
  };
  return {
    id: 'point',
    cursor: 'crosshair',
    once: true,
    refresh: show,
    reset() {
      const begun = forget() || bench.personMarks.side !== undefined;
      bench.personMarks.side = undefined;
      bench.mark({});
      return begun;
    },
    takeBack() {
      if (line.length < 2) return false;
      forget();
      show();
      return true;
    },
    press({ at, alt, shift }) {
      drawn = false;
      held = heldObject(bench);
      side = alt ? (shift ? 'outside' : 'inside') : bench.personMarks.side;
      line = side ? [at] : [];
      if (!side) bench.runs.preparing.expect(at);
      return true;
    },
    drag({ at }) {
      const last = line.at(-1);
      if (!last || Math.hypot(at.x - last.x, at.y - last.y) < 1) return;
      line = [...line, at];
      show();
    },
    release({ travel }) {
      const strokes = seenOf(bench, line);
      drawn = travel > STROKE && line.length > 1;
      forget();
      if (strokes.length > 0 && drawn)
        correct((before) => [...before, ...strokes.map((stroke) => ({ stroke, inside: side === 'inside' }))]);
      show();
    },
    click({ at, reach }) {
      if (drawn) return;
      forget();
      show();
      if (!side) {
        start(at);
        return;
      }
      const hit = (mark: ShownHint): boolean => mark.stroke.some(([x, y]) => Math.hypot(x - at.x, y - at.y) <= reach);
      correct((before) => {
        const left = before.filter((mark) => !hit(mark));
        return left.length < before.length ? left : [...before, { stroke: [[at.x, at.y]], inside: side === 'inside' }];
      });
    },
    key({ key, alt }) {
      const along = arrowOf(bench, key);
      if (along) {
        const stride = cross ? strideOf(bench, alt) : 0;
        const from = cross ?? centreOf(bench);
        cross = inImage(bench, { x: from.x + along.x * stride, y: from.y + along.y * stride });
      } else if (key === 'Enter' && cross) {
        const at = cross;
        forget();
        show();
        start(at);
        return true;
      } else if (key === 'Enter') cross = centreOf(bench);
      else return false;
      show();
      return true;
    },
  };
};
