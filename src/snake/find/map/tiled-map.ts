/** The map of a large domain with many small objects, tile by tile, each of which another worker may make (ALGORITHMS D.13). */
import type { Rect } from '../../../core/geometry/rect.js';
import { toNobody } from '../../../core/told.js';
import { cut } from '../../../image/sample-arrays.js';
import type { Samples } from '../../../image/samples.js';
import { copied, type Execution, eachOf, partWork } from '../part-work.js';
import { type MapSettings, mapBy } from './area-map.js';
import type { Size } from './box-blur.js';
import { keepParts } from './object-map.js';
import { greatest, type MapPart, partsOf } from './parts.js';
import type { Appearance } from './planes.js';
import { keepLargest, SHARED } from './surest.js';
import type { SurestMap } from './surest-map.js';
import type { Tile } from './windows/tiles.js';

/** A map without the plane that it was made of. */
export type FoundMap = Pick<SurestMap, 'labels' | 'width' | 'height' | 'radius' | 'sureness'>;

/** A tile's samples, and how its map is made. */
interface TileToMap {
  readonly samples: Samples;
  /** The tile's own pixels, within the samples. */
  readonly core: Rect;
  /** Sides of the samples behind which the domain goes on. */
  readonly open: Sides;
  readonly settings: MapSettings;
  readonly appearance: Appearance;
}

interface Sides {
  readonly left: boolean;
  readonly top: boolean;
  readonly right: boolean;
  readonly bottom: boolean;
}

/**
 * Labels of the parts whose middle lies in a tile's core; `undefined` where their plane is missing. Parts that the tile's edge cuts off are left out:
 * they are far larger than a usual object.
 */
export const tileParts = partWork(
  'tile',
  async ({ samples, core, open, settings, appearance }: TileToMap, signal): Promise<Int32Array | undefined> => {
    const map = await mapBy(settings, samples, appearance, { signal, tell: toNobody });
    if (map === undefined) return undefined;
    const { labels, width, height } = map;
    const parts = partsOf(labels, map);
    const kept = new Uint8Array(greatest(labels) + 1);
    for (const part of parts) if (isIn(core, part) && isWhole(part, { width, height }, open)) kept[part.label] = 1;
    keepParts(labels, kept);
    return labels;
  },
);

/** Whether the middle of a part's bounding box, rounded down to whole pixels, lies in a rectangle. */
const isIn = ({ x, y, width, height }: Rect, part: MapPart): boolean => {
  const [middleX, middleY] = [part.x + (part.width >> 1), part.y + (part.height >> 1)];
  return middleX >= x && middleX < x + width && middleY >= y && middleY < y + height;
};

const isWhole = ({ x, y, width, height }: MapPart, size: Size, open: Sides): boolean =>
  !(
    (open.left && x === 0) ||
    (open.top && y === 0) ||
    (open.right && x + width === size.width) ||
    (open.bottom && y + height === size.height)
  );

/**
 * The map of samples by settings that a picture of them gave. Where parts of two tiles overlap, the first tile's has the pixels. Rejects as
 * `bestMap`.
 */
export const tiledMap = async (
  samples: Samples,
  tiles: readonly Tile[],
  appearance: Appearance,
  settings: MapSettings,
  { signal, tell, aside }: Execution,
): Promise<FoundMap> => {
  const { width, height } = samples;
  const found: (Int32Array | undefined)[] = [];
  let done = 0;
  await eachOf([...tiles.entries()], aside, async ([index, { core, rect }], by) => {
    const part = cut(samples, rect);
    const open = {
      left: rect.x > 0,
      top: rect.y > 0,
      right: rect.x + rect.width < width,
      bottom: rect.y + rect.height < height,
    };
    const within = { ...core, x: core.x - rect.x, y: core.y - rect.y };
    const its = by && part.data.buffer === samples.data.buffer ? copied(part) : part;
    found[index] = await tileParts.by(by, { samples: its, core: within, open, settings, appearance }, signal);
    await tell(++done / tiles.length);
  });
  const labels = new Int32Array(width * height);
  let next = 0;
  for (const [index, { rect }] of tiles.entries()) next = putInto(labels, width, rect, found[index], next);
  return { width, height, labels, ...settings.found };
};

/**
 * Puts a tile's parts where nothing is yet, numbered on from `before`: of a part that loses pixels the largest piece, and nothing of one that
 * loses more than a quarter, as it is the other part once more. Returns the last number.
 */
const putInto = (
  labels: Int32Array,
  width: number,
  rect: Rect,
  parts: Int32Array | undefined,
  before: number,
): number => {
  if (parts === undefined) return before;
  const count = greatest(parts) + 1;
  const [areas, free] = [new Int32Array(count), new Int32Array(count)];
  const eachPixel = (take: (label: number, at: number) => void): void => {
    let i = 0;
    for (let row = rect.y; row < rect.y + rect.height; row++) {
      for (let at = row * width + rect.x, end = at + rect.width; at < end; at++, i++) {
        if (parts[i] !== 0) take(parts[i]!, at);
      }
    }
  };
  eachPixel((label, at) => {
    areas[label]!++;
    if (labels[at] === 0) free[label]!++;
  });
  const numbers = new Int32Array(count);
  /** The pixels of parts that lose some, by number. */
  const left = new Map<number, number[]>();
  let next = before;
  for (let label = 1; label < count; label++) {
    const lost = areas[label]! - free[label]!;
    if (free[label] === 0 || lost > SHARED * areas[label]!) continue;
    numbers[label] = ++next;
    if (lost > 0) left.set(next, []);
  }
  eachPixel((label, at) => {
    if (numbers[label] === 0 || labels[at] !== 0) return;
    labels[at] = numbers[label]!;
    if (areas[label] !== free[label]) left.get(numbers[label]!)!.push(at);
  });
  for (const [number, pixels] of left) keepLargest(labels, pixels, number, width);
  return next;
};
