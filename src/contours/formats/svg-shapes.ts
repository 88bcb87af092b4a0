/** Shapes in SVG markup, read without a DOM: polygon, polyline, path of straight commands, rect, line. */

import type { Geometry } from '../../algorithm/algorithm.js';
import type { Position } from '../../core/ring.js';
import { signedArea } from '../../core/ring.js';
import { closeRing, contains } from '../geometry.js';
import { badImport, lines, solid } from './features.js';

export interface SvgShape {
  readonly geometry: Geometry;
  readonly attributes: Readonly<Record<string, string>>;
}

const decode = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos|#\d+);/g, (_whole, name: string) => {
    const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
    return named[name] ?? String.fromCodePoint(Number(name.slice(1)));
  });

export const encode = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => (c === '&' ? '&amp;' : c === '<' ? '&lt;' : c === '>' ? '&gt;' : '&quot;'));

const attributesOf = (text: string): Record<string, string> => {
  const attributes: Record<string, string> = {};
  for (const [, name, double, single] of text.matchAll(/([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    attributes[name!] = decode(double ?? single ?? '');
  }
  return attributes;
};

const numbersIn = (text: string, what: string): number[] => {
  const tokens = text.match(/[^\s,]+/g) ?? [];
  return tokens.map((token) => {
    const value = Number(token);
    if (!Number.isFinite(value)) throw badImport(`${what} has ${JSON.stringify(token)} where a number belongs`);
    return value;
  });
};

const pairs = (numbers: readonly number[], what: string): Position[] => {
  if (numbers.length % 2 !== 0) throw badImport(`${what} has an odd count of numbers`);
  return Array.from({ length: numbers.length / 2 }, (_, k) => [numbers[2 * k]!, numbers[2 * k + 1]!]);
};

interface Subpath {
  readonly nodes: Position[];
  closed: boolean;
}

/** Straight commands, absolute and relative: M L H V Z. Curves are refused by name. */
export const readPath = (d: string): Subpath[] => {
  const subpaths: Subpath[] = [];
  let x = 0;
  let y = 0;
  for (const [, command, rest] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*(?:[eE][-+]?\d[^a-zA-Z]*)*)/g)) {
    const relative = command === command!.toLowerCase();
    const values = numbersIn(rest!.replace(/(?<![eE\s,])-/g, ' -'), 'a path');
    const kind = command!.toUpperCase();
    const current = subpaths.at(-1);
    if (kind === 'Z') {
      if (current) {
        current.closed = true;
        [x, y] = current.nodes[0]!;
      }
      continue;
    }
    if (kind === 'H' || kind === 'V') {
      for (const value of values) {
        if (kind === 'H') x = relative ? x + value : value;
        else y = relative ? y + value : value;
        current?.nodes.push([x, y]);
      }
      continue;
    }
    if (kind !== 'M' && kind !== 'L')
      throw badImport(`a path uses ${command}; only straight lines (M L H V Z) are read`);
    for (const [k, [px, py]] of pairs(values, 'a path').entries()) {
      x = relative ? x + px : px;
      y = relative ? y + py : py;
      if (kind === 'M' && k === 0) subpaths.push({ nodes: [[x, y]], closed: false });
      else subpaths.at(-1)?.nodes.push([x, y]);
    }
  }
  return subpaths;
};

/** Rings by even-odd nesting: a ring inside an odd number of others is a hole of the smallest of them. */
export const nest = (rings: readonly (readonly Position[])[]): (readonly Position[])[][] => {
  const bySize = [...rings].sort((a, b) => Math.abs(signedArea(b)) - Math.abs(signedArea(a)));
  const polygons: (readonly Position[])[][] = [];
  for (const ring of bySize) {
    const [x, y] = ring[0]!;
    const home = polygons.findLast(([outer]) => contains({ type: 'Polygon', coordinates: [outer!] }, { x, y }));
    const inHole = home?.slice(1).some((hole) => contains({ type: 'Polygon', coordinates: [hole] }, { x, y }));
    if (home && !inHole) home.push(ring);
    else polygons.push([ring]);
  }
  return polygons;
};

const geometryIn = (tag: string, attributes: Readonly<Record<string, string>>): Geometry | undefined => {
  switch (tag) {
    case 'polygon':
      return solid([[closeRing(pairs(numbersIn(attributes.points ?? '', 'a polygon'), 'a polygon'))]]);
    case 'polyline':
      return lines([pairs(numbersIn(attributes.points ?? '', 'a polyline'), 'a polyline')]);
    case 'line': {
      const [x1, y1, x2, y2] = numbersIn(
        ['x1', 'y1', 'x2', 'y2'].map((name) => attributes[name] ?? '0').join(' '),
        'a line',
      );
      return lines([
        [
          [x1!, y1!],
          [x2!, y2!],
        ],
      ]);
    }
    case 'rect': {
      const [x, y, w, h] = numbersIn(
        ['x', 'y', 'width', 'height'].map((name) => attributes[name] ?? '0').join(' '),
        'a rect',
      );
      return w! > 0 && h! > 0 ? rectangle(x!, y!, w!, h!) : undefined;
    }
    case 'path': {
      const subpaths = readPath(attributes.d ?? '');
      const rings = subpaths.filter(({ closed }) => closed).map(({ nodes }) => closeRing(nodes));
      if (rings.length > 0) return solid(nest(rings.filter((ring) => ring.length >= 4)));
      return lines(subpaths.map(({ nodes }) => nodes));
    }
    default:
      return undefined;
  }
};

export const rectangle = (x: number, y: number, width: number, height: number): Geometry => ({
  type: 'Polygon',
  coordinates: [
    [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
      [x, y],
    ],
  ],
});

/** Shapes in document order. Transforms are not applied: contours are written without any. */
export const shapesIn = (markup: string): SvgShape[] => {
  const shapes: SvgShape[] = [];
  for (const [, tag, text] of markup.matchAll(/<(polygon|polyline|line|rect|path)\b((?:"[^"]*"|'[^']*'|[^>"'])*)>/g)) {
    const attributes = attributesOf(text!);
    if (attributes.transform) throw badImport(`a ${tag} has a transform; write its coordinates in image pixels`);
    const geometry = geometryIn(tag!, attributes);
    if (geometry) shapes.push({ geometry, attributes });
  }
  return shapes;
};

const points = (path: readonly Position[]): string => path.map(([x, y]) => `${x},${y}`).join(' L ');

/** Absolute straight commands with an upper-case Z, numbers parted by a comma: what Annotorious reads. */
export const writePath = (rings: readonly (readonly Position[])[], closed: boolean): string =>
  rings.map((ring) => (closed ? `M ${points(ring.slice(0, -1))} Z` : `M ${points(ring)}`)).join(' ');
