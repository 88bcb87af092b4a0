/** Distinguishable colours of classes. */
import { type Classification, classColours, colourOf } from '../../contours/formats/features.js';
import type { ContourFeature } from '../../worker/protocol.js';

type Colour = Classification['color'];

/** Levels of a channel, five to the range as in the web's common colours. */
const LEVELS = [0, 51, 102, 153, 204, 255];

/** Colours for classes beyond `classColours`: bright, since images are dark, and not grey, which is the colour of no class. */
const further: readonly Colour[] = LEVELS.flatMap((r) => LEVELS.flatMap((g) => LEVELS.map((b): Colour => [r, g, b])))
  .filter((colour) => Math.max(...colour) >= 204)
  .filter((colour) => Math.max(...colour) - Math.min(...colour) >= 102);

const squaredDistance = (a: Colour, b: Colour): number => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;

/** The colours of classes, and those that none has yet. */
class Palette {
  readonly #taken = new Set<string>();
  /** Of each further colour, the squared distance to the nearest one taken. */
  readonly #apart = further.map(() => Number.POSITIVE_INFINITY);

  constructor(classes: readonly Classification[]) {
    for (const { color } of classes) this.take(color);
  }

  has(colour: Colour): boolean {
    return this.#taken.has(String(colour));
  }

  take(colour: Colour): Colour {
    for (const [k, other] of further.entries()) {
      this.#apart[k] = Math.min(this.#apart[k]!, squaredDistance(colour, other));
    }
    this.#taken.add(String(colour));
    return colour;
  }

  /** The colour of the name, else the next of the list that no class has, else the one farthest from all taken. */
  free(name: string): Colour {
    const first = classColours.indexOf(colourOf(name));
    const listed = classColours.map((_, k) => classColours[(first + k) % classColours.length]!);
    return listed.find((colour) => !this.has(colour)) ?? further[this.#farthest()]!;
  }

  #farthest(): number {
    return this.#apart.reduce((best, distance, k) => (distance > this.#apart[best]! ? k : best), 0);
  }
}

/** A colour for a class of this name that none of the others has. */
export const freeColour = (name: string, classes: readonly Classification[]): Colour => new Palette(classes).free(name);

const hasColourOfName = ({ name, color }: Classification): boolean => String(color) === String(colourOf(name));

/**
 * Classes that come to those known, by name: one that is known keeps its colour, and one whose colour another has gets one that none has. Colours that are
 * not those of the names were chosen by a person, so they go first.
 */
export const besideKnown = (
  known: readonly Classification[],
  coming: Iterable<Classification>,
): ReadonlyMap<string, Classification> => {
  const classes = new Map(known.map((entry) => [entry.name, entry]));
  const palette = new Palette(known);
  const fresh = new Map<string, Classification>();
  for (const entry of coming) {
    if (!classes.has(entry.name) && !fresh.has(entry.name)) fresh.set(entry.name, entry);
  }
  const inOrder = [...fresh.values()];
  for (const entry of [
    ...inOrder.filter((given) => !hasColourOfName(given)),
    ...inOrder.filter((given) => hasColourOfName(given)),
  ]) {
    const taken = palette.has(entry.color);
    const color = palette.take(taken ? palette.free(entry.name) : entry.color);
    classes.set(entry.name, taken ? { ...entry, color } : entry);
  }
  return classes;
};

/** Contours whose classes have different colours from the known classes and from one another; unchanged contours are the same objects. */
export const toldApart = (
  known: readonly Classification[],
  contours: readonly ContourFeature[],
): readonly ContourFeature[] => {
  const classes = besideKnown(
    known,
    contours.flatMap(({ properties }) => properties.classification ?? []),
  );
  if (classes.size === 0) return contours;
  return contours.map((contour) => {
    const { classification: given } = contour.properties;
    const kept = given && classes.get(given.name)!;
    if (!kept || String(kept.color) === String(given.color)) return contour;
    return { ...contour, properties: { ...contour.properties, classification: { ...given, color: kept.color } } };
  });
};
