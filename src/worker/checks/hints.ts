import { type MarkSide, type Marks, pixelsOf, type Stroke } from '../../algorithm/hints.js';
import { SegmenterError, show, shown } from '../../core/errors.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { Position } from '../../core/geometry/ring.js';
import { isFiniteNumber } from '../../core/numbers/finite.js';
import { because, type Told } from '../../core/reasons.js';

/** Maximum number of pixels that all marks together run through. */
export const MOST_MARKED = 2 ** 16;

/**
 * Checks the user's marks once, and distinguishes clicks from strokes. Marks must lie in `bounds` (the image, or the domain in it),
 * no pixel may be marked both inside and outside, and an order must name the side of each mark. `undefined` where there is no mark. Throws `bad-hints`,
 * naming the mark.
 * @param slices number of slices of a volume; a third coordinate names one of them. It is ignored in an image
 */
export const checkHints = (hints: unknown, bounds: Rect, slices = 1): Marks | undefined => {
  if (hints === undefined || hints === null) return undefined;
  const refuse = (value: unknown, reason: Told): never => {
    throw new SegmenterError('bad-hints', { hints: shown(value), reason });
  };
  if (typeof hints !== 'object' || Array.isArray(hints)) return refuse(hints, WANTED);
  for (const name of Object.keys(hints)) {
    if (name !== 'inside' && name !== 'outside' && name !== 'order')
      return refuse(hints, because('hint-unknown')`${show(name)} is not known; ${WANTED}`);
  }
  const reader = new Reader(bounds, slices, refuse);
  const inside = reader.list('inside' in hints ? hints.inside : undefined, 'inside');
  const outside = reader.list('outside' in hints ? hints.outside : undefined, 'outside');
  const order = orderOf('order' in hints ? hints.order : undefined, inside.length, outside.length, refuse);
  if (inside.length + outside.length === 0) return undefined;
  const sliceOf = (stroke: Stroke): number | undefined => reader.slices.get(stroke);
  const named = reader.slices.size > 0;
  const marks: Marks = {
    inside,
    outside,
    ...(named ? { slices: { inside: inside.map(sliceOf), outside: outside.map(sliceOf) } } : {}),
    ...(order ? { order } : {}),
  };
  refuseContradiction(marks, refuse);
  return marks;
};

type Refuse = (value: unknown, reason: Told) => never;

const WANTED = because(
  'wanted-hints',
)`it must be {inside, outside, order?}, the first two each a list of [x, y] or a GeoJSON Point, MultiPoint, LineString or MultiLineString, in full-resolution pixels of the image`;

/** The side of each mark in the order in which all were made; `undefined` where no order was given. */
const orderOf = (given: unknown, inside: number, outside: number, refuse: Refuse): readonly MarkSide[] | undefined => {
  if (given === undefined || given === null) return undefined;
  const isSide = (side: unknown): side is MarkSide => side === 'inside' || side === 'outside';
  if (!Array.isArray(given) || !given.every(isSide)) {
    return refuse(
      given,
      because('order-list')`order must be a list of 'inside' and 'outside', the side of each mark as they were made`,
    );
  }
  const within = given.filter((side) => side === 'inside').length;
  if (within === inside && given.length === inside + outside) return [...given];
  return refuse(
    given,
    because(
      'order-counts',
    )`order names ${within} marks inside and ${given.length - within} outside, where there are ${inside} and ${outside}; name each position and each line once`,
  );
};

class Reader {
  /** The slice that a stroke names. */
  readonly slices = new Map<Stroke, number>();
  #pixels = 0;

  constructor(
    private readonly bounds: Rect,
    private readonly depth: number,
    private readonly refuse: Refuse,
  ) {}

  list(given: unknown, name: string): readonly Stroke[] {
    if (given === undefined || given === null) return [];
    if (!Array.isArray(given)) return this.#geometry(given, name);
    // A single position in place of a list of positions.
    if (given.length > 0 && given.every((value) => typeof value === 'number')) return [this.#stroke([given], name)];
    return given.flatMap((mark: unknown, index) => {
      const its = `${name} ${index}`;
      return Array.isArray(mark) ? [this.#stroke([mark], its)] : this.#geometry(mark, its);
    });
  }

  #geometry(mark: unknown, name: string): readonly Stroke[] {
    if (typeof mark !== 'object' || mark === null || !('type' in mark && 'coordinates' in mark)) {
      return this.refuse(mark, because('it-is')`${name}: ${WANTED}`);
    }
    const { type, coordinates } = mark;
    if (!Array.isArray(coordinates))
      return this.refuse(mark, because('no-coordinates')`${name} has no list of coordinates`);
    switch (type) {
      case 'Point':
        return [this.#stroke([coordinates], name)];
      case 'MultiPoint':
        return coordinates.map((position: unknown) => this.#stroke([position], name));
      case 'LineString':
        return [this.#stroke(coordinates, name)];
      case 'MultiLineString':
        return coordinates.map((line: unknown) =>
          this.#stroke(
            Array.isArray(line) ? line : this.refuse(line, because('line-no-list')`a line of ${name} is not a list`),
            name,
          ),
        );
      default:
        return this.refuse(mark, because('hint-type')`${name} is a ${show(type)}; ${WANTED}`);
    }
  }

  #stroke(given: readonly unknown[], name: string): Stroke {
    const stroke = given.map((position) => this.#position(position, name));
    if (stroke.length === 0) return this.refuse(given, because('no-position-in')`${name} has no position`);
    const { x, y, width, height } = this.bounds;
    // A mark on the border is moved to the middle of its pixel.
    const cut = stroke.map(
      ([px, py]): Position => [within(px, x + 0.5, x + width - 0.5), within(py, y + 0.5, y + height - 0.5)],
    );
    // Counts the pixels of all marks, which are limited.
    this.#pixels += pixelsOf(cut).length / 2;
    const slice = this.#slice(given, name);
    if (slice !== undefined) this.slices.set(cut, slice);
    if (this.#pixels <= MOST_MARKED) return cut;
    return this.refuse(
      because('so-many-pixels')`${this.#pixels} pixels`,
      because('marks-most')`marks may run through ${MOST_MARKED} pixels at most; draw fewer`,
    );
  }

  /** The slice of a stroke, all of whose positions must lie on one slice. */
  #slice(given: readonly unknown[], name: string): number | undefined {
    if (this.depth === 1) return undefined;
    const thirds = given.map((position): unknown => (Array.isArray(position) ? position[2] : undefined));
    const [slice] = thirds;
    if (thirds.some((third) => third !== slice))
      return this.refuse(given, because('mark-slices')`${name} lies on several slices; mark each of them`);
    if (slice === undefined) return undefined;
    if (isFiniteNumber(slice) && Number.isInteger(slice) && slice >= 0 && slice < this.depth) return slice;
    return this.refuse(
      given[0],
      because('mark-slice-range')`${name} names a slice that is not a whole number from 0 to ${this.depth - 1}`,
    );
  }

  #position(position: unknown, name: string): Position {
    if (!Array.isArray(position) || !isFiniteNumber(position[0]) || !isFiniteNumber(position[1])) {
      return this.refuse(position, because('not-two-numbers')`${name} is not two finite numbers`);
    }
    const [px, py] = [position[0], position[1]];
    const { x, y, width, height } = this.bounds;
    if (px >= x && px <= x + width && py >= y && py <= y + height) return [px, py];
    return this.refuse(
      position,
      because(
        'mark-outside',
      )`${name} lies outside x from ${x} to ${x + width}, y from ${y} to ${y + height}; mark pixels of the image, within the domain where one is given`,
    );
  }
}

const refuseContradiction = ({ inside, outside, slices }: Marks, refuse: Refuse): void => {
  const marked = new Set<string>();
  const pixelsIn = (stroke: Stroke, slice: number | undefined): string[] => {
    const pixels = pixelsOf(stroke);
    const where = slice === undefined ? '' : `, slice ${slice}`;
    return Array.from({ length: pixels.length / 2 }, (_, i) => `${pixels[2 * i]}, ${pixels[2 * i + 1]}${where}`);
  };
  for (const [k, stroke] of inside.entries())
    for (const pixel of pixelsIn(stroke, slices?.inside[k])) marked.add(pixel);
  for (const [k, stroke] of outside.entries()) {
    for (const pixel of pixelsIn(stroke, slices?.outside[k])) {
      if (marked.has(pixel))
        refuse(
          because('at-pixel')`at pixel (${pixel})`,
          because('marked-both')`it is marked inside and outside; take one of the marks away`,
        );
    }
  }
};

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);
