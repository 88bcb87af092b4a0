/** The contours of an image on the disk, where writers may go through them as often as they need. */
import { readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { writeGeoJSON } from '../../contours/formats/geojson.js';
import { boundsOf } from '../../contours/geometry.js';
import type { ContourSet } from '../../contours/set/contour-set.js';
import type { Box } from '../../core/rect.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { Numbers } from './numbers.js';

/** Bytes gathered before they are written. */
const PIECE = 1 << 20;
/** Bytes read at once: contours that follow each other in the order of a file are near each other in the spool. */
const BLOCK = 1 << 16;
/** Blocks kept. */
const KEPT = 256;

type Metadata = Readonly<Record<string, string>>;

/** Add contours, `end`, then read. Of each contour it keeps 48 bytes in memory. */
export class Spool implements ContourSet {
  /** Offset of each contour, then the end of the last, in bytes. */
  readonly #offsets = new Numbers();
  readonly #boxes = new Numbers();
  /** Index of the shared metadata of each. */
  readonly #owners = new Numbers();
  readonly #shared: Metadata[] = [];
  readonly #blocks = new Map<number, Buffer>();
  readonly #encoder = new TextEncoder();
  #waiting: string[] = [];
  #waitingBytes = 0;
  #length = 0;

  constructor(private readonly file: FileHandle) {
    this.#offsets.push(0);
  }

  get count(): number {
    return this.#offsets.length - 1;
  }

  /** `shared`: metadata that the contour has beside its own. The same object is kept once. */
  async add(contour: ContourFeature, shared: Metadata): Promise<void> {
    if (this.#shared.at(-1) !== shared) {
      const known = this.#shared.lastIndexOf(shared);
      if (known < 0) this.#shared.push(shared);
      this.#owners.push(known < 0 ? this.#shared.length - 1 : known);
    } else this.#owners.push(this.#shared.length - 1);
    const line = `${writeGeoJSON(contour)}\n`;
    const bytes = Buffer.byteLength(line);
    this.#waiting.push(line);
    this.#waitingBytes += bytes;
    this.#offsets.push(this.#offsets.at(-1) + bytes);
    const { x0, y0, x1, y1 } = boundsOf(contour.geometry);
    this.#boxes.push(x0, y0, x1, y1);
    if (this.#waitingBytes >= PIECE) await this.end();
  }

  /** Writes what is waiting. */
  async end(): Promise<void> {
    const bytes = this.#encoder.encode(this.#waiting.join(''));
    this.#waiting = [];
    this.#waitingBytes = 0;
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.file.write(bytes, done, bytes.length - done, this.#length);
      done += bytesWritten;
      this.#length += bytesWritten;
    }
  }

  boundsOf(index: number): Box {
    const at = 4 * index;
    const boxes = this.#boxes;
    return { x0: boxes.at(at), y0: boxes.at(at + 1), x1: boxes.at(at + 2), y1: boxes.at(at + 3) };
  }

  async at(index: number): Promise<ContourFeature> {
    return this.#read(index);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ContourFeature, void> {
    for (let index = 0; index < this.count; index++) yield this.#read(index);
  }

  #read(index: number): ContourFeature {
    const [from, end] = [this.#offsets.at(index), this.#offsets.at(index + 1)];
    const contour: ContourFeature = JSON.parse(this.#text(from, end));
    const shared = this.#shared[this.#owners.at(index)]!;
    const { properties } = contour;
    return { ...contour, properties: { ...properties, metadata: { ...shared, ...properties.metadata } } };
  }

  #text(from: number, end: number): string {
    const first = Math.floor(from / BLOCK);
    const last = Math.floor((end - 1) / BLOCK);
    if (first === last) return this.#block(first).toString('utf8', from - first * BLOCK, end - first * BLOCK);
    const parts: Buffer[] = [];
    for (let block = first; block <= last; block++) parts.push(this.#block(block));
    return Buffer.concat(parts).toString('utf8', from - first * BLOCK, end - first * BLOCK);
  }

  #block(block: number): Buffer {
    const known = this.#blocks.get(block);
    if (known !== undefined) return known;
    const bytes = Buffer.allocUnsafe(Math.min(BLOCK, this.#length - block * BLOCK));
    for (let done = 0; done < bytes.length; ) {
      const read = readSync(this.file.fd, bytes, done, bytes.length - done, block * BLOCK + done);
      if (read === 0) throw new Error('the spool became shorter');
      done += read;
    }
    if (this.#blocks.size === KEPT)
      for (const oldest of this.#blocks.keys()) {
        this.#blocks.delete(oldest);
        break;
      }
    this.#blocks.set(block, bytes);
    return bytes;
  }
}
