/** Shapes in SVG markup: polygon, polyline, path, rect, line, circle, ellipse; with their transforms. */

import type { Geometry } from '../../../algorithm/algorithm.js';
import { reasonWithin, SegmenterError } from '../../../core/errors.js';
import type { Position } from '../../../core/geometry/ring.js';
import { because, quoted, type Reason, type Told } from '../../../core/reasons.js';
import { readXml } from '../../../core/xml.js';
import { closeRing } from '../../geometry.js';
import { badImport, lines, solid } from '../features.js';
import { ellipse } from './curves.js';
import { nest } from './nest.js';
import { readPath } from './path.js';
import { IDENTITY, type Matrix, readTransform, times, transformed } from './transform.js';

type Attributes = Readonly<Record<string, string>>;

/** A shape, in pixels of the image. */
export interface SvgShape {
  readonly geometry: Geometry;
  readonly attributes: Attributes;
}

/** The shapes of a drawing. */
export interface SvgShapes {
  /** Shapes in document order. */
  readonly shapes: readonly SvgShape[];
  /** Names of drawn elements that cannot be contours. */
  readonly skipped: readonly Told[];
  /** The error of the first unreadable shape, if there is one; such shapes are skipped. */
  readonly failure?: SegmenterError;
  /** Whether the outermost element is `svg`. */
  readonly svg: boolean;
}

/** Elements whose content is not drawn in place. */
const undrawn: ReadonlySet<string> = new Set(['defs', 'symbol', 'clipPath', 'mask', 'marker', 'pattern']);
/** Elements that are drawn but are neither polygons nor lines. */
const otherShapes: ReadonlySet<string> = new Set(['use']);

/** Reasons for errors, by tag or attribute. */
const a = (name: string): Reason => because('svg-a')`a ${name}`;

const numbersIn = (text: string, what: Reason): number[] =>
  (text.match(/[^\s,]+/g) ?? []).map((token) => finite(token, what));

const finite = (token: string, what: Reason): number => {
  const value = Number(token);
  if (Number.isFinite(value)) return value;
  throw badImport(because('svg-number')`${what} has ${JSON.stringify(token.slice(0, 40))} where a number belongs`);
};

const pairs = (numbers: readonly number[], what: Reason): Position[] => {
  if (numbers.length % 2 !== 0) throw badImport(because('svg-odd')`${what} has an odd count of numbers`);
  return Array.from({ length: numbers.length / 2 }, (_, k) => [numbers[2 * k]!, numbers[2 * k + 1]!]);
};

/** The number that an attribute holds, 0 where it is not given. */
const numberOf = (attributes: Attributes, name: string, what: Reason): number => {
  const text = attributes[name]?.trim();
  if (text === '') throw badImport(because('svg-no-number')`${what} has no number in ${name}`);
  return text === undefined ? 0 : finite(text.replace(/px$/, ''), what);
};

const geometryIn = (tag: string, attributes: Attributes): Geometry | undefined => {
  switch (tag) {
    case 'polygon':
      return solid([[closeRing(pairs(numbersIn(attributes.points ?? '', a('polygon')), a('polygon')))]]);
    case 'polyline':
      return lines([pairs(numbersIn(attributes.points ?? '', a('polyline')), a('polyline'))]);
    case 'line': {
      const end = (k: 1 | 2): Position => [
        numberOf(attributes, `x${k}`, a('line')),
        numberOf(attributes, `y${k}`, a('line')),
      ];
      return lines([[end(1), end(2)]]);
    }
    case 'rect': {
      const side = (name: string): number => numberOf(attributes, name, a('rect'));
      const [width, height] = [side('width'), side('height')];
      return width > 0 && height > 0 ? rectangle(side('x'), side('y'), width, height) : undefined;
    }
    case 'circle':
    case 'ellipse': {
      const read = (name: string): number => numberOf(attributes, name, because('svg-an')`an ${tag}`);
      const [rx, ry] = tag === 'circle' ? [read('r'), read('r')] : [read('rx'), read('ry')];
      return rx > 0 && ry > 0 ? solid([[closeRing(ellipse(read('cx'), read('cy'), rx, ry))]]) : undefined;
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

/** @throws SegmenterError `bad-import` where its far corner overflows */
export const rectangle = (x: number, y: number, width: number, height: number): Geometry => {
  const [right, bottom] = [x + width, y + height];
  if (![x, y, right, bottom].every(Number.isFinite))
    throw badImport(
      because('rectangle-beyond')`a rectangle at ${x}, ${y} of ${width} × ${height} is beyond all numbers`,
    );
  return {
    type: 'Polygon',
    coordinates: [
      [
        [x, y],
        [right, y],
        [right, bottom],
        [x, bottom],
        [x, y],
      ],
    ],
  };
};

/** Properties of a style, and of a style sheet, that move or scale what is drawn. */
const MOVES = /(?:^|[;{\s])(?:transform|translate|rotate|scale)\s*:/i;

/** The element's own transform. Throws `bad-import` where it is invalid, or a CSS transform. */
const transformOf = (tag: string, { transform, style }: Attributes): Matrix => {
  if (MOVES.test(style ?? ''))
    throw badImport(because('svg-style-transform')`${a(tag)} has a transform in its style; write it as an attribute`);
  return transform?.trim() ? readTransform(transform) : IDENTITY;
};

/** The value of a property; the style takes precedence over the attribute. */
const presented = (name: 'display' | 'visibility', attributes: Attributes): string | undefined => {
  const styled = (attributes.style ?? '').split(';').findLast((part) => part.split(':')[0]?.trim() === name);
  return (styled?.split(':')[1]?.replace('!important', '') ?? attributes[name])?.trim();
};

const PIXELS = /^\s*([\d.]+)(?:px)?\s*$/;

/** Checks that a viewBox, if given, begins at 0 and has the size of the drawing in pixels. */
const refuseScaled = ({ viewBox, width, height }: Attributes): void => {
  if (viewBox === undefined) return;
  const [x, y, wide, high] = numbersIn(viewBox, a('viewBox'));
  const [w, h] = [width, height].map((text) => PIXELS.exec(text ?? '')?.[1]);
  const moved = x !== 0 || y !== 0;
  const scaled = (w !== undefined && Number(w) !== wide) || (h !== undefined && Number(h) !== high);
  if (moved || scaled)
    throw badImport(
      because(
        'svg-viewbox',
      )`its viewBox ${viewBox} is not 0 0 ${w ?? wide} ${h ?? high}; write its coordinates in image pixels`,
    );
};

/** Returns a coded error; rethrows any other. */
const codedFailure = (error: unknown): SegmenterError => {
  if (error instanceof SegmenterError) return error;
  throw error;
};

/** What an element inherits from those that it lies in. */
interface Inherited {
  /** From its coordinates to pixels of the image. */
  readonly matrix: Matrix;
  /** The error of the outermost transform that cannot be read. */
  readonly failure: SegmenterError | undefined;
  readonly seen: boolean;
}

const OUTERMOST: Inherited = { matrix: IDENTITY, failure: undefined, seen: true };

/** Takes the elements of a drawing in their order, and keeps its shapes. */
class ShapeReader {
  readonly shapes: SvgShape[] = [];
  readonly skipped: Told[] = [];
  /** Text of all style sheets. */
  sheet = '';
  svg = false;
  failure: SegmenterError | undefined;
  /** For the open elements that are drawn, outermost first. */
  readonly #within: Inherited[] = [];
  #depth = 0;
  /** Depth from which nothing is drawn. */
  #hidden = Number.POSITIVE_INFINITY;
  #inSheet = false;

  /** @throws SegmenterError `bad-import` where coordinates are not pixels of the image */
  open(tag: string, attributes: Attributes): void {
    this.#depth++;
    this.#inSheet = tag === 'style';
    if (this.#depth === 1) this.svg = tag === 'svg';
    if (this.#depth > this.#hidden) return;
    if (undrawn.has(tag) || presented('display', attributes) === 'none') {
      this.#hidden = this.#depth;
      return;
    }
    if (tag === 'svg' && this.#depth > 1 && (attributes.x || attributes.y || attributes.viewBox))
      throw badImport(
        because('svg-nested')`an svg in it has a place of its own; write its coordinates in image pixels`,
      );
    if (tag === 'svg') refuseScaled(attributes);
    if (otherShapes.has(tag)) this.skipped.push(because('reason-at')`${this.#next}: ${tag}`);
    const own = inheritedBy(tag, attributes, this.#within.at(-1) ?? OUTERMOST);
    this.#within.push(own);
    if (own.seen) this.#draw(tag, attributes, own);
  }

  close(): void {
    if (this.#depth === this.#within.length) this.#within.pop();
    if (this.#depth === this.#hidden) this.#hidden = Number.POSITIVE_INFINITY;
    this.#depth--;
    this.#inSheet = false;
  }

  text(part: string): void {
    if (this.#inSheet) this.sheet += part;
  }

  /** The name of the next shape, in reasons. */
  get #next(): Reason {
    return because('at-shape')`shape ${this.shapes.length + this.skipped.length}`;
  }

  /** An unreadable shape is skipped; the others are not affected. */
  #draw(tag: string, attributes: Attributes, { matrix, failure }: Inherited): void {
    try {
      const geometry = geometryIn(tag, attributes);
      if (geometry && failure) throw failure;
      if (geometry) this.shapes.push({ geometry: transformed(geometry, matrix), attributes });
    } catch (error) {
      const reason = codedFailure(error);
      this.failure ??= reason;
      this.skipped.push(because('reason-at')`${this.#next}: ${reasonWithin(reason)}`);
    }
  }
}

/** What an element passes on, with its own transform and visibility. */
const inheritedBy = (tag: string, attributes: Attributes, { matrix, failure, seen: above }: Inherited): Inherited => {
  const visibility = presented('visibility', attributes) ?? 'inherit';
  const seen = visibility === 'inherit' ? above : visibility === 'visible';
  try {
    const own = transformOf(tag, attributes);
    return { matrix: own === IDENTITY ? matrix : times(matrix, own), failure, seen };
  } catch (error) {
    return { matrix, failure: failure ?? codedFailure(error), seen };
  }
};

/**
 * Reads the shapes of a drawing.
 * @throws SegmenterError `bad-import` where the SVG is not well-formed, or coordinates are not pixels
 */
export const shapesIn = (markup: string): SvgShapes => {
  const reader = new ShapeReader();
  const open = (tag: string, attributes: Attributes): true => {
    reader.open(tag, attributes);
    return true;
  };
  try {
    readXml(markup, { open, close: () => reader.close(), text: (part) => reader.text(part) });
  } catch (error) {
    if (error instanceof RangeError) throw badImport(because('svg-no-xml')`it is no XML: ${quoted(error.message)}`);
    throw error;
  }
  const { shapes, skipped, svg, failure } = reader;
  if (MOVES.test(reader.sheet))
    throw badImport(
      because('svg-sheet-transform')`its style sheet has a transform; write its coordinates in image pixels`,
    );
  return { shapes, skipped, svg, ...(failure ? { failure } : {}) };
};
