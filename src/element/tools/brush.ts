/**
 * Brush, eraser and refining tip: what a round tip passes over is added to the selected object, or taken from it; the brush makes a new object where
 * none is selected, and where the stroke lies apart from it, unless Shift is held. A selected object of a volume goes on, on a slice that it is not on. What the third of them passes over is where the selected contour evolves again. Alt makes the one the other. Shift and the wheel, or [ and ], change the size, which is the same on the screen at every zoom.
 */

import { stroked } from '../../algorithm/shapes/clip.js';
import type { Point } from '../../contours/geometry.js';
import { viewOf } from '../overlay/projection.js';
import { BRUSH_STEP } from '../workbench/editing/brush-sizes.js';
import { liesApart, Shapes, seenOf } from '../workbench/editing/shapes.js';
import { isHidden, isUnseen } from '../workbench/editing/unseen.js';
import { retrace } from '../workbench/runs/retrace.js';
import type { Workbench } from '../workbench/workbench.js';
import type { Tool } from './tool.js';

/** Shortest way between two points of a stroke, as a share of the tip's radius. */
const SPACING = 1 / 8;

/** Makes the brush, the eraser, or the tip that refines. */
export const brushTool =
  (id: 'brush' | 'eraser' | 'retrace') =>
  (bench: Workbench): Tool => {
    let line: readonly Point[] = [];
    /** In image pixels: the view may be zoomed in the middle of a stroke. */
    let radius = 0;
    let erases = false;
    /** Shift was held: the stroke joins the selected object wherever it lies. */
    let joins = false;
    /** The object that the stroke began on. */
    let target: string | undefined;
    let tip: Point | undefined;
    const show = (): void =>
      bench.mark({
        ...(line.length > 0 ? { draft: { kind: 'stroke', line, radius, erases } } : {}),
        ...(tip ? { tip: { at: tip, radius: bench.brushRadius } } : {}),
      });
    const reset = (): boolean => {
      const begun = line.length > 0;
      line = [];
      tip = undefined;
      show();
      return begun;
    };
    return {
      id,
      cursor: 'crosshair',
      reset,
      refresh: show,
      press({ at, alt, shift }) {
        const { selected } = bench.collection;
        erases = id !== 'retrace' && alt !== (id === 'eraser');
        const pixels = bench.brushRadius * viewOf(bench.projection).pixel;
        // Apart from a locked object the brush may begin another one.
        const begins = id === 'brush' && !erases && !shift && selected && liesApart(selected, stroked([at], pixels));
        if (!begins && bench.objects.refuses([selected])) return true;
        if (erases || id === 'retrace' ? isUnseen(bench) : isHidden(bench)) return true;
        if ((erases || id === 'retrace') && !selected) {
          bench.voice.say(erases ? 'selectFirst' : 'missesOutline');
          return true;
        }
        joins = shift;
        target = selected?.id;
        radius = pixels;
        line = [at];
        tip = at;
        show();
        return true;
      },
      drag({ at }) {
        tip = at;
        const last = line.at(-1);
        if (last && Math.hypot(at.x - last.x, at.y - last.y) >= SPACING * radius) line = [...line, at];
        show();
      },
      release({ at }) {
        const [first] = line;
        if (!first) return;
        const painted = stroked(line, radius);
        reset();
        tip = at;
        show();
        const seen = seenOf(painted, bench.stage.image);
        if (seen.length === 0) bench.voice.say('beyondImage');
        else if (id === 'retrace') retrace(bench, seen, target);
        else new Shapes(bench).paint(seen, erases ? 'taken' : joins ? 'joined' : 'added', target);
      },
      hover({ at }) {
        tip = at;
        show();
      },
      leave() {
        if (line.length > 0) return;
        tip = undefined;
        show();
      },
      wheel(factor) {
        bench.resizeBrush(factor);
        return true;
      },
      key({ key }) {
        if (key !== '[' && key !== ']') return false;
        bench.resizeBrush(key === ']' ? BRUSH_STEP : 1 / BRUSH_STEP);
        return true;
      },
    };
  };
