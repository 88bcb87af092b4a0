/** Windows round examples that are far apart, stacked in one picture. */
import type { Examples } from '../../../algorithm/examples.js';
import { grownBy, intersection, type Level, type Rect } from '../../../core/geometry/rect.js';
import type { Position } from '../../../core/geometry/ring.js';
import { liesWithin } from '../../../core/geometry/within.js';
import { samplesLike } from '../../../image/sample-arrays.js';
import type { Samples } from '../../../image/samples.js';

/**
 * Margin of a window, in sides of the largest example: background is learnt up to 0.4 sides from an example (`examples.ts`), and the
 * features of a pixel reach 1.2 sides and a pixel further (three passes of the widest window, `features.ts`).
 */
const MARGIN = 2;
/** Minimum margin in pixels, for the smallest objects: 4 of background, three passes of a window of radius 6, and one. */
const LEAST_MARGIN = 23;
/** Pixels of all windows above which examples are thinned out, so that learning takes no longer than the search of a region of 1,024². */
const ENOUGH = 2 ** 20;
/** Up to this many examples are all used, even if their windows have more pixels. */
const FEW = 32;

/** Examples, and the windows that hold each of them whole: disjoint, in pixels of a level; they may reach beyond its edges. */
export interface Windows {
  readonly examples: Examples;
  readonly windows: readonly Rect[];
}

/** Windows in one picture, and the examples where they lie in it. */
export interface Gathered {
  readonly samples: Samples;
  readonly examples: Examples;
}

/**
 * Windows round examples; those that overlap are merged. Of very many examples an even selection is used, with some of each class.
 * @param most pixels of the picture of all windows
 * @returns `undefined` where the picture has more pixels even for one example of each class
 */
export const windowsRound = (examples: Examples, level: Level, most: number): Windows | undefined => {
  const { like, unlike } = examples;
  const margin = Math.max(
    LEAST_MARGIN,
    MARGIN * like.reduce((side, { rings }) => Math.max(side, sideOf(rings[0]!, level)), 0),
  );
  for (let step = 1; ; step *= 2) {
    const its = thinned(examples, step);
    const all = [...its.like, ...its.unlike];
    const alone = all.map(({ rings }) => grownBy(boundsOf(rings[0]!, level), Math.ceil(margin)));
    if (all.length <= FEW || pixelsOf(alone) <= ENOUGH) {
      const windows = disjoint(alone);
      if (pixelsOf(windows) <= most) return { examples: its, windows };
    }
    if (step >= Math.max(like.length, unlike.length)) return undefined;
  }
};

/**
 * Reads windows into one picture. Pixels beyond the level's edges, or beside a narrow window, repeat those on the edge and are flagged as
 * missing.
 */
export const gathered = async (
  { examples, windows }: Windows,
  level: Level,
  region: (rect: Rect) => Promise<Samples>,
): Promise<Gathered> => {
  const image = { x: 0, y: 0, width: level.width, height: level.height };
  const parts = await Promise.all(
    windows.map(async (window) => {
      const rect = intersection(window, image) ?? image;
      return { window, rect, samples: await region(rect) };
    }),
  );
  const { width, height } = sizeOf(windows);
  const { bands, data: sample } = parts[0]!.samples;
  const data = samplesLike(sample, width * height * bands);
  const missing = new Uint8Array(width * height);
  const tops = new Map<Rect, number>();
  let top = 0;
  for (const { window, rect, samples } of parts) {
    tops.set(window, top);
    for (let y = 0; y < window.height; y++) {
      const row = clamped(window.y + y - rect.y, rect.height);
      for (let x = 0; x < width; x++) {
        const column = clamped(window.x + x - rect.x, rect.width);
        const [from, to] = [row * rect.width + column, (top + y) * width + x];
        const beyond = window.y + y !== rect.y + row || window.x + x !== rect.x + column;
        missing[to] = beyond || samples.missing?.[from] ? 1 : 0;
        for (let band = 0; band < bands; band++) data[to * bands + band] = samples.data[from * bands + band]!;
      }
    }
    top += window.height;
  }
  const { scaleX, scaleY } = level;
  const moved = <Its extends Examples['unlike'][number]>(example: Its): Its => {
    const box = boundsOf(example.rings[0]!, level);
    const window = windows.find((each) => liesWithin(box, each))!;
    const [dx, dy] = [-window.x * scaleX, (tops.get(window)! - window.y) * scaleY];
    return { ...example, rings: example.rings.map((ring) => ring.map(([x, y]) => [x + dx, y + dy] as const)) };
  };
  const { like, unlike } = examples;
  return {
    samples: { width, height, bands, data, missing },
    examples: { ...examples, like: like.map(moved), unlike: unlike.map(moved) },
  };
};

const clamped = (at: number, size: number): number => Math.min(size - 1, Math.max(0, at));

/** Every `step`-th example of each class, and every `step`-th counter-example. */
const thinned = ({ like, unlike, classes }: Examples, step: number): Examples => {
  const seen = Array.from(classes, () => 0);
  return {
    classes,
    like: like.filter(({ label }) => seen[label]!++ % step === 0),
    unlike: unlike.filter((_, i) => i % step === 0),
  };
};

/** Whole pixels of a level that hold a ring. */
const boundsOf = (ring: readonly Position[], { scaleX, scaleY }: Pick<Level, 'scaleX' | 'scaleY'>): Rect => {
  let [x0, y0, x1, y1] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (const [x, y] of ring) {
    [x0, x1] = [Math.min(x0, x / scaleX), Math.max(x1, x / scaleX)];
    [y0, y1] = [Math.min(y0, y / scaleY), Math.max(y1, y / scaleY)];
  }
  const [x, y] = [Math.floor(x0), Math.floor(y0)];
  return { x, y, width: Math.ceil(x1) - x, height: Math.ceil(y1) - y };
};

const sideOf = (ring: readonly Position[], level: Level): number => {
  const { width, height } = boundsOf(ring, level);
  return Math.max(width, height);
};

/** Merges overlapping rectangles. The result is ordered from the top down, independently of the order of the examples. */
const disjoint = (rects: readonly Rect[]): readonly Rect[] => {
  const apart: Rect[] = [];
  for (let next of rects) {
    for (;;) {
      const at = apart.findIndex((other) => intersection(other, next) !== undefined);
      if (at < 0) break;
      next = both(next, apart.splice(at, 1)[0]!);
    }
    apart.push(next);
  }
  return apart.sort((a, b) => a.y - b.y || a.x - b.x);
};

const both = (a: Rect, b: Rect): Rect => {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const [right, bottom] = [Math.max(a.x + a.width, b.x + b.width), Math.max(a.y + a.height, b.y + b.height)];
  return { x, y, width: right - x, height: bottom - y };
};

const sizeOf = (windows: readonly Rect[]): Pick<Rect, 'width' | 'height'> => ({
  width: windows.reduce((most, { width }) => Math.max(most, width), 0),
  height: windows.reduce((sum, { height }) => sum + height, 0),
});

/** Pixels of the picture of all windows. */
const pixelsOf = (windows: readonly Rect[]): number => {
  const { width, height } = sizeOf(windows);
  return width * height;
};
