/** A level of a DICOM whole slide: its tiles, and the frame that each of them is (PS3.3, C.7.6.17.3). */

import { SegmenterError, show } from '../../../core/errors.js';
import { because, type Told } from '../../../core/reasons.js';
import { type Dataset, itemOf, itemsOf, numberOf, tags, textOf } from './dataset.js';
import { type FrameKind, kindOf } from './frame-kind.js';

/** An instance of a series, and its index in the list that was given. */
export interface Instance {
  readonly data: Dataset;
  readonly instance: number;
}

/** The place of a frame among the instances of a series. */
export interface FramePlace {
  /** The instance in the list that was given. */
  readonly instance: number;
  /** 1 the first. */
  readonly frame: number;
}

/** A level of a slide, in pixels, and its frames. */
export interface SlideLevel {
  readonly width: number;
  readonly height: number;
  readonly kind: FrameKind;
  /** One a band; a colour frame has three in one. */
  readonly paths: readonly string[];
  /** Place of the tile of an optical path; none where the slide has no data. */
  frameOf(path: string, column: number, row: number): FramePlace | undefined;
}

/** Most tiles of a level: at 256 × 256 pixels a tile they are a million pixels wide and high. */
const MOST_FRAMES = 2 ** 24;

/** @throws SegmenterError `image-unreadable` where the instances make no sense as a level, or `unsupported` */
export const levelOf = (instances: readonly Instance[], name: string): SlideLevel => {
  const grid = gridOf(instances[0]!.data, name);
  const { width, height, kind } = grid;
  const placed = new PlacedFrames(grid);
  const runs: FrameRun[] = [];
  for (const { data, instance } of instances) {
    if (JSON.stringify(kindOf(data, name)) !== JSON.stringify(kind))
      throw unreadable(name, because('frames-of-kinds')`the instances of a level have frames of different kinds`);
    if (isFull(data)) runs.push(runOf(data, instance));
    else placeFrames(data, instance, placed, name);
  }
  const cells = grid.columns * grid.rows;
  const paths = [...new Set([...placed.paths, ...runs.flatMap((run) => pathsIn(run, cells))])].sort();
  if (paths.length === 0)
    throw unreadable(name, because('level-no-frame')`its level of ${width} × ${height} has no frame`);
  if (kind.samples > 1 && paths.length > 1)
    throw unreadable(name, because('paths-in-colour')`it has several optical paths in colour`);
  const frameOf = (path: string, column: number, row: number): FramePlace | undefined => {
    if (!isOn(grid, column, row)) return undefined;
    const known = placed.at(path, column, row);
    if (known !== undefined) return known;
    for (const run of runs) {
      const place = placeIn(run, path, row * grid.columns + column, cells);
      if (place !== undefined) return place;
    }
    return undefined;
  };
  return { width, height, kind, paths, frameOf };
};

const unreadable = (name: string, reason: Told): SegmenterError =>
  new SegmenterError('image-unreadable', { name, reason });

/** The tiles of a level; each is a frame. */
interface TileGrid {
  /** Pixels of the level. */
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
  readonly kind: FrameKind;
}

const gridOf = (data: Dataset, name: string): TileGrid => {
  const [width, height] = [numberOf(data, tags.matrixColumns), numberOf(data, tags.matrixRows)];
  const kind = kindOf(data, name);
  const whole = (value: number): boolean => Number.isInteger(value) && value >= 1 && value < 2 ** 31;
  if (![width, height, kind.width, kind.height].every(whole))
    throw unreadable(
      name,
      because(
        'level-frames-size',
      )`a level is ${show(width)} × ${show(height)} in frames of ${show(kind.width)} × ${show(kind.height)}`,
    );
  const columns = Math.ceil(width / kind.width);
  const rows = Math.ceil(height / kind.height);
  if (columns * rows > MOST_FRAMES)
    throw unreadable(name, because('level-frames')`a level has ${columns * rows} frames`);
  return { width, height, columns, rows, kind };
};

const isOn = ({ columns, rows }: TileGrid, column: number, row: number): boolean =>
  column >= 0 && row >= 0 && column < columns && row < rows;

/** The optical paths that an instance names. */
const pathsOf = (data: Dataset): readonly string[] =>
  itemsOf(data, tags.opticalPaths).map((item) => textOf(item, tags.opticalPath) ?? '');

/** Frames that tell their places (`TILED_SPARSE`). */
class PlacedFrames {
  /** By optical path and cell, row · columns + column. */
  readonly #places = new Map<string, Map<number, FramePlace>>();

  constructor(readonly grid: TileGrid) {}

  get paths(): Iterable<string> {
    return this.#places.keys();
  }

  at(path: string, column: number, row: number): FramePlace | undefined {
    return this.#places.get(path)?.get(row * this.grid.columns + column);
  }

  /** Records the frame of a tile, of several planes of focus the first; nothing where the tile lies outside of the level. */
  put(path: string, column: number, row: number, place: FramePlace): void {
    if (!isOn(this.grid, column, row)) return;
    const known = this.#places.get(path) ?? new Map<number, FramePlace>();
    this.#places.set(path, known);
    const cell = row * this.grid.columns + column;
    if (!known.has(cell)) known.set(cell, place);
  }
}

/** Records the frames of an instance that tell their places. */
const placeFrames = (data: Dataset, instance: number, placed: PlacedFrames, name: string): void => {
  const { kind } = placed.grid;
  const common = textOf(itemOf(itemOf(data, tags.shared), tags.pathIdentification), tags.opticalPath);
  const [first = ''] = pathsOf(data);
  itemsOf(data, tags.perFrame).forEach((frame, index) => {
    const position = itemOf(frame, tags.planePosition);
    const [x, y] = [numberOf(position, tags.columnPosition) - 1, numberOf(position, tags.rowPosition) - 1];
    if (x % kind.width !== 0 || y % kind.height !== 0)
      throw unreadable(
        name,
        because(
          'frame-off-grid',
        )`frame ${index + 1} lies at column ${show(x + 1)}, row ${show(y + 1)}, off the grid of its tiles`,
      );
    const path = textOf(itemOf(frame, tags.pathIdentification), tags.opticalPath) ?? common ?? first;
    placed.put(path, x / kind.width, y / kind.height, { instance, frame: index + 1 });
  });
};

/** Frames of an instance that lie in order (`TILED_FULL`): columns first, then rows, planes of focus and optical paths. */
interface FrameRun {
  readonly instance: number;
  /** Frames of the level that come before the first. */
  readonly before: number;
  readonly count: number;
  readonly planes: number;
  readonly paths: readonly string[];
}

/** Whether the frames of an instance lie in order, as those do that tell no places. */
const isFull = (data: Dataset): boolean =>
  textOf(data, tags.organisation) === 'TILED_FULL' || itemsOf(data, tags.perFrame).length === 0;

const runOf = (data: Dataset, instance: number): FrameRun => {
  const paths = pathsOf(data);
  const count = numberOf(data, tags.frames);
  return {
    instance,
    before: numberOf(data, tags.frameOffset) || 0,
    count: Number.isNaN(count) ? 1 : count,
    planes: Math.max(1, numberOf(data, tags.focalPlanes) || 1),
    paths: paths.length > 0 ? paths : [''],
  };
};

/** The optical paths that have a frame among those of a run. */
const pathsIn = ({ before, count, planes, paths }: FrameRun, cells: number): readonly string[] => {
  const each = planes * cells;
  return paths.filter((_, path) => path * each < before + count && (path + 1) * each > before);
};

/** The first plane of focus that the run has of a tile. */
const placeIn = (
  { instance, before, count, planes, paths }: FrameRun,
  path: string,
  cell: number,
  cells: number,
): FramePlace | undefined => {
  const index = paths.indexOf(path);
  if (index < 0) return undefined;
  const first = index * planes * cells + cell;
  const plane = Math.max(0, Math.ceil((before - first) / cells));
  const frame = first + plane * cells - before;
  return plane < planes && frame < count ? { instance, frame: frame + 1 } : undefined;
};
