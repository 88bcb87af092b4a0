/** Reads the contours in view from a file of any size, through its index, in a separate worker. */
import type { ContourFeature } from '../../algorithm/contour-feature.js';
import { throwIfAborted, toErrorData } from '../../core/errors.js';
import type { Box } from '../../core/geometry/rect.js';
import { loaded } from '../../core/later.js';
import type { Bytes } from '../../image/io/bytes.js';
import type { AskRequest } from '../../image/io/request.js';
import { importError } from '../formats/features.js';
import type { FlatGeobufFile, Item } from '../formats/flatgeobuf/read.js';
import { type ContourPiece, piecesOf } from './pieces.js';

/** Facts about a file. */
export interface ContourFileFacts {
  readonly name: string;
  readonly count: number;
  /** Box that holds all contours. */
  readonly bounds: Box;
  /** The image that they lie on, where the file says it. */
  readonly image?: { readonly width: number; readonly height: number };
}

/** What is to be drawn of a rectangle. */
export type InView =
  /** So many contours, which `next` gives. */
  | { readonly kind: 'contours'; readonly count: number }
  /** Boxes, x0, y0, x1, y1 of each: of single contours where `each` is 1, else of groups of at most so many. */
  | { readonly kind: 'boxes'; readonly boxes: Float64Array<ArrayBuffer>; readonly each: number };

/** Boxes of one view: 40 bytes of the index each, and with as many on a screen each has some four pixels a side. */
const MOST_BOXES = 2 ** 16;
/** Maximum number of contours that are read completely for one view, some half a kilobyte each. */
const MOST_CONTOURS = 5000;
/** Size in screen pixels up to which contours are drawn as boxes. */
const TINY = 3;

/** One file. Every method rejects with `ErrorData`. */
export class ContourView {
  #file: FlatGeobufFile | undefined;
  #look = new AbortController();
  #pieces: AsyncIterator<ContourPiece, void> | undefined;

  /** Answers as long as the message loop is alive. */
  ping(): void {}

  async open(source: Blob | string, name: string, request?: AskRequest): Promise<ContourFileFacts> {
    try {
      const bytes = await bytesOf(source, name, request);
      const { FlatGeobufFile } = await loaded(import('../formats/flatgeobuf/read.js'));
      const file = await FlatGeobufFile.open(bytes);
      this.#file = file;
      const { count, image } = file;
      const bounds = file.bounds ?? (await file.extent());
      return { name, count, bounds, ...(image ? { image: { width: image.width, height: image.height } } : {}) };
    } catch (error) {
      throw toErrorData(importError(error));
    }
  }

  /**
   * Finds what is to be drawn; aborts the previous call's reading. `pixel`: image pixels per screen pixel;
   * `most`: boxes at most.
   */
  async look(wanted: Box, pixel: number, most = MOST_BOXES): Promise<InView> {
    this.#look.abort();
    this.#look = new AbortController();
    const { signal } = this.#look;
    try {
      const sight = await this.#file?.sight(wanted, most, { signal });
      throwIfAborted(signal);
      this.#pieces = undefined;
      if (!sight) return { kind: 'contours', count: 0 };
      if (sight.kind === 'groups') return { kind: 'boxes', boxes: sight.boxes, each: sight.each };
      const { items } = sight;
      if (items.length <= MOST_CONTOURS && items.some((item) => sideOf(item) >= TINY * pixel)) {
        this.#pieces = this.#contours(items, signal);
        return { kind: 'contours', count: items.length };
      }
      const boxes = Float64Array.from(items.flatMap(({ x0, y0, x1, y1 }) => [x0, y0, x1, y1]));
      return { kind: 'boxes', boxes, each: 1 };
    } catch (error) {
      throw toErrorData(importError(error));
    }
  }

  /** The next contours of the last call; `undefined` after the last contour. */
  async next(): Promise<ContourPiece | undefined> {
    try {
      return (await this.#pieces?.next())?.value ?? undefined;
    } catch (error) {
      throw toErrorData(importError(error));
    }
  }

  async *#contours(items: readonly Item[], signal: AbortSignal): AsyncGenerator<ContourPiece, void> {
    for await (const read of this.#file?.contours(items, { signal }) ?? []) {
      throwIfAborted(signal);
      yield* piecesOf(read satisfies readonly ContourFeature[]);
    }
  }
}

const sideOf = ({ x0, y0, x1, y1 }: Box): number => Math.max(x1 - x0, y1 - y0);

const bytesOf = async (source: Blob | string, name: string, request: AskRequest | undefined): Promise<Bytes> => {
  const { UrlBytes, blobBytes } = await loaded(import('../../image/io/bytes.js'));
  return typeof source === 'string' ? new UrlBytes(source, request) : blobBytes(source, name);
};
