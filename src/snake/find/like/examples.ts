/** Pixels to learn from: those in examples, those round them, and those in counter-examples. */

import type { Example, ExampleClass, Examples } from '../../../algorithm/examples.js';
import { SegmenterError } from '../../../core/errors.js';
import type { Level, Rect } from '../../../core/geometry/rect.js';
import { because, type Reason } from '../../../core/reasons.js';
import type { Size } from '../map/box-blur.js';
import { squaredDistances } from '../map/distance.js';
import { boundsWhere, cutOut, grownWithin } from '../map/rectangles.js';
import { eachRunWithin } from '../runs-within.js';

const refused = (count: number, wanted: Reason): SegmenterError =>
  new SegmenterError('bad-parameter', { name: 'like', value: because('examples')`${count} examples`, wanted });

/** What examples show in a domain: of its pixels, and of the objects. */
export interface Lesson {
  readonly classes: readonly ExampleClass[];
  /** Full-resolution pixels per pixel of the domain, along a row. */
  readonly scale: number;
  /** Class of each pixel: 0 for unknown, 1 for background, 2 and more for the classes. */
  readonly known: Uint8Array;
  /** Like `known`, except that only pixels in counter-examples are background. */
  readonly told: Uint8Array;
  /** The median radius of discs of the examples' areas, in pixels of the level. */
  readonly radius: number;
  /** Areas of the smallest and of the largest example, in pixels of the level. */
  readonly areas: readonly [least: number, most: number];
}

/** Width of the background that is learnt round an example, in radii. */
const AROUND = 0.8;
const NARROWEST = 4;

/** Throws `bad-parameter` where nothing is left to learn from. */
export const lessonOf = (
  { like, unlike, classes }: Examples,
  domain: Rect,
  scale: Pick<Level, 'scaleX' | 'scaleY'>,
): Lesson => {
  const { width, height } = domain;
  const held = new Uint8Array(width * height);
  const fill = (rings: Example['rings'], value: number): number => filledIn(held, rings, value, domain, scale);
  const sizes = like.map(({ rings, label }) => fill(rings, 2 + label)).filter((area) => area > 0);
  // Where an example and a counter-example share pixels, the counter-example counts, as it was made later.
  for (const { rings } of unlike) fill(rings, 1);
  const left = Array.from(classes, () => 0);
  for (const label of held) if (label > 1) left[label - 2]!++;
  const gone = left.indexOf(0);
  if (gone >= 0) {
    const { name } = classes[gone]!;
    throw refused(
      like.length,
      classes.length > 1 || name !== ''
        ? because(
            'examples-class-gone',
          )`no pixel of the class ${name || because('without-a-name')`without a name`} is left that the examples have and the counter-examples have not; draw others, or choose a finer level`
        : because(
            'examples-gone',
          )`no pixel is left that the examples have and the counter-examples have not; draw others, or choose a finer level`,
    );
  }
  sizes.sort((a, b) => a - b);
  const radius = Math.sqrt(sizes[sizes.length >> 1]! / Math.PI);
  const reach = Math.max(NARROWEST, AROUND * radius);
  const known = held.slice();
  supposeAround(known, domain, reach);
  if (!known.includes(1)) {
    throw refused(
      like.length,
      because('examples-nothing-round')`nothing round them is left to tell them from; draw smaller examples`,
    );
  }
  const areas = [sizes[0]!, sizes.at(-1)!] as const;
  return { classes, scale: scale.scaleX, known, told: held, radius, areas };
};

/** The pixels of a domain that lie in contours: 1 for each. */
export const pixelsWithin = (
  contours: readonly Example[],
  domain: Rect,
  scale: Pick<Level, 'scaleX' | 'scaleY'>,
): Uint8Array => {
  const flags = new Uint8Array(domain.width * domain.height);
  for (const { rings } of contours) filledIn(flags, rings, 1, domain, scale);
  return flags;
};

/** Sets the pixels of a domain that lie in rings to a value; returns their number. */
const filledIn = (
  held: Uint8Array,
  rings: Example['rings'],
  value: number,
  domain: Rect,
  scale: Pick<Level, 'scaleX' | 'scaleY'>,
): number => {
  let area = 0;
  eachRunWithin(rings, domain, scale, (from, end) => {
    held.fill(value, from, end);
    area += end - from;
  });
  return area;
};

/** Marks unknown pixels within `reach` pixels of an example as background. */
const supposeAround = (known: Uint8Array, size: Size, reach: number): void => {
  const examples = boundsWhere(known, size, (label) => label > 1);
  if (examples === undefined) return;
  const around = grownWithin(examples, Math.ceil(reach), size);
  const beyond = cutOut(known, size.width, around);
  for (let i = 0; i < beyond.length; i++) beyond[i] = beyond[i]! > 1 ? 0 : 1;
  const away = squaredDistances(beyond, around);
  for (let row = 0, i = 0; row < around.height; row++) {
    const line = (around.y + row) * size.width + around.x;
    for (let x = 0; x < around.width; x++, i++) {
      if (known[line + x] === 0 && away[i]! <= reach * reach) known[line + x] = 1;
    }
  }
};
