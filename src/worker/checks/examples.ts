/** Checks the examples and counter-examples of a request, and distinguishes examples from models. */

import type { Geometry } from '../../algorithm/algorithm.js';
import type { Example, Examples, Likeness } from '../../algorithm/examples.js';
import { withoutCrossings } from '../../algorithm/shapes/crossings.js';
import { badParameter, reasonWithin, SegmenterError, show } from '../../core/errors.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { Position } from '../../core/geometry/ring.js';
import { signedArea } from '../../core/geometry/ring.js';
import { reading } from '../../core/given.js';
import { because, type Told } from '../../core/reasons.js';
import { isRecord } from '../../core/record.js';
import { checkInit, refuseTouch } from './init.js';

/** Maximum share of the image for an example: without a background there is nothing to distinguish it from. */
const LARGEST = 1 / 2;

/**
 * Checks examples; those that lie outside the image are left out. Throws `bad-parameter`, naming the example and the reason.
 * @returns `undefined` where none were given
 */
export const checkExamples = (like: unknown, unlike: unknown, image: Rect): Likeness | undefined => {
  if (like === undefined && unlike === undefined) return undefined;
  if (isRecord(like) && like.type === 'ObjectModel') return { model: like };
  const wanted = listOf('like', like ?? []);
  const others = listOf('unlike', unlike ?? []);
  if (wanted.length === 0) {
    if (others.length === 0) return undefined;
    throw badParameter(
      'unlike',
      `${others.length} counter-examples`,
      because('example-too')`there must be an example in like, too`,
    );
  }
  const classes: Examples['classes'][number][] = [];
  const labelOf = (example: unknown): number => {
    const given = classOf(example);
    const known = classes.findIndex(({ name }) => name === given.name);
    return known >= 0 ? known : classes.push(given) - 1;
  };
  return {
    examples: {
      like: wanted.map((example, i) => ({ rings: ringsOf('like', example, i, image), label: labelOf(example) })),
      unlike: others.map((example, i) => ({ rings: ringsOf('unlike', example, i, image) })),
      classes,
    },
  };
};

/** Checks contours to be rated. Throws `bad-parameter`, naming the contour and the reason. */
export const checkContours = (
  contours: unknown,
  { width, height }: Pick<Rect, 'width' | 'height'>,
): readonly Example[] =>
  reading('contours', () =>
    listOf('contours', contours).map((each, i) => ({
      rings: ringsOf('contours', each, i, { x: 0, y: 0, width, height }),
    })),
  );

const isMissing = (member: unknown): boolean => member === undefined;

const listOf = (name: string, given: unknown): readonly unknown[] => {
  const list = isRecord(given) ? given.features : given;
  if (!Array.isArray(list)) {
    throw badParameter(name, show(given), 'it must be a list of contours, a FeatureCollection or a model');
  }
  // Array methods differ in whether they skip a gap in a list.
  const gap = list.findIndex(isMissing);
  if (gap >= 0) throw badParameter(`${name}[${gap}]`, 'undefined', because('wanted-polygon')`it must be a Polygon`);
  return list;
};

const ringsOf = (name: string, example: unknown, index: number, image: Rect): Examples['like'][number]['rings'] => {
  const refuse = (reason: Told): never => {
    throw badParameter(`${name}[${index}]`, show(example), reason);
  };
  try {
    // Contours of separated objects may touch themselves at a corner; they are valid examples.
    const start = checkInit(example, image, true);
    if (start.kind === 'box') {
      const { x, y, width, height } = start.rect;
      const [right, bottom] = [x + width, y + height];
      return [
        [
          [x, y],
          [right, y],
          [right, bottom],
          [x, bottom],
          [x, y],
        ],
      ];
    }
    if (start.kind !== 'polygon') return refuse(because('wanted-polygon')`it must be a Polygon`);
    if (name === 'like') refuseCrossing(start.rings, refuse);
    if (name === 'like' && Math.abs(signedArea(start.rings[0]!)) > LARGEST * image.width * image.height) {
      return refuse(because('example-half')`it has more than half of the image; an example needs background round it`);
    }
    return start.rings;
  } catch (error) {
    if (error instanceof SegmenterError && error.code === 'bad-init') return refuse(reasonWithin(error));
    throw error;
  }
};

/** Refuses an example whose rings cross themselves: objects like it are looked for at the size that it has. */
const refuseCrossing = (rings: readonly (readonly Position[])[], refuse: (reason: Told) => never): void => {
  const polygon: Geometry = { type: 'Polygon', coordinates: rings };
  if (withoutCrossings(polygon) === polygon) return;
  for (const [k, ring] of rings.entries()) {
    const name = k === 0 ? because('the-polygon')`the polygon` : because('hole')`hole ${k}`;
    refuseTouch(ring.slice(0, -1), name, refuse);
  }
};

const classOf = (example: unknown): Examples['classes'][number] => {
  const properties = isRecord(example) && isRecord(example.properties) ? example.properties : {};
  const { classification } = properties;
  if (!isRecord(classification) || typeof classification.name !== 'string') return { name: '' };
  const { name, color } = classification;
  const [red, green, blue]: readonly unknown[] = Array.isArray(color) ? color : [];
  const rgb = [Number(red), Number(green), Number(blue)] as const;
  return rgb.every(Number.isFinite) ? { name, color: rgb } : { name };
};
