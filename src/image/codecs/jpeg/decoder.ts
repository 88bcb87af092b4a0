/**
 * From a JPEG stream to its components at full size. Our own, and not libjpeg-turbo as WebAssembly: every sample is the same, it is a
 * thirtieth of the size, and it runs under a content security policy without `'wasm-unsafe-eval'`. It takes 3.6 times as long
 * (bench/notes/decoding.md).
 */
import { because, Damage } from '../../../core/reasons.js';
import { yielding } from '../../../core/yielding.js';
import { type JpegHeader, jpegHeader } from './header.js';
import { BitReader, HuffmanTable } from './huffman.js';
import { mostOf, PlaneWriter } from './planes.js';
import { type Component, decodeScan, type ScanPart, zigzag } from './scan.js';

/** More scans than any encoder writes, and few enough to end soon. */
const MOST_SCANS = 128;
/** Marker of a progressive frame. */
const PROGRESSIVE = 0xc2;

/** Tables that an abbreviated stream leaves for the next one. */
interface Tables {
  readonly quantisation: (Uint16Array | undefined)[];
  readonly dc: (HuffmanTable | undefined)[];
  readonly ac: (HuffmanTable | undefined)[];
}

/** Options of the decoding of a JPEG stream. */
export interface JpegOptions {
  /** An abbreviated stream of tables (TIFF `JPEGTables`). */
  readonly tables?: Uint8Array;
  readonly signal?: AbortSignal;
  /** Called with the number of bytes that decoding needs before they are allocated; throws where that is too much. */
  readonly check?: (held: number) => void;
}

/**
 * The components side by side, as stored; no colour conversion. Rows of a picture in one scan are decoded and written as they
 * come; only pictures in several scans hold all their coefficients.
 * @throws RangeError where the stream ends early, contradicts itself, or is of a kind that is not supported
 */
export const decodeComponents = async (
  bytes: Uint8Array,
  header: JpegHeader = jpegHeader(bytes),
  options: JpegOptions = {},
): Promise<Uint8Array<ArrayBuffer>> => {
  if (header.precision !== 8)
    throw new Damage(because('jpeg-bits')`${header.precision} bits a sample are not supported`);
  if (header.process > 0xc2)
    throw new Damage(because('jpeg-kinds')`arithmetic coding, lossless and hierarchical JPEG are not supported`);
  const known: Tables = { quantisation: [], dc: [], ac: [] };
  if (options.tables !== undefined) await new Walk(options.tables, known, header, {}).run(false);
  return new Walk(bytes, known, header, options).run(true);
};

/** The components with room for the coefficients of the whole picture, or of one row of minimum coded units. */
const layOut = ({ width, height, components, process }: JpegHeader, whole: boolean): Component[] => {
  const most = mostOf(components);
  const unitsAcross = Math.ceil(width / (8 * most.h));
  const unitsDown = whole ? Math.ceil(height / (8 * most.v)) : 1;
  return components.map(({ id, h, v, quantisation }) => ({
    id,
    h,
    v,
    quantisation,
    across: Math.ceil(Math.ceil((width * h) / most.h) / 8),
    down: Math.ceil(Math.ceil((height * v) / most.v) / 8),
    stride: unitsAcross * h,
    coefficients: new Int16Array(unitsAcross * h * unitsDown * v * 64),
    known: new Uint8Array(process === PROGRESSIVE ? unitsAcross * h * unitsDown * v : 0),
  }));
};

/** Bytes of all coefficients, and of what is known of each block. */
const coefficientBytes = ({ width, height, components }: JpegHeader): number => {
  const most = mostOf(components);
  const units = Math.ceil(width / (8 * most.h)) * Math.ceil(height / (8 * most.v));
  return components.reduce((sum, { h, v }) => sum + units * h * v * 129, 0);
};

/** Follows the markers of a stream, takes in its tables and decodes its scans. */
class Walk {
  #restart = 0;
  #scans = 0;
  #ended = false;
  /** Components of pictures in several scans, and those of them that had a scan of their first coefficients. */
  #components: Component[] | undefined;
  readonly #seen = new Set<Component>();
  #out: Uint8Array<ArrayBuffer> | undefined;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly tables: Tables,
    private readonly header: JpegHeader,
    private readonly options: JpegOptions,
  ) {}

  /** `scans`: whether there are any; else only tables are taken in, and nothing comes back. */
  async run(scans: boolean): Promise<Uint8Array<ArrayBuffer>> {
    const { bytes, tables } = this;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 2; at + 2 <= bytes.length && !this.#ended; ) {
      const marker = bytes[at + 1]!;
      if (bytes[at] !== 0xff || marker === 0xff) {
        at++;
        continue;
      }
      if (marker === 0xd9) this.#ended = true;
      if (marker === 0xd9 || marker === 0 || (marker >= 0xd0 && marker <= 0xd8)) {
        at += 2;
        continue;
      }
      if (at + 4 > bytes.length) break;
      const length = view.getUint16(at + 2);
      const body = bytes.subarray(at + 4, at + 2 + length);
      if (length < 2 || body.length < length - 2) throw new Damage(because('jpeg-ends')`the JPEG stream ends early`);
      at += 2 + length;
      if (marker === 0xdb) readQuantisation(body, tables);
      if (marker === 0xc4) readHuffman(body, tables);
      if (marker === 0xdd) this.#restart = ((body[0] ?? 0) << 8) | (body[1] ?? 0);
      if (marker === 0xda && scans) at = await this.#scan(body, at);
    }
    return scans ? this.#finish() : new Uint8Array(0);
  }

  /** Decodes the scan whose header is `body`; returns where its data end. */
  async #scan(body: Uint8Array, at: number): Promise<number> {
    const { bytes, header, tables, options } = this;
    if (++this.#scans > MOST_SCANS) throw new Damage(because('jpeg-scans')`it has more than ${MOST_SCANS} scans`);
    const bits = new BitReader(bytes, at);
    const nextRestart = (): void => {
      while (bytes[bits.at] === 0xff && bytes[bits.at + 1] === 0xff) bits.at++;
      if (bytes[bits.at] !== 0xff || (bytes[bits.at + 1]! & 0xf8) !== 0xd0)
        throw new Damage(because('jpeg-restart')`a restart marker is missing`);
      bits.at += 2;
    };
    const only = header.process !== PROGRESSIVE && body[0] === header.components.length && !this.#components;
    if (only) {
      if (this.#out) throw new Damage(because('jpeg-twice')`it has a second scan of everything`);
      const components = layOut(header, false);
      const scan = scanOf(body, header, components, tables, this.#restart);
      const writer = new PlaneWriter(header, components, components.length === 1 ? 1 : 'units');
      const onRow = (row: number): void => writer.take(row, () => 0, tables.quantisation);
      await decodeScan(bits, scan, nextRestart, options.signal, onRow);
      this.#out = writer.out;
      return bits.at;
    }
    if (!this.#components) {
      options.check?.(coefficientBytes(header) + header.width * header.height * header.components.length);
      this.#components = layOut(header, true);
    }
    const scan = scanOf(body, header, this.#components, tables, this.#restart);
    await decodeScan(bits, scan, nextRestart, options.signal);
    if (!scan.progressive || scan.start === 0) for (const { component } of scan.parts) this.#seen.add(component);
    return bits.at;
  }

  async #finish(): Promise<Uint8Array<ArrayBuffer>> {
    const { header, tables, options } = this;
    if (this.#out) return this.#out;
    const components = this.#components;
    if (!components || this.#seen.size < components.length || (header.process === PROGRESSIVE && !this.#ended))
      throw new Damage(because('jpeg-ends')`the JPEG stream ends early`);
    const writer = new PlaneWriter(header, components, 'units');
    const rows = Math.ceil(header.height / (8 * mostOf(header.components).v));
    for await (const [row] of yielding(rows, options.signal, 1))
      writer.take(row, ({ v }) => row * v, tables.quantisation);
    return writer.out;
  }
}

const readQuantisation = (body: Uint8Array, { quantisation }: Tables): void => {
  for (let at = 0; at < body.length; ) {
    const wide = body[at]! >> 4 !== 0;
    const table = new Uint16Array(64);
    const slot = body[at++]! & 15;
    if (at + (wide ? 128 : 64) > body.length)
      throw new Damage(because('jpeg-quantisation-ends')`a quantisation table ends early`);
    for (let k = 0; k < 64; k++, at += wide ? 2 : 1)
      table[zigzag[k]!] = wide ? (body[at]! << 8) | body[at + 1]! : body[at]!;
    quantisation[slot] = table;
  }
};

const readHuffman = (body: Uint8Array, tables: Tables): void => {
  for (let at = 0; at < body.length; ) {
    const slot = body[at]!;
    const counts = body.subarray(at + 1, at + 17);
    const total = counts.reduce((sum, count) => sum + count, 0);
    if (counts.length < 16 || total > 256 || at + 17 + total > body.length)
      throw new Damage(because('jpeg-huffman-ends')`a Huffman table ends early`);
    const table = new HuffmanTable(counts, body.slice(at + 17, at + 17 + total));
    if (slot >> 4 === 0) tables.dc[slot & 15] = table;
    else tables.ac[slot & 15] = table;
    at += 17 + total;
  }
};

const scanOf = (
  body: Uint8Array,
  header: JpegHeader,
  components: readonly Component[],
  tables: Tables,
  restart: number,
): Parameters<typeof decodeScan>[1] => {
  const count = body[0] ?? 0;
  if (count < 1 || count > 4 || body.length < 4 + 2 * count)
    throw new Damage(because('jpeg-scan-header')`a scan header makes no sense`);
  const parts: ScanPart[] = Array.from({ length: count }, (_, k) => {
    const component = components.find(({ id }) => id === body[1 + 2 * k]);
    if (component === undefined) throw new Damage(because('jpeg-scan-component')`a scan is of an unknown component`);
    const slots = body[2 + 2 * k]!;
    return { component, dc: tables.dc[slots >> 4], ac: tables.ac[slots & 15] };
  });
  if (new Set(parts.map(({ component }) => component)).size < count)
    throw new Damage(because('jpeg-component-twice')`a scan has a component twice`);
  const [start, end, approximation] = [body[1 + 2 * count]!, body[2 + 2 * count]!, body[3 + 2 * count]!];
  const progressive = header.process === PROGRESSIVE;
  if (progressive && (start > end || end > 63 || (start > 0 && count > 1)))
    throw new Damage(because('jpeg-scan-header')`a scan header makes no sense`);
  const most = mostOf(header.components);
  return {
    parts,
    progressive,
    start,
    end,
    high: approximation >> 4,
    low: approximation & 15,
    restart,
    unitsAcross: Math.ceil(header.width / (8 * most.h)),
    unitsDown: Math.ceil(header.height / (8 * most.v)),
  };
};
