/** Reads FlatGeobuf by range requests: only what lies in a rectangle, from a file of any size. */

import type { ContourFeature } from '../../../algorithm/contour-feature.js';
import { type SegmenterError, throwIfAborted } from '../../../core/errors.js';
import type { Box } from '../../../core/geometry/rect.js';
import { because } from '../../../core/reasons.js';
import type { Bytes } from '../../../image/io/bytes.js';
import { badImport, idKeeper } from '../features.js';
import { decodeFeature, decodeHeader, type HeaderMeta } from './decode.js';
import { MAGIC, SIZE_PREFIX } from './layout.js';
import { boxAt, levelsOf, NODE_BYTES, offsetAt, treeBytes } from './packed-tree.js';

/** A contour that is not read yet, by its box and its position in the file. */
export interface Item extends Box {
  /** Its number in the file, from 0. */
  readonly index: number;
  /** Bytes from the first feature. */
  readonly offset: number;
  /** Bytes of the feature; unknown for the last one in the file. */
  readonly length: number | undefined;
}

/** What touches a rectangle, at the level that was reached in the index. */
export type Sight =
  /** Contours, not yet read, in pieces. */
  | { readonly kind: 'items'; readonly items: readonly Item[] }
  /** Boxes, x0, y0, x1, y1 of each, of up to `each` contours that lie near each other. */
  | { readonly kind: 'groups'; readonly boxes: Float64Array<ArrayBuffer>; readonly each: number };

/** Options of a reading. */
export interface ReadOptions {
  readonly signal?: AbortSignal;
}

/** Maximum number of bytes of a header: names and metadata, no contours. */
const MOST_HEADER = 2 ** 24;
/** Gap in bytes below which two ranges are read as one, because a request takes longer than these bytes. */
const NEAR = 2 ** 16;
/** Maximum number of bytes per read. */
const PIECE = 2 ** 22;
/** Size in bytes from which a part of the index is read by one range request, and not block by block. */
const LONG = 2 ** 18;

/** Whether a file begins like FlatGeobuf, version 3. */
const isFlatGeobuf = (head: Uint8Array): boolean => MAGIC.subarray(0, 7).every((byte, k) => head[k] === byte);

/** A FlatGeobuf, read by ranges. */
export class FlatGeobufFile {
  readonly #keep = idKeeper();

  private constructor(
    private readonly bytes: Bytes,
    /** Contours in the file. */
    readonly count: number,
    private readonly header: HeaderMeta,
    private readonly treeAt: number,
    private readonly featuresAt: number,
  ) {}

  /** Reads the header only. Rejects with `bad-import` where the file is not FlatGeobuf, or invalid. */
  static async open(bytes: Bytes, { signal }: ReadOptions = {}): Promise<FlatGeobufFile> {
    const near = { near: true, ...(signal === undefined ? {} : { signal }) };
    const head = await bytes.read(0, MAGIC.length + SIZE_PREFIX, near);
    if (!isFlatGeobuf(head)) throw badImport(because('no-flatgeobuf')`${bytes.name} is no FlatGeobuf of version 3`);
    if (head.length < MAGIC.length + SIZE_PREFIX)
      throw badImport(because('ends-in-header')`${bytes.name} ends in its header`);
    const size = viewOf(head).getUint32(MAGIC.length, true);
    if (size > MOST_HEADER)
      throw badImport(because('header-bytes')`its header has ${size} bytes; at most ${MOST_HEADER} are read`);
    const text = await bytes.read(MAGIC.length, SIZE_PREFIX + size, near);
    if (text.length < SIZE_PREFIX + size) throw badImport(because('ends-in-header')`${bytes.name} ends in its header`);
    const header = decodeHeader(text);
    const { count, nodeSize } = header;
    if (!Number.isSafeInteger(count) || count < 0)
      throw badImport(because('header-count')`its header counts ${count} features`);
    if (nodeSize === 1) throw badImport(because('index-one-child')`its index has nodes of one child`);
    const treeAt = MAGIC.length + SIZE_PREFIX + size;
    const tree = count > 0 && nodeSize > 0 ? treeBytes(count, nodeSize) : 0;
    if (bytes.size !== undefined && treeAt + tree > bytes.size)
      throw badImport(because('ends-in-index')`${bytes.name} ends in its index`);
    return new FlatGeobufFile(bytes, count, header, treeAt, treeAt + tree);
  }

  /** The image that the contours lie on, where this package wrote the file. */
  get image(): HeaderMeta['image'] {
    return this.header.image;
  }

  /** Box that holds all contours, where the writer gave it. */
  get bounds(): Box | undefined {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = this.header.envelope ?? [];
    return this.header.envelope && { x0, y0, x1, y1 };
  }

  /** True where `items` can be used. */
  get indexed(): boolean {
    return this.featuresAt > this.treeAt;
  }

  /**
   * Entries that touch a rectangle, in pieces and in the file's order: boxes alone, 40 bytes a contour, which may be all that is
   * drawn while contours are smaller than a pixel. Rejects with `bad-import` where the file has no index or a broken one.
   */
  async *items(wanted: Box, { signal }: ReadOptions = {}): AsyncGenerator<readonly Item[], void> {
    const levels = this.#levels();
    if (levels.length === 0) return;
    let ranges = rootOf(levels);
    for (let level = levels.length - 1; level > 0; level--)
      ranges = (await this.#down(levels, level, ranges, wanted, signal)).below;
    yield* this.#leaves(ranges, wanted, levels[0]!, signal);
  }

  /**
   * What touches a rectangle, in at most about `most` boxes: of contours where they are so few, else of groups of them, which
   * takes as many reads as there are levels of the index. Rejects with `bad-import` as `items` does.
   */
  async sight(wanted: Box, most: number, { signal }: ReadOptions = {}): Promise<Sight> {
    const levels = this.#levels();
    const { nodeSize } = this.header;
    let ranges = levels.length === 0 ? [] : rootOf(levels);
    for (let level = levels.length - 1; level > 0; level--) {
      const { boxes, below } = await this.#down(levels, level, ranges, wanted, signal);
      const next = below.reduce((sum, { first, end }) => sum + end - first, 0);
      if (next > most) return { kind: 'groups', boxes: Float64Array.from(boxes), each: nodeSize ** level };
      ranges = below;
    }
    const items: Item[] = [];
    if (ranges.length > 0)
      for await (const piece of this.#leaves(ranges, wanted, levels[0]!, signal)) items.push(...piece);
    return { kind: 'items', items };
  }

  /** Box that holds all contours, from the index. Rejects with `bad-import` as `items` does. */
  async extent({ signal }: ReadOptions = {}): Promise<Box> {
    const levels = this.#levels();
    if (levels.length === 0) return { x0: 0, y0: 0, x1: 0, y1: 0 };
    const [first, end] = levels.at(-1)!;
    return boxAt(await this.#nodes(first, end, signal), 0);
  }

  #levels(): readonly (readonly [number, number])[] {
    const { count, nodeSize } = this.header;
    if (count === 0) return [];
    if (!this.indexed) throw badImport(because('no-index')`${this.bytes.name} has no spatial index`);
    return levelsOf(count, nodeSize);
  }

  /** Nodes of a level that touch a rectangle: their boxes, and where their children lie. */
  async #down(
    levels: readonly (readonly [number, number])[],
    level: number,
    ranges: readonly Range[],
    wanted: Box,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly boxes: readonly number[]; readonly below: Range[] }> {
    const [below, belowEnd] = levels[level - 1]!;
    const boxes: number[] = [];
    const next: Range[] = [];
    for (const range of joined(ranges)) {
      const view = await this.#nodes(range.first, range.end, signal);
      for (let node = range.first; node < range.end; node++) {
        const at = (node - range.first) * NODE_BYTES;
        const box = boxAt(view, at);
        if (!touches(box, wanted)) continue;
        const first = offsetAt(view, at);
        if (!(first >= below && first < belowEnd))
          throw badImport(because('index-broken')`its index is broken at node ${node}`);
        boxes.push(box.x0, box.y0, box.x1, box.y1);
        next.push({ first, end: Math.min(first + this.header.nodeSize, belowEnd) });
      }
    }
    return { boxes, below: next.sort((a, b) => a.first - b.first) };
  }

  async *#leaves(
    ranges: readonly Range[],
    wanted: Box,
    [leaf, leafEnd]: readonly [number, number],
    signal: AbortSignal | undefined,
  ): AsyncGenerator<readonly Item[], void> {
    for (const { first, end } of joined(ranges)) {
      // One more: where a feature ends, the next begins.
      const view = await this.#nodes(first, Math.min(end + 1, leafEnd), signal);
      const items: Item[] = [];
      for (let node = first; node < end; node++) {
        const at = (node - first) * NODE_BYTES;
        const box = boxAt(view, at);
        if (!touches(box, wanted)) continue;
        const offset = offsetAt(view, at);
        const length = node + 1 < leafEnd ? offsetAt(view, at + NODE_BYTES) - offset : undefined;
        if (!Number.isSafeInteger(offset) || (length !== undefined && length < SIZE_PREFIX))
          throw badImport(because('index-broken')`its index is broken at node ${node}`);
        items.push({ ...box, index: node - leaf, offset, length });
      }
      if (items.length > 0) yield items;
    }
  }

  /** Reads contours of `items`, in pieces; what is no contour is left out. Rejects with `bad-import`. */
  async *contours(
    items: readonly Item[],
    { signal }: ReadOptions = {},
  ): AsyncGenerator<readonly ContourFeature[], void> {
    for (const group of grouped(items)) {
      const start = group[0]!.offset;
      const last = group.at(-1)!;
      const end = last.length === undefined ? undefined : last.offset + last.length;
      const bytes = await this.#features(
        start,
        end === undefined ? undefined : end - start,
        last.offset - start,
        signal,
      );
      const found: ContourFeature[] = [];
      for (const { index, offset } of group) {
        const contour = this.#contour(bytes, offset - start, index);
        if (contour) found.push(contour);
      }
      yield found;
    }
  }

  /** All contours, in pieces, from the first to the last. Rejects with `bad-import`. */
  async *all({ signal }: ReadOptions = {}): AsyncGenerator<readonly ContourFeature[], void> {
    const given = signal === undefined ? {} : { signal };
    let rest = new Uint8Array(0);
    let [at, index] = [this.featuresAt, 0];
    let missing = 0;
    const cut = (): SegmenterError =>
      badImport(because('ends-after')`it ends after ${index} of ${this.count} features`);
    for (;;) {
      throwIfAborted(signal);
      // All of a long feature at once: what is there of it is copied with every piece.
      const piece = await this.bytes.read(at, Math.max(PIECE, missing), given);
      at += piece.length;
      const bytes = new Uint8Array(rest.length + piece.length);
      bytes.set(rest);
      bytes.set(piece, rest.length);
      const found: ContourFeature[] = [];
      let from = 0;
      while (from + SIZE_PREFIX <= bytes.length) {
        const size = SIZE_PREFIX + viewOf(bytes).getUint32(from, true);
        missing = from + size - bytes.length;
        if (missing > 0) break;
        const contour = this.#contour(bytes, from, index++);
        if (contour) found.push(contour);
        from += size;
      }
      if (this.bytes.size !== undefined && at + missing > this.bytes.size) throw cut();
      rest = bytes.slice(from);
      if (found.length > 0) yield found;
      if (piece.length > 0) continue;
      if (rest.length > 0 || (this.count > 0 && index !== this.count)) throw cut();
      return;
    }
  }

  #contour(bytes: Uint8Array, at: number, index: number): ContourFeature | undefined {
    const where = `feature ${index}`;
    if (at + SIZE_PREFIX > bytes.length) throw badImport(because('file-ends-in')`the file ends in ${where}`);
    const size = SIZE_PREFIX + viewOf(bytes).getUint32(at, true);
    if (at + size > bytes.length) throw badImport(because('file-ends-in')`the file ends in ${where}`);
    // A copy begins at 0, where its numbers are aligned.
    return decodeFeature(bytes.slice(at, at + size), this.header, where, this.#keep);
  }

  async #nodes(first: number, end: number, signal: AbortSignal | undefined): Promise<DataView> {
    const length = (end - first) * NODE_BYTES;
    const near = { near: length < LONG, ...(signal === undefined ? {} : { signal }) };
    const bytes = await this.bytes.read(this.treeAt + first * NODE_BYTES, length, near);
    if (bytes.length < length) throw badImport(because('ends-in-index')`${this.bytes.name} ends in its index`);
    return viewOf(bytes);
  }

  /** Bytes of features; if the end is unknown, up to the end of the feature at `lastAt`. */
  async #features(
    start: number,
    length: number | undefined,
    lastAt: number,
    signal: AbortSignal | undefined,
  ): Promise<Uint8Array> {
    const given = signal === undefined ? {} : { signal };
    const from = this.featuresAt + start;
    if (length !== undefined) return this.bytes.read(from, length, given);
    const prefix = await this.bytes.read(from + lastAt, SIZE_PREFIX, given);
    if (prefix.length < SIZE_PREFIX)
      throw badImport(because('ends-before-last')`${this.bytes.name} ends before its last feature`);
    return this.bytes.read(from, lastAt + SIZE_PREFIX + viewOf(prefix).getUint32(0, true), given);
  }
}

interface Range {
  readonly first: number;
  readonly end: number;
}

/** The last level, a single node. */
const rootOf = (levels: readonly (readonly [number, number])[]): Range[] => {
  const [first, end] = levels.at(-1)!;
  return [{ first, end }];
};

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const touches = (a: Box, b: Box): boolean => a.x0 <= b.x1 && a.x1 >= b.x0 && a.y0 <= b.y1 && a.y1 >= b.y0;

/** Ascending ranges of nodes; close ranges are merged, up to the maximum size of a read. */
const joined = (ranges: readonly Range[]): Range[] => {
  const found: Range[] = [];
  for (const { first, end } of ranges) {
    const last = found.at(-1);
    const near = last !== undefined && (first - last.end) * NODE_BYTES < NEAR;
    if (near && (end - last.first) * NODE_BYTES <= PIECE)
      found[found.length - 1] = { first: last.first, end: Math.max(last.end, end) };
    else found.push({ first: last && first < last.end ? last.end : first, end });
  }
  return found.filter(({ first, end }) => first < end);
};

/** Items in the file's order, grouped where they are close to each other. */
const grouped = (items: readonly Item[]): Item[][] => {
  const groups: Item[][] = [];
  for (const item of [...items].sort((a, b) => a.offset - b.offset)) {
    const group = groups.at(-1);
    const [first, last] = [group?.[0], group?.at(-1)];
    const end = last?.length === undefined ? Infinity : last.offset + last.length;
    if (group && first && item.offset - end < NEAR && item.offset - first.offset < PIECE) group.push(item);
    else groups.push([item]);
  }
  return groups;
};
