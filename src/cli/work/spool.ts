/** The contours of an image on disk, where writers may iterate over them several times. */
import { readSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { writeGeoJSON } from '../../contours/formats/geojson.js';
import { boundsOf } from '../../contours/geometry.js';
import type { ContourSet } from '../../contours/set/contour-set.js';
import type { Box } from '../../core/geometry/rect.js';
import type { ContourFeature } from '../../worker/protocol.js';
import { Numbers } from './numbers.js';

/** Size of the write buffer, in bytes. */
const PIECE = 1 << 20;
/** Bytes per read: contours that are consecutive in an output are close together in the spool. */
const BLOCK = 1 << 16;
/** Number of cached blocks. */
const KEPT = 256;

/** Numbers at the end of a sealed file: contours, bytes of their lines, bytes of the last part, and the mark. */
const FOOTER = 4;
const MARK = 0x736e616b65;
const NUMBER = Float64Array.BYTES_PER_ELEMENT;

type Metadata = Readonly<Record<string, string>>;

/** Add contours, call `end` or `seal`, then read. Takes 48 bytes of memory per contour. */
export class Spool implements ContourSet {
  /** Offset of each contour, then the end of the last, in bytes. */
  #offsets = new Numbers();
  #boxes = new Numbers();
  /** Index of the shared metadata of each contour. */
  #owners = new Numbers();
  #shared: Metadata[] = [];
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

  /** `shared`: metadata in addition to the contour's own. The same object is stored once. */
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

  /** Flushes the write buffer. */
  async end(): Promise<void> {
    const bytes = this.#encoder.encode(this.#waiting.join(''));
    this.#waiting = [];
    this.#waitingBytes = 0;
    await this.#append(bytes);
  }

  async #append(bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.file.write(bytes, done, bytes.length - done, this.#length);
      done += bytesWritten;
      this.#length += bytesWritten;
    }
  }

  /** Appends what `open` needs, and a note of the caller. */
  async seal(note: unknown): Promise<void> {
    await this.end();
    const lines = this.#length;
    const last = this.#encoder.encode(JSON.stringify({ shared: this.#shared, note }));
    const footer = new Float64Array([this.count, lines, last.length, MARK]);
    for (const bytes of [this.#offsets.bytes, this.#boxes.bytes, this.#owners.bytes, last, bytesOf(footer)])
      await this.#append(bytes);
    this.#length = lines;
  }

  /** Opens a sealed file. Rejects where it is incomplete. */
  static async open(file: FileHandle): Promise<{ readonly spool: Spool; readonly note: unknown }> {
    const { size } = await file.stat();
    const numbers = async (at: number, count: number): Promise<Float64Array<ArrayBuffer>> => {
      const values = new Float64Array(count);
      await readAll(file, bytesOf(values), at);
      return values;
    };
    const [count = 0, lines = 0, last = 0, mark] = await numbers(Math.max(0, size - FOOTER * NUMBER), FOOTER);
    const index = (6 * count + 1) * NUMBER;
    if (mark !== MARK || lines + index + last + FOOTER * NUMBER !== size) throw new Error('the file is not whole');
    const text = Buffer.alloc(last);
    await readAll(file, text, lines + index);
    const { shared, note }: { readonly shared: Metadata[]; readonly note: unknown } = JSON.parse(text.toString());
    const spool = new Spool(file);
    spool.#offsets = Numbers.of(await numbers(lines, count + 1));
    spool.#boxes = Numbers.of(await numbers(lines + (count + 1) * NUMBER, 4 * count));
    spool.#owners = Numbers.of(await numbers(lines + (5 * count + 1) * NUMBER, count));
    spool.#shared = shared;
    spool.#length = lines;
    return { spool, note };
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

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  new Uint8Array(buffer, byteOffset, byteLength);

const readAll = async (file: FileHandle, bytes: Uint8Array, position: number): Promise<void> => {
  for (let done = 0; done < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, position + done);
    if (bytesRead === 0) throw new Error('the file is not whole');
    done += bytesRead;
  }
};
