/** DICOM files (PS3.10) without compression as data sets, with the attributes that the readers here need. Inconsistent lengths are rejected. */
import { because } from '../../../core/reasons.js';
import type { Dataset } from '../../../image/formats/dicom/dataset.js';
import { badImport } from '../features.js';
import { representationOf } from './attributes.js';

/** Implicit little endian. */
const IMPLICIT = '1.2.840.10008.1.2';
/** Explicit little endian, in which files are written. */
export const EXPLICIT = '1.2.840.10008.1.2.1';

/** Representations whose length has 16 bits (PS3.5, 7.1.2); all others have 32. */
const SHORT = new Set('AE AS AT CS DA DS DT FD FL IS LO LT PN SH SL SS ST TM UI UL US'.split(' '));
/** Text in which a backslash is not a separator. */
const WHOLE = new Set(['LT', 'ST', 'UR', 'UT']);
const UNDEFINED = 0xffffffff;
const ITEM = 0xfffee000;
const ITEM_END = 0xfffee00d;
const SEQUENCE_END = 0xfffee0dd;
/** Offset of the first element: behind 128 bytes of any content and four letters. */
const START = 132;
/** Maximum nesting of sequences; a segmentation has four levels. */
const DEEPEST = 32;

/** Encodings by their defined terms (PS3.3, C.12.1.1.2); unknown ones are read as Latin 1. */
const ENCODINGS: Readonly<Record<string, string>> = {
  'ISO_IR 192': 'utf-8',
  'ISO_IR 101': 'iso-8859-2',
  'ISO_IR 109': 'iso-8859-3',
  'ISO_IR 110': 'iso-8859-4',
  'ISO_IR 126': 'iso-8859-7',
  'ISO_IR 144': 'iso-8859-5',
  GB18030: 'gb18030',
  GBK: 'gbk',
};

const digitsOf = (tag: number): string => tag.toString(16).toUpperCase().padStart(8, '0');
const nameOf = (tag: number): string => `(${digitsOf(tag).slice(0, 4)},${digitsOf(tag).slice(4)})`;

/**
 * The data set of a file.
 * @throws SegmenterError `bad-import` where its lengths are inconsistent, or where it is compressed
 */
export const decode = (bytes: ArrayBuffer): Dataset => {
  const view = new DataView(bytes);
  const meta = new Reader(view, true);
  let start = START;
  while (start + 2 <= view.byteLength && view.getUint16(start, true) === 2)
    start = meta.element(start, view.byteLength, 0);
  const [syntax] = valuesIn(meta.found, '00020010');
  if (syntax !== EXPLICIT && syntax !== IMPLICIT)
    throw badImport(
      because(
        'dicom-syntax',
      )`its transfer syntax is ${syntax === undefined ? because('not-told')`not told` : String(syntax)}; those without compression are read (${EXPLICIT}, ${IMPLICIT})`,
    );
  const data = new Reader(view, syntax === EXPLICIT);
  data.elements(start, view.byteLength, false, 0);
  return data.found;
};

type Found = Record<string, { readonly Value: readonly unknown[] }>;

const valuesIn = (found: Found, tag: string): readonly unknown[] => found[tag]?.Value ?? [];

/** The position of an element's value; the representation is empty where the file has none. */
interface Header {
  readonly tag: number;
  readonly vr: string;
  readonly length: number;
  readonly value: number;
}

/** Reads the elements of a data set, or of an item. */
class Reader {
  readonly found: Found = {};

  constructor(
    private readonly view: DataView<ArrayBuffer>,
    private readonly explicit: boolean,
    private encoding = 'windows-1252',
  ) {}

  /** Elements up to `end`, or to the end of an item without a length; the offset behind. */
  elements(from: number, end: number, open: boolean, depth: number): number {
    if (depth > DEEPEST)
      throw badImport(because('dicom-deep')`its sequences lie more than ${DEEPEST} deep in one another`);
    let at = from;
    while (at < end) {
      if (open && at + 8 <= end && this.#tag(at) === ITEM_END) return at + 8;
      at = this.element(at, end, depth);
    }
    if (open) throw badImport(because('dicom-ends-item')`it ends within an item of a sequence, after ${end} bytes`);
    return at;
  }

  /** The element at `at`; the offset behind it. */
  element(at: number, end: number, depth: number): number {
    const header = this.#header(at, end, this.explicit);
    const { tag, length, value } = header;
    const digits = digitsOf(tag);
    const known = representationOf(digits);
    const vr = header.vr === '' || header.vr === 'UN' ? (known ?? 'UN') : header.vr;
    if (vr === 'SQ' || length === UNDEFINED) {
      // What has no known representation and no length lies there without representations (PS3.5, 6.2.2).
      const explicit = this.explicit && header.vr !== 'UN';
      const { items, next } = this.#items(header, end, explicit, depth);
      if (known !== undefined) this.found[digits] = { Value: items };
      return next;
    }
    if (known !== undefined) {
      this.found[digits] = { Value: this.#values(vr, value, length) };
      const [term] = digits === '00080005' ? valuesIn(this.found, digits) : [];
      if (typeof term === 'string') this.encoding = ENCODINGS[term] ?? 'windows-1252';
    }
    return value + length;
  }

  #items({ length, value }: Header, end: number, explicit: boolean, depth: number) {
    const open = length === UNDEFINED;
    const until = open ? end : value + length;
    const items: Found[] = [];
    let at = value;
    while (at < until) {
      const head = this.#header(at, until, false);
      if (open && head.tag === SEQUENCE_END) return { items, next: head.value };
      if (head.tag !== ITEM)
        throw badImport(
          because('dicom-no-item')`a sequence has ${nameOf(head.tag)} at byte ${at} in the place of an item`,
        );
      const item = new Reader(this.view, explicit, this.encoding);
      const its = head.length === UNDEFINED;
      at = item.elements(head.value, its ? until : head.value + head.length, its, depth + 1);
      items.push(item.found);
    }
    if (open) throw badImport(because('dicom-ends-sequence')`it ends within a sequence, after ${end} bytes`);
    return { items, next: at };
  }

  #tag(at: number): number {
    return this.view.getUint16(at, true) * 65536 + this.view.getUint16(at + 2, true);
  }

  #header(at: number, end: number, explicit: boolean): Header {
    const { view } = this;
    const need = (bytes: number): void => {
      if (at + bytes > end)
        throw badImport(because('dicom-ends-element')`it ends within an element, after ${end} bytes`);
    };
    need(8);
    const tag = this.#tag(at);
    const vr = explicit ? String.fromCharCode(view.getUint8(at + 4), view.getUint8(at + 5)) : '';
    if (explicit && !/^[A-Z]{2}$/.test(vr))
      throw badImport(because('dicom-no-vr')`element ${nameOf(tag)} at byte ${at} has no representation`);
    const long = explicit && !SHORT.has(vr);
    if (long) need(12);
    const length = explicit && !long ? view.getUint16(at + 6, true) : view.getUint32(at + (long ? 8 : 4), true);
    const value = at + (long ? 12 : 8);
    if (length !== UNDEFINED && length > end - value)
      throw badImport(
        because('dicom-length')`element ${nameOf(tag)} tells of ${length} bytes, and ${end - value} are left`,
      );
    return { tag, vr, length, value };
  }

  #values(vr: string, at: number, length: number): readonly unknown[] {
    const { view } = this;
    const each = (size: number, read: (place: number) => number): readonly number[] =>
      Array.from({ length: Math.floor(length / size) }, (_, k) => read(at + k * size));
    switch (vr) {
      case 'US':
        return each(2, (place) => view.getUint16(place, true));
      case 'UL':
        return each(4, (place) => view.getUint32(place, true));
      case 'SL':
        return each(4, (place) => view.getInt32(place, true));
      case 'AT':
        return each(4, (place) => this.#tag(place));
      case 'OB':
      case 'OW':
      case 'OD':
      case 'OF':
      case 'OL':
      case 'UN':
        return [view.buffer.slice(at, at + length)];
      default: {
        const text = new TextDecoder(this.encoding).decode(new Uint8Array(view.buffer, at, length));
        const values = WHOLE.has(vr) ? [text] : text.split('\\');
        return length === 0 ? [] : values.map((value) => value.replace(/[ \0]+$/, ''));
      }
    }
  }
}
