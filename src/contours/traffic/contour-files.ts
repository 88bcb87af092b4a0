/** Reads and writes contours for a page in a separate worker, so that large files do not block other work. */

import { transfer } from 'comlink';
import type { ContourFeature } from '../../algorithm/contour-feature.js';
import { isBlob } from '../../core/any-window.js';
import { toErrorData } from '../../core/errors.js';
import { loaded } from '../../core/later.js';
import type { ImageFrame, Imported, LeftOut } from '../formats/features.js';
import type { FlatImported } from '../formats/flat/read-flat.js';
import { unpack } from '../packed-contour.js';
import { type ContourPiece, piecesAsPacked, piecesOf } from './pieces.js';

/** One file, in or out. Every method rejects with `ErrorData`. Readers and writers are loaded by the first call. */
export class ContourFiles {
  #pieces: Iterator<ContourPiece, void> = piecesOf([]);
  readonly #taken: ContourFeature[] = [];

  /** Answers as long as the message loop is alive. */
  ping(): void {}

  /**
   * Reads text, parsed JSON or a file of any format; `next` gives the contours.
   * @returns what was left out
   */
  async read(data: unknown, image?: ImageFrame): Promise<LeftOut> {
    try {
      return await this.#read(data, image);
    } catch (error) {
      throw toErrorData(error);
    }
  }

  async #read(data: unknown, image: ImageFrame | undefined): Promise<LeftOut> {
    const flatly = readFlatly(data);
    // Awaited below.
    flatly.catch(() => {});
    const { importError } = await loaded(import('../formats/features.js'));
    try {
      const flat = await flatly;
      if (flat) {
        const { contours, ...left } = flat;
        this.#pieces = piecesAsPacked(contours);
        return left;
      }
      const { contours, ...left } = await readAny(data, image);
      this.#pieces = piecesOf(contours);
      return left;
    } catch (error) {
      throw importError(error);
    }
  }

  /** The next contours of those read; `undefined` after the last. Their coordinates leave with them. */
  next(): ContourPiece | undefined {
    const piece = this.#pieces.next().value ?? undefined;
    return piece && transfer(piece, [...new Set(piece.map(({ coordinates }) => coordinates.buffer))]);
  }

  /** Appends contours for `write`. */
  take(piece: ContourPiece): void {
    for (const packed of piece) this.#taken.push(unpack(packed));
  }

  /** Writes the appended contours. */
  async write(format: string, image: ImageFrame): Promise<string | Blob> {
    try {
      const { writerOf } = await loaded(import('../formats/index.js'));
      return await writerOf(format).write(this.#taken, image);
    } catch (error) {
      throw toErrorData(error);
    }
  }
}

/** Maximum number of bytes of a file that every browser can read at once. */
const MOST_BYTES = 2 ** 31 - 1;

/** Text that begins like JSON is first read as GeoJSON without arrays for positions. */
const readFlatly = async (data: unknown): Promise<FlatImported | undefined> => {
  if (!isBlob(data) && typeof data !== 'string') return undefined;
  const head = isBlob(data) ? await data.slice(0, 64).text() : data.slice(0, 64);
  if (!/^\uFEFF?\s*[{[]/.test(head)) return undefined;
  if (isBlob(data) && data.size > MOST_BYTES) return undefined;
  // The reader is loaded while the bytes are read.
  const [{ readFlat }, bytes] = await Promise.all([
    loaded(import('../formats/flat/read-flat.js')),
    isBlob(data) ? data.arrayBuffer() : new TextEncoder().encode(data),
  ]);
  return readFlat(new Uint8Array(bytes));
};

const readAny = async (data: unknown, image: ImageFrame | undefined): Promise<Imported> => {
  if (isBlob(data)) return (await loaded(import('../formats/read-file.js'))).readContourFile(data, image);
  return (await loaded(import('../formats/index.js'))).readContours(data, image);
};
