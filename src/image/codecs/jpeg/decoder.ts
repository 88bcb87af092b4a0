/** From a JPEG stream to its components at full size. */
import { slices } from '../../slices.js';
import { type JpegHeader, jpegHeader } from './header.js';
import { BitReader, HuffmanTable } from './huffman.js';
import { inverseDct } from './idct.js';
import { type Component, decodeScan, type ScanPart, zigzag } from './scan.js';
import { upsample } from './upsample.js';

/** More scans than any encoder writes, and few enough to end soon. */
const MOST_SCANS = 128;

/** Tables that an abbreviated stream leaves for the next one. */
interface Tables {
  readonly quantisation: (Uint16Array | undefined)[];
  readonly dc: (HuffmanTable | undefined)[];
  readonly ac: (HuffmanTable | undefined)[];
}

/**
 * The components side by side, as stored; no colour conversion.
 * @param tables an abbreviated stream of tables (TIFF `JPEGTables`)
 * @throws RangeError where the stream ends early, contradicts itself, or is of a kind that is not supported
 */
export const decodeComponents = async (
  bytes: Uint8Array,
  header: JpegHeader = jpegHeader(bytes),
  tables?: Uint8Array,
  signal?: AbortSignal,
): Promise<Uint8Array> => {
  if (header.precision !== 8) throw new RangeError(`${header.precision} bits a sample are not supported`);
  if (header.process > 0xc2)
    throw new RangeError('arithmetic coding, lossless and hierarchical JPEG are not supported');
  const known: Tables = { quantisation: [], dc: [], ac: [] };
  const components = layOut(header);
  if (tables !== undefined) await walk(tables, known, header, []);
  const { seen, ended } = await walk(bytes, known, header, components, signal);
  if (seen.size < components.length || (header.process === 0xc2 && !ended))
    throw new RangeError('the JPEG stream ends early');
  return reconstruct(header, components, known, signal);
};

const layOut = ({ width, height, components }: JpegHeader): Component[] => {
  const most = mostOf(components);
  const unitsAcross = Math.ceil(width / (8 * most.h));
  const unitsDown = Math.ceil(height / (8 * most.v));
  return components.map(({ id, h, v, quantisation }) => ({
    id,
    h,
    v,
    quantisation,
    across: Math.ceil(Math.ceil((width * h) / most.h) / 8),
    down: Math.ceil(Math.ceil((height * v) / most.v) / 8),
    stride: unitsAcross * h,
    coefficients: new Int16Array(unitsAcross * h * unitsDown * v * 64),
  }));
};

const mostOf = (components: JpegHeader['components']): { readonly h: number; readonly v: number } => ({
  h: Math.max(...components.map(({ h }) => h)),
  v: Math.max(...components.map(({ v }) => v)),
});

/** What was met on the way: the components with a DC scan, and the marker of the end. */
interface Walked {
  readonly seen: ReadonlySet<Component>;
  readonly ended: boolean;
}

/** Follows the markers, takes in the tables and decodes the scans. */
const walk = async (
  bytes: Uint8Array,
  tables: Tables,
  header: JpegHeader,
  components: readonly Component[],
  signal?: AbortSignal,
): Promise<Walked> => {
  const seen = new Set<Component>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let restart = 0;
  let scans = 0;
  for (let at = 2; at + 2 <= bytes.length; ) {
    if (bytes[at] !== 0xff) {
      at++;
      continue;
    }
    const marker = bytes[at + 1]!;
    if (marker === 0xd9) return { seen, ended: true };
    if (marker === 0xff || marker === 0 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    const length = view.getUint16(at + 2);
    const body = bytes.subarray(at + 4, at + 2 + length);
    if (length < 2 || body.length < length - 2) throw new RangeError('the JPEG stream ends early');
    at += 2 + length;
    if (marker === 0xdb) readQuantisation(body, tables);
    if (marker === 0xc4) readHuffman(body, tables);
    if (marker === 0xdd) restart = view.getUint16(at - length + 2);
    if (marker !== 0xda || components.length === 0) continue;
    if (++scans > MOST_SCANS) throw new RangeError(`it has more than ${MOST_SCANS} scans`);
    const bits = new BitReader(bytes, at);
    const nextRestart = (): void => {
      while (bytes[bits.at] === 0xff && bytes[bits.at + 1] === 0xff) bits.at++;
      if (bytes[bits.at] !== 0xff || (bytes[bits.at + 1]! & 0xf8) !== 0xd0)
        throw new RangeError('a restart marker is missing');
      bits.at += 2;
    };
    const scan = scanOf(body, header, components, tables, restart);
    await decodeScan(bits, scan, nextRestart, signal);
    if (!scan.progressive || scan.start === 0) for (const { component } of scan.parts) seen.add(component);
    at = bits.at;
  }
  return { seen, ended: false };
};

const readQuantisation = (body: Uint8Array, { quantisation }: Tables): void => {
  for (let at = 0; at < body.length; ) {
    const wide = body[at]! >> 4 !== 0;
    const table = new Uint16Array(64);
    const slot = body[at++]! & 15;
    if (at + (wide ? 128 : 64) > body.length) throw new RangeError('a quantisation table ends early');
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
      throw new RangeError('a Huffman table ends early');
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
  if (count < 1 || count > 4 || body.length < 4 + 2 * count) throw new RangeError('a scan header makes no sense');
  const parts: ScanPart[] = Array.from({ length: count }, (_, k) => {
    const component = components.find(({ id }) => id === body[1 + 2 * k]);
    if (component === undefined) throw new RangeError('a scan is of an unknown component');
    const slots = body[2 + 2 * k]!;
    return { component, dc: tables.dc[slots >> 4], ac: tables.ac[slots & 15] };
  });
  const [start, end, approximation] = [body[1 + 2 * count]!, body[2 + 2 * count]!, body[3 + 2 * count]!];
  const progressive = header.process === 0xc2;
  if (progressive && (start > end || end > 63 || (start > 0 && count > 1)))
    throw new RangeError('a scan header makes no sense');
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

const reconstruct = async (
  { width, height, components: declared }: JpegHeader,
  components: readonly Component[],
  { quantisation }: Tables,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> => {
  const most = mostOf(declared);
  const bands = components.length;
  const out = new Uint8Array(width * height * bands);
  for (let band = 0; band < bands; band++) {
    const { h, v, across, down, stride, coefficients, quantisation: slot } = components[band]!;
    const table = quantisation[slot];
    if (table === undefined) throw new RangeError('a quantisation table is missing');
    const data = new Uint8ClampedArray(across * 8 * down * 8);
    for await (const [row] of slices(down, signal, 1))
      for (let column = 0; column < across; column++)
        inverseDct(
          coefficients,
          (row * stride + column) * 64,
          table,
          data,
          (row * across * 8 + column) * 8,
          across * 8,
        );
    const plane = {
      data,
      width: Math.ceil((width * h) / most.h),
      height: Math.ceil((height * v) / most.v),
      stride: across * 8,
    };
    upsample(plane, most.h / h, most.v / v, out, band, bands, { width, height });
  }
  return out;
};
