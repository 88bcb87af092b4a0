/** Paths (SVG 2, section 9.3), absolute and relative; curves become lines through points on them. */

import type { Position } from '../../../core/geometry/ring.js';
import { because } from '../../../core/reasons.js';
import { badImport } from '../features.js';
import { arc, cubic, quadratic } from './curves.js';

/** A part of a path, as positions. */
export interface Subpath {
  readonly nodes: Position[];
  closed: boolean;
}

const SPACE = /[\s,]*/y;
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;

/** Numbers that a command takes at a time. */
const takes: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, Z: 0, C: 6, S: 4, Q: 4, T: 2, A: 7 };

/** @throws SegmenterError `bad-import` for an invalid number, and for a path that does not begin with M */
export const readPath = (d: string): Subpath[] => {
  const subpaths: Subpath[] = [];
  let [x, y] = [0, 0];
  /** The last control point of the previous curve, which S and T reflect. */
  let [before, control]: [string, Position] = ['', [0, 0]];
  for (const { command, values } of commandsIn(d)) {
    const kind = command.toUpperCase();
    const relative = command !== kind;
    if (kind === 'Z') {
      const last = subpaths.at(-1);
      if (last) [x, y] = last.nodes[0]!;
      if (last) last.closed = true;
      before = kind;
      continue;
    }
    const count = takes[kind]!;
    for (let k = 0; k < values.length; k += count) {
      const from: Position = [x, y];
      const point = (at: number): Position =>
        relative ? [from[0] + values[k + at]!, from[1] + values[k + at + 1]!] : [values[k + at]!, values[k + at + 1]!];
      if (kind === 'H') x = relative ? x + values[k]! : values[k]!;
      else if (kind === 'V') y = relative ? y + values[k]! : values[k]!;
      else [x, y] = point(count - 2);
      const mirrored: Position = [2 * from[0] - control[0], 2 * from[1] - control[1]];
      let nodes: readonly Position[] = [[x, y]];
      if (kind === 'C' || kind === 'S') {
        const first = kind === 'C' ? point(0) : /[CS]/.test(before) ? mirrored : from;
        control = point(count - 4);
        nodes = cubic(from, first, control, [x, y]);
      } else if (kind === 'Q' || kind === 'T') {
        control = kind === 'Q' ? point(0) : /[QT]/.test(before) ? mirrored : from;
        nodes = quadratic(from, control, [x, y]);
      } else if (kind === 'A') {
        const [rx, ry, turn, large, sweep] = values.slice(k, k + 5);
        nodes = arc(from, [x, y], { rx: rx!, ry: ry!, turn: turn!, large: large !== 0, sweep: sweep !== 0 });
      }
      before = kind;
      if (!nodes.flat().every(Number.isFinite))
        throw badImport(because('path-beyond')`a path leads beyond all numbers`);
      const current = subpaths.at(-1);
      if (kind === 'M' && k === 0) subpaths.push({ nodes: [...nodes], closed: false });
      else if (current?.closed) subpaths.push({ nodes: [current.nodes[0]!, ...nodes], closed: false });
      else current!.nodes.push(...nodes);
    }
  }
  return subpaths;
};

function* commandsIn(d: string): Generator<{ readonly command: string; readonly values: readonly number[] }> {
  let at = skip(d, 0);
  for (let first = true; at < d.length; first = false) {
    const command = d[at]!;
    const count = takes[command.toUpperCase()];
    if (count === undefined)
      throw badImport(
        because('path-command')`a path has ${JSON.stringify(d.slice(at, at + 20))} where a command belongs`,
      );
    if (first && command.toUpperCase() !== 'M')
      throw badImport(because('path-begins')`a path begins with ${command}; wanted is M`);
    const values: number[] = [];
    for (at = skip(d, at + 1); ; at = skip(d, NUMBER.lastIndex)) {
      NUMBER.lastIndex = at;
      const [number] = NUMBER.exec(d) ?? [];
      if (number === undefined) break;
      values.push(Number(number));
    }
    if (count === 0 ? values.length > 0 : values.length === 0 || values.length % count !== 0)
      throw badImport(because('path-numbers')`a path has ${values.length} numbers after ${command}`);
    yield { command, values };
  }
}

const skip = (d: string, at: number): number => {
  SPACE.lastIndex = at;
  SPACE.exec(d);
  return SPACE.lastIndex;
};

const points = (path: readonly Position[]): string => path.map(([x, y]) => `${x},${y}`).join(' L ');

/** Absolute straight commands with an upper-case Z, numbers parted by a comma: what Annotorious reads. */
export const writePath = (rings: readonly (readonly Position[])[], closed: boolean): string =>
  rings.map((ring) => (closed ? `M ${points(ring.slice(0, -1))} Z` : `M ${points(ring)}`)).join(' ');
