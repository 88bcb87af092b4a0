/** The parts that a search found, as tasks: a run from the outline of each. */
import type { RunContext, Start, Task } from '../../algorithm/algorithm.js';
import { grown } from '../../algorithm/domain.js';
import { chooseLevel, levelByIndex } from '../../core/geometry/levels.js';
import type { Level, Rect } from '../../core/geometry/rect.js';
import { positionsOf } from '../../core/geometry/ring.js';
import { DOMAIN_SHARE } from '../starts.js';
import { type MapPart, outline } from './map/parts.js';
import type { Searched } from './searched.js';

/** Maximum pixels of the level at which each part's snake evolves. */
const EVOLVED = 2 ** 18;
/** Share of its size by which a part's bounding box is grown on every side, as a user would draw it. */
const MARGIN = 0.15;

/** The tasks of the parts, each made when its run begins: the first does not wait for the outlines of the others. */
export class PartTasks {
  readonly #tasks: Task[] = [];

  /** @param task that of the search */
  constructor(
    private readonly task: Task,
    private readonly image: Pick<RunContext['image'], 'levels' | 'width' | 'height'>,
    private readonly found: Searched,
  ) {}

  /** The bounding box of a part, in full-resolution pixels. */
  boxOf(part: MapPart): Rect {
    return this.#onImage(part, 0, 0);
  }

  /** The task of a part by its index. */
  at(index: number): Task {
    this.#tasks[index] ??= this.#taskOf(this.found.sought.parts[index]!);
    return this.#tasks[index];
  }

  #taskOf(part: MapPart): Task {
    const { task } = this;
    const { levels, width, height } = this.image;
    const { sought, domain, level } = this.found;
    const { scaleX, scaleY } = levelByIndex(levels, level);
    const image: Rect = { x: 0, y: 0, width, height };
    const box = this.#drawn(part);
    const fine = task.level ?? chooseLevel(grown(box, DOMAIN_SHARE, image), levels, EVOLVED);
    const bounds = task.domain && wholePixels(task.domain, levelByIndex(levels, fine));
    const rect = grown(box, 0, bounds ?? image);
    const around = grown(rect, DOMAIN_SHARE, bounds ?? image);
    const corners = positionsOf(outline(sought.labels, sought, part));
    const ring = corners.map(([x, y]) => [(domain.x + x) * scaleX, (domain.y + y) * scaleY] as const);
    // An outline touches itself only where two pixels meet at a corner, which is a vertex twice then; the box is used in its place.
    const simple = new Set(corners.map(([x, y]) => y * (sought.width + 1) + x)).size === corners.length;
    const start: Start = simple ? { kind: 'polygon', rings: [[...ring, ring[0]!]] } : { kind: 'box', rect };
    return { ...task, start, domain: around, level: fine };
  }

  /** The box of a part as a person would draw it. */
  #drawn(part: MapPart): Rect {
    const { width, height } = part;
    return this.#onImage(part, Math.max(1, Math.round(MARGIN * width)), Math.max(1, Math.round(MARGIN * height)));
  }

  /** The box of a part with a margin, in full-resolution pixels. @param dx in pixels of the level, as `dy` */
  #onImage({ x, y, width, height }: MapPart, dx: number, dy: number): Rect {
    const { domain, level } = this.found;
    const { scaleX, scaleY } = levelByIndex(this.image.levels, level);
    return {
      x: (domain.x + x - dx) * scaleX,
      y: (domain.y + y - dy) * scaleY,
      width: (width + 2 * dx) * scaleX,
      height: (height + 2 * dy) * scaleY,
    };
  }
}

/** The pixels of a level that lie wholly in a rectangle of full-resolution pixels, as such a rectangle; itself where none does. */
const wholePixels = (rect: Rect, { scaleX, scaleY }: Pick<Level, 'scaleX' | 'scaleY'>): Rect => {
  const x = Math.ceil(rect.x / scaleX) * scaleX;
  const y = Math.ceil(rect.y / scaleY) * scaleY;
  const width = Math.floor((rect.x + rect.width) / scaleX) * scaleX - x;
  const height = Math.floor((rect.y + rect.height) / scaleY) * scaleY - y;
  return width > 0 && height > 0 ? { x, y, width, height } : rect;
};
