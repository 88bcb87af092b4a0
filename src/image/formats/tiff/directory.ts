/**
 * TIFF 6.0, BigTIFF and Hamamatsu's directories. Every count is checked against the size of the
 * file before memory is allocated for it.
 */

import { isAbort, SegmenterError } from '../../../core/errors.js';
import { because, type Told } from '../../../core/reasons.js';
import type { Bytes } from '../../io/bytes.js';
import { SharedCache } from '../../io/cache.js';
import { exactView } from '../../io/exact-view.js';
import { tags } from './tags.js';

/** The value of a tag: text, or numbers. */
export type TagValue = string | readonly number[];

interface Entry {
  readonly type: number;
  readonly count: number;
  /** Offset of the values in the file, in bytes. */
  readonly offset: number;
  /** Bits above the 32nd of the one value that an NDPI entry holds itself; 0 elsewhere. */
  readonly high: number;
}

/**
 * How offsets are stored: in 4 bytes; in the 8 of BigTIFF; or as NDPI has them, 4 bytes where TIFF 6.0 has them and the higher 4
 * after the directory, which makes files beyond 4 GiB (as OpenSlide and tifffile found; Hamamatsu describes it nowhere).
 */
type Offsets = 'classic' | 'big' | 'ndpi';

/** Bytes of a value by field type; 0 where the type is unknown. */
const sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8];
const ASCII = 2;
/** Types of which NDPI extends a single value: LONG, SLONG, IFD. */
const extended: ReadonlySet<number> = new Set([4, 9, 13]);
const WORD = 2 ** 32;
const MOST_ENTRIES = 4096;
/** Most bytes of one tag: the offsets of eight million tiles. */
const MOST_TAG = 2 ** 26;
const MOST_DIRECTORIES = 1024;

class TiffFile {
  constructor(
    readonly bytes: Bytes,
    readonly little: boolean,
    readonly offsets: Offsets,
  ) {}

  get big(): boolean {
    return this.offsets === 'big';
  }

  unreadable(reason: Told, cause?: unknown): SegmenterError {
    const options = cause === undefined ? {} : { cause };
    return new SegmenterError('image-unreadable', { name: this.bytes.name, reason }, options);
  }

  /** Exactly `length` bytes. */
  view(offset: number, length: number, signal?: AbortSignal, near = true): Promise<DataView> {
    return exactView(this.bytes, offset, length, { near, signal });
  }

  /** The offset of a directory: 4 bytes, or 8. */
  offsetAt(view: DataView, at: number): number {
    return this.offsets === 'classic' ? view.getUint32(at, this.little) : Number(view.getBigUint64(at, this.little));
  }
}

/** One directory: its tags, read when asked for. */
export class Directory {
  readonly #values = new SharedCache<TagValue>(Number.POSITIVE_INFINITY, (value) => value.length);

  constructor(
    readonly file: TiffFile,
    private readonly entries: ReadonlyMap<number, Entry>,
  ) {}

  has(tag: number): boolean {
    return this.entries.has(tag);
  }

  count(tag: number): number {
    return this.entries.get(tag)?.count ?? 0;
  }

  /** The numbers of a tag; none where the tag is not there. Rationals are quotients. */
  async numbers(tag: number, signal?: AbortSignal): Promise<readonly number[]> {
    const value = await this.value(tag, signal);
    return typeof value === 'string' ? [] : value;
  }

  async number(tag: number, signal?: AbortSignal): Promise<number | undefined> {
    return (await this.numbers(tag, signal))[0];
  }

  /** Text of a tag, up to its first zero byte. */
  async text(tag: number, signal?: AbortSignal): Promise<string | undefined> {
    const value = await this.value(tag, signal);
    return typeof value === 'string' ? value : undefined;
  }

  private async value(tag: number, signal: AbortSignal | undefined): Promise<TagValue> {
    const entry = this.entries.get(tag);
    if (entry === undefined) return [];
    return this.#values.get(`${tag}`, (either) => this.#read(tag, entry, either), signal);
  }

  async #read(tag: number, { type, count, offset, high }: Entry, signal: AbortSignal | undefined): Promise<TagValue> {
    const size = sizes[type] ?? 0;
    if (size === 0) throw this.file.unreadable(because('tag-type')`its tag ${tag} has the unknown type ${type}`);
    if (count * size > MOST_TAG)
      throw this.file.unreadable(because('tag-values')`its tag ${tag} claims ${count} values`);
    const view = await this.file.view(offset, count * size, signal);
    if (type === ASCII) return textOf(view);
    return Array.from({ length: count }, (_, k) => numberAt(view, k * size, type, this.file.little) + high);
  }
}

const textOf = (view: DataView): string => {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
};

const numberAt = (view: DataView, at: number, type: number, little: boolean): number => {
  switch (type) {
    case 3:
      return view.getUint16(at, little);
    case 4:
    case 13:
      return view.getUint32(at, little);
    case 5:
      return view.getUint32(at, little) / view.getUint32(at + 4, little);
    case 6:
      return view.getInt8(at);
    case 8:
      return view.getInt16(at, little);
    case 9:
      return view.getInt32(at, little);
    case 10:
      return view.getInt32(at, little) / view.getInt32(at + 4, little);
    case 11:
      return view.getFloat32(at, little);
    case 12:
      return view.getFloat64(at, little);
    case 16:
    case 18:
      return Number(view.getBigUint64(at, little));
    case 17:
      return Number(view.getBigInt64(at, little));
    default:
      return view.getUint8(at);
  }
};

/** Opens the file and follows the chain of directories, which may not come back to where it was. */
export const readDirectories = async (bytes: Bytes, signal?: AbortSignal): Promise<Directory[]> => {
  const start = new TiffFile(bytes, true, 'classic');
  const head = await start.view(0, 8, signal);
  const order = head.getUint16(0);
  const little = order === 0x4949;
  const magic = head.getUint16(2, little);
  if ((!little && order !== 0x4d4d) || (magic !== 42 && magic !== 43))
    throw start.unreadable(because('no-tiff')`it is no TIFF`);
  const big = magic === 43;
  const ndpi = little && !big && (await isNdpi(bytes, signal));
  const file = new TiffFile(bytes, little, big ? 'big' : ndpi ? 'ndpi' : 'classic');
  let offset = file.offsetAt(await file.view(big ? 8 : 4, big || ndpi ? 8 : 4, signal), 0);
  const seen = new Set<number>();
  const directories: Directory[] = [];
  while (offset !== 0) {
    if (seen.has(offset))
      throw file.unreadable(because('directory-loop')`its directory at byte ${offset} comes after itself`);
    if (seen.size >= MOST_DIRECTORIES)
      throw file.unreadable(because('directories-most')`it has more than ${MOST_DIRECTORIES} directories`);
    seen.add(offset);
    const { directory, next } = await readDirectory(file, offset, signal);
    directories.push(directory);
    offset = next;
  }
  if (directories.length === 0) throw file.unreadable(because('no-directory')`it holds no directory`);
  return directories;
};

/**
 * Whether the first directory, by an offset of 8 bytes, is one of NDPI: with the tag that its files always have, and followed by an
 * offset within the file. Another TIFF may have anything in the higher 4 bytes.
 */
const isNdpi = async (bytes: Bytes, signal: AbortSignal | undefined): Promise<boolean> => {
  const file = new TiffFile(bytes, true, 'ndpi');
  // Of a size that a server hides, no more is believed than TIFF 6.0 can say: a range beyond the end is an error for good.
  const { size = WORD } = bytes;
  try {
    const first = file.offsetAt(await file.view(4, 8, signal), 0);
    if (first + 2 > size) return false;
    const { directory, next } = await readDirectory(file, first, signal);
    return directory.has(tags.NdpiFormat) && next < size;
  } catch (error) {
    if (isAbort(error)) throw error;
    return false;
  }
};

/** The directory at an offset, and the offset of the next one (0: none). */
export const readDirectory = async (
  file: TiffFile,
  offset: number,
  signal?: AbortSignal,
): Promise<{ readonly directory: Directory; readonly next: number }> => {
  const { little, big } = file;
  const ndpi = file.offsets === 'ndpi';
  const [head, step] = big ? [8, 20] : [2, 12];
  const countView = await file.view(offset, head, signal);
  const count = big ? Number(countView.getBigUint64(0, little)) : countView.getUint16(0, little);
  if (count === 0 || count > MOST_ENTRIES)
    throw file.unreadable(because('directory-tags')`its directory at byte ${offset} claims ${count} tags`);
  const link = big || ndpi ? 8 : 4;
  const view = await file.view(offset + head, count * step + link + (ndpi ? 4 * count : 0), signal);
  const entries = new Map<number, Entry>();
  for (let k = 0; k < count; k++) {
    const at = k * step;
    const type = view.getUint16(at + 2, little);
    const values = big ? Number(view.getBigUint64(at + 4, little)) : view.getUint32(at + 4, little);
    const inside = at + (big ? 12 : 8);
    const above = ndpi ? WORD * view.getUint32(count * step + link + 4 * k, little) : 0;
    // NDPI stores no text within its entry.
    const fits = (sizes[type] ?? 0) * values <= (big ? 8 : 4) && !(ndpi && type === ASCII);
    const elsewhere = (): number => (big ? file.offsetAt(view, inside) : view.getUint32(inside, little) + above);
    const where = fits ? offset + head + inside : elsewhere();
    const high = fits && values === 1 && extended.has(type) ? above : 0;
    entries.set(view.getUint16(at, little), { type, count: values, offset: where, high });
  }
  return { directory: new Directory(file, entries), next: file.offsetAt(view, count * step) };
};
