/** Paths of straight lines (SVG 2, section 9.3): M L H V Z, absolute and relative. */
import type { Position } from '../../../core/ring.js';
import { badImport } from '../features.js';

export interface Subpath {
  readonly nodes: Position[];
  closed: boolean;
}

const SPACE = /[\s,]*/y;
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;

/** Numbers that a command takes at a time. */
const takes: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, Z: 0 };

/** @throws SegmenterError `bad-import` by a curve, by what is no number, and by a path that does not begin with M */
export const readPath = (d: string): Subpath[] => {
  const subpaths: Subpath[] = [];
  let [x, y] = [0, 0];
  for (const { command, values } of commandsIn(d)) {
    const kind = command.toUpperCase();
    const relative = command !== kind;
    if (kind === 'Z') {
      const last = subpaths.at(-1);
      if (last) [x, y] = last.nodes[0]!;
      if (last) last.closed = true;
      continue;
    }
    const count = takes[kind]!;
    for (let k = 0; k < values.length; k += count) {
      if (kind === 'H') x = relative ? x + values[k]! : values[k]!;
      else if (kind === 'V') y = relative ? y + values[k]! : values[k]!;
      else [x, y] = relative ? [x + values[k]!, y + values[k + 1]!] : [values[k]!, values[k + 1]!];
      if (!Number.isFinite(x) || !Number.isFinite(y)) throw badImport('a path leads beyond all numbers');
      const current = subpaths.at(-1);
      if (kind === 'M' && k === 0) subpaths.push({ nodes: [[x, y]], closed: false });
      else if (current?.closed) subpaths.push({ nodes: [current.nodes[0]!, [x, y]], closed: false });
      else current!.nodes.push([x, y]);
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
        /[CSQTA]/i.test(command)
          ? `a path uses ${command}; only straight lines (M L H V Z) are read`
          : `a path has ${JSON.stringify(d.slice(at, at + 20))} where a command belongs`,
      );
    if (first && command.toUpperCase() !== 'M') throw badImport(`a path begins with ${command}; wanted is M`);
    const values: number[] = [];
    for (at = skip(d, at + 1); ; at = skip(d, NUMBER.lastIndex)) {
      NUMBER.lastIndex = at;
      const [number] = NUMBER.exec(d) ?? [];
      if (number === undefined) break;
      values.push(Number(number));
    }
    if (count === 0 ? values.length > 0 : values.length === 0 || values.length % count !== 0)
      throw badImport(`a path has ${values.length} numbers after ${command}`);
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
