import { SegmenterError, shown } from '../../core/errors.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { Position } from '../../core/geometry/ring.js';
import { isFiniteNumber } from '../../core/numbers/finite.js';
import { because, type Told } from '../../core/reasons.js';

/** Maximum number of pinned vertices of a contour: each vertex that might move is looked up among them. */
export const MOST_PINS = 256;

/**
 * Checks the pinned vertices of a request: distinct positions in `bounds` (the image, or the domain in it). `undefined` where
 * there is none. Throws `bad-pins`, naming the position.
 */
export const checkPins = (pinned: unknown, bounds: Rect): readonly Position[] | undefined => {
  if (pinned === undefined || pinned === null) return undefined;
  if (!Array.isArray(pinned)) return refuse(pinned, WANTED);
  if (pinned.length > MOST_PINS) {
    return refuse(
      because('so-many')`${pinned.length} of them`,
      because('pins-most')`a contour may have ${MOST_PINS} at most; unpin some`,
    );
  }
  const known = new Set<string>();
  const positions = pinned.map((position: unknown): Position => {
    const [x, y] = positionOf(position);
    if (x < bounds.x || y < bounds.y || x > bounds.x + bounds.width || y > bounds.y + bounds.height) {
      return refuse(
        position,
        because(
          'pin-outside',
        )`it lies outside x from ${bounds.x} to ${bounds.x + bounds.width}, y from ${bounds.y} to ${bounds.y + bounds.height}; pin vertices in the image, within the domain where one is given`,
      );
    }
    const key = `${x} ${y}`;
    if (known.has(key)) return refuse(position, because('pin-twice')`it is there twice; take one of the two away`);
    known.add(key);
    return [x, y];
  });
  return positions.length === 0 ? undefined : positions;
};

const WANTED = because('wanted-pins')`they must be a list of [x, y] in full-resolution pixels of the image`;

const positionOf = (position: unknown): Position => {
  if (!Array.isArray(position) || !isFiniteNumber(position[0]) || !isFiniteNumber(position[1]))
    return refuse(position, WANTED);
  return [position[0], position[1]];
};

const refuse = (value: unknown, reason: Told): never => {
  throw new SegmenterError('bad-pins', { pinned: shown(value), reason });
};
