import { type Marks, pixelsOf, type Stroke } from '../algorithm/hints.js';
import { SegmenterError, show } from '../core/errors.js';
import type { Rect } from '../core/rect.js';
import type { Position } from '../core/ring.js';

/** Most pixels that all marks run through together. */
export const MOST_MARKED = 2 ** 16;

/**
 * Checks the marks of a person once, and tells clicks from strokes. They must lie in `bounds` (the image, or the domain in it),
 * and no pixel may be marked inside and outside. `undefined` where there is no mark. Throws `bad-hints`, naming the mark.
 */
export const checkHints = (hints: unknown, bounds: Rect): Marks | undefined => {
  if (hints === undefined || hints === null) return undefined;
  const refuse = (value: unknown, reason: string): never => {
    throw new SegmenterError('bad-hints', { hints: show(value), reason });
  };
  if (typeof hints !== 'object' || Array.isArray(hints)) return refuse(hints, WANTED);
  for (const name of Object.keys(hints)) {
    if (name !== 'inside' && name !== 'outside') return refuse(hints, `${show(name)} is not known; ${WANTED}`);
  }
  const reader = new Reader(bounds, refuse);
  const marks = {
    inside: reader.list('inside' in hints ? hints.inside : undefined, 'inside'),
    outside: reader.list('outside' in hints ? hints.outside : undefined, 'outside'),
  };
  if (marks.inside.length + marks.outside.length === 0) return undefined;
  refuseContradiction(marks, refuse);
  return marks;
};

type Refuse = (value: unknown, reason: string) => never;

const WANTED =
  'it must be {inside, outside}, each a list of [x, y] or a GeoJSON Point, MultiPoint, LineString or MultiLineString, in full-resolution pixels of the image';

class Reader {
  #pixels = 0;

  constructor(
    private readonly bounds: Rect,
    private readonly refuse: Refuse,
  ) {}

  list(given: unknown, name: string): readonly Stroke[] {
    if (given === undefined || given === null) return [];
    if (!Array.isArray(given)) return this.#geometry(given, name);
    // One position in place of a list of them.
    if (given.length > 0 && given.every((value) => typeof value === 'number')) return [this.#stroke([given], name)];
    return given.flatMap((mark: unknown, index) => {
      const its = `${name} ${index}`;
      return Array.isArray(mark) ? [this.#stroke([mark], its)] : this.#geometry(mark, its);
    });
  }

  #geometry(mark: unknown, name: string): readonly Stroke[] {
    if (typeof mark !== 'object' || mark === null || !('type' in mark && 'coordinates' in mark)) {
      return this.refuse(mark, `${name}: ${WANTED}`);
    }
    const { type, coordinates } = mark;
    if (!Array.isArray(coordinates)) return this.refuse(mark, `${name} has no list of coordinates`);
    switch (type) {
      case 'Point':
        return [this.#stroke([coordinates], name)];
      case 'MultiPoint':
        return coordinates.map((position: unknown) => this.#stroke([position], name));
      case 'LineString':
        return [this.#stroke(coordinates, name)];
      case 'MultiLineString':
        return coordinates.map((line: unknown) =>
          this.#stroke(Array.isArray(line) ? line : this.refuse(line, `a line of ${name} is not a list`), name),
        );
      default:
        return this.refuse(mark, `${name} is a ${show(type)}; ${WANTED}`);
    }
  }

  #stroke(given: readonly unknown[], name: string): Stroke {
    const stroke = given.map((position) => this.#position(position, name));
    if (stroke.length === 0) return this.refuse(given, `${name} has no position`);
    const { x, y, width, height } = this.bounds;
    // A mark on the border is one in the middle of its pixel.
    const cut = stroke.map(
      ([px, py]): Position => [within(px, x + 0.5, x + width - 0.5), within(py, y + 0.5, y + height - 0.5)],
    );
    // Far vertices are refused before anybody walks between them.
    this.#pixels += pixelsOf(cut).length / 2;
    if (this.#pixels <= MOST_MARKED) return cut;
    return this.refuse(`${this.#pixels} pixels`, `marks may run through ${MOST_MARKED} pixels at most; draw fewer`);
  }

  #position(position: unknown, name: string): Position {
    if (!Array.isArray(position) || !isNumber(position[0]) || !isNumber(position[1])) {
      return this.refuse(position, `${name} is not two finite numbers`);
    }
    const [px, py] = [position[0], position[1]];
    const { x, y, width, height } = this.bounds;
    if (px >= x && px <= x + width && py >= y && py <= y + height) return [px, py];
    return this.refuse(
      position,
      `${name} lies outside x from ${x} to ${x + width}, y from ${y} to ${y + height}; mark pixels of the image, within the domain where one is given`,
    );
  }
}

const refuseContradiction = ({ inside, outside }: Marks, refuse: Refuse): void => {
  const marked = new Set<string>();
  for (const stroke of inside) {
    const pixels = pixelsOf(stroke);
    for (let i = 0; i < pixels.length; i += 2) marked.add(`${pixels[i]}, ${pixels[i + 1]}`);
  }
  for (const stroke of outside) {
    const pixels = pixelsOf(stroke);
    for (let i = 0; i < pixels.length; i += 2) {
      const pixel = `${pixels[i]}, ${pixels[i + 1]}`;
      if (marked.has(pixel))
        refuse(`at pixel (${pixel})`, 'it is marked inside and outside; take one of the marks away');
    }
  }
};

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
