/**
 * DICOM files (PS3.10), explicit little endian. Not written and read by the package dcmjs, since it is larger than all formats together,
 * lacks 32-bit words (OL), which annotations need, finds the end of an item by searching for bytes that may also occur in coordinates,
 * and reads a truncated file as if it were complete. Tests compare the two.
 */

import { SegmenterError } from '../../../core/errors.js';
import { because } from '../../../core/reasons.js';
import { type Attributes, type Element, elementsOf, type Value } from './attributes.js';
import { EXPLICIT } from './decode.js';

/** Representations whose length has 32 bits, after two reserved bytes (PS3.5, 7.1.2). */
const LONG: ReadonlySet<string> = new Set(['OB', 'OD', 'OF', 'OL', 'SQ', 'UT']);
const TEXT = new TextEncoder();

/** A file of attributes. */
export const encode = (attributes: Attributes): Blob => {
  const meta = new Bytes();
  meta.elements({
    FileMetaInformationVersion: new Uint8Array([0, 1]).buffer,
    MediaStorageSOPClassUID: attributes.SOPClassUID,
    MediaStorageSOPInstanceUID: attributes.SOPInstanceUID,
    TransferSyntaxUID: EXPLICIT,
    ImplementationClassUID: '2.25.207386914172398741268410254132845018937',
    ImplementationVersionName: 'SNAKE-SEGMENTER',
  });
  const head = new Bytes();
  head.bytes(new Uint8Array(128));
  head.bytes(TEXT.encode('DICM'));
  head.elements({ FileMetaInformationGroupLength: meta.length });
  const data = new Bytes();
  data.elements(attributes);
  return new Blob([head.taken(), meta.taken(), data.taken()], { type: 'application/dicom' });
};

/** A growing array of bytes. */
class Bytes {
  #view = new DataView(new ArrayBuffer(4096));
  length = 0;

  taken(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#view.buffer, 0, this.length);
  }

  elements(attributes: Attributes): void {
    for (const element of elementsOf(attributes)) this.#element(element);
  }

  bytes(bytes: Uint8Array): void {
    const at = this.#more(bytes.length);
    new Uint8Array(this.#view.buffer).set(bytes, at);
  }

  #element({ tag, vr, values }: Element): void {
    this.#tag(Number.parseInt(tag, 16));
    this.bytes(TEXT.encode(vr));
    const long = LONG.has(vr);
    if (long) this.#word(0);
    const place = this.#more(long ? 4 : 2);
    const start = this.length;
    if (vr === 'SQ') for (const item of values) this.#item(item);
    else this.#values(vr, values);
    if (this.length % 2 !== 0) this.bytes(new Uint8Array([vr === 'UI' || vr === 'OB' ? 0 : 32]));
    const size = this.length - start;
    if (long) this.#view.setUint32(place, size, true);
    else if (size < 65536) this.#view.setUint16(place, size, true);
    else
      throw new SegmenterError('unsupported', {
        what: 'DICOM',
        reason: because('dicom-attribute-size')`an attribute ${vr} of ${size} bytes`,
      });
  }

  #item(item: Value): void {
    this.#tag(0xfffee000);
    const place = this.#more(4);
    if (typeof item === 'object' && !(item instanceof ArrayBuffer)) this.elements(item);
    this.#view.setUint32(place, this.length - place - 4, true);
  }

  #values(vr: Element['vr'], values: readonly Value[]): void {
    const numbers = values.map(Number);
    switch (vr) {
      case 'OB':
      case 'OD':
      case 'OF':
      case 'OL':
        for (const value of values) if (value instanceof ArrayBuffer) this.bytes(new Uint8Array(value));
        return;
      case 'US':
        for (const value of numbers) this.#word(value);
        return;
      case 'UL':
      case 'SL':
        for (const value of numbers) this.#long(value);
        return;
      case 'AT':
        for (const value of numbers) this.#tag(value);
        return;
      default:
        this.bytes(TEXT.encode(values.join('\\')));
    }
  }

  #tag(tag: number): void {
    this.#word(tag >>> 16);
    this.#word(tag & 0xffff);
  }

  #word(value: number): void {
    const at = this.#more(2);
    this.#view.setUint16(at, value, true);
  }

  #long(value: number): void {
    const at = this.#more(4);
    this.#view.setUint32(at, value, true);
  }

  /** Appends this many bytes, and returns their position. */
  #more(size: number): number {
    const at = this.length;
    this.length += size;
    if (this.length > this.#view.byteLength) {
      const grown = new Uint8Array(Math.max(this.length, 2 * this.#view.byteLength));
      grown.set(new Uint8Array(this.#view.buffer, 0, at));
      this.#view = new DataView(grown.buffer);
    }
    return at;
  }
}
