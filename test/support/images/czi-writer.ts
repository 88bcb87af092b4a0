/** Writes small CZI files as a test wants them, lies included. */

export interface CziBlock {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Pixels stored of each side; all when not given. */
  readonly stored?: readonly [width: number, height: number];
  /** The bytes as they are stored. */
  readonly data: Uint8Array;
  /** Gray8 when not given. */
  readonly pixelType?: number;
  readonly compression?: number;
  /** Starts of other dimensions: `{ C: 1, M: 3 }`. */
  readonly at?: Readonly<Record<string, number>>;
  readonly filePart?: number;
  /** Bytes that the block claims. */
  readonly claims?: number;
}

export interface CziSpec {
  readonly blocks: readonly CziBlock[];
  readonly xml?: string;
  /** Blocks that the directory claims. */
  readonly count?: number;
  readonly filePart?: number;
  /** Kind of the directory's entries; DV when not given. */
  readonly schema?: string;
}

const letters = (text: string, length: number): number[] =>
  Array.from({ length }, (_, k) => (k < text.length ? text.charCodeAt(k) : 0));

const entryOf = (block: CziBlock, position: number, schema: string): Uint8Array => {
  const {
    x,
    y,
    width,
    height,
    stored = [width, height],
    pixelType = 0,
    compression = 0,
    at = {},
    filePart = 0,
  } = block;
  const sides: readonly (readonly [string, number, number, number])[] = [
    ['X', x, width, stored[0]],
    ['Y', y, height, stored[1]],
    ...Object.entries(at).map(([axis, start]) => [axis, start, 1, 1] as const),
  ];
  const view = new DataView(new ArrayBuffer(32 + 20 * sides.length));
  new Uint8Array(view.buffer).set(letters(schema, 2));
  view.setInt32(2, pixelType, true);
  view.setBigInt64(6, BigInt(position), true);
  view.setInt32(14, filePart, true);
  view.setInt32(18, compression, true);
  view.setInt32(28, sides.length, true);
  sides.forEach(([axis, start, size, kept], k) => {
    const from = 32 + 20 * k;
    new Uint8Array(view.buffer).set(letters(axis, 4), from);
    view.setInt32(from + 4, start, true);
    view.setInt32(from + 8, size, true);
    view.setInt32(from + 16, kept, true);
  });
  return new Uint8Array(view.buffer);
};

const segment = (name: string, data: Uint8Array): Uint8Array => {
  const all = new Uint8Array(Math.ceil((32 + data.length) / 32) * 32);
  all.set(letters(name, 16));
  new DataView(all.buffer).setBigInt64(16, BigInt(all.length - 32), true);
  new DataView(all.buffer).setBigInt64(24, BigInt(data.length), true);
  all.set(data, 32);
  return all;
};

const subblock = (block: CziBlock, position: number): Uint8Array => {
  const entry = entryOf(block, position, 'DV');
  const metadata = new TextEncoder().encode('<METADATA/>');
  const head = Math.max(256, 16 + entry.length);
  const data = new Uint8Array(head + metadata.length + block.data.length);
  const view = new DataView(data.buffer);
  view.setInt32(0, metadata.length, true);
  view.setBigInt64(8, BigInt(block.claims ?? block.data.length), true);
  data.set(entry, 16);
  data.set(metadata, head);
  data.set(block.data, head + metadata.length);
  return segment('ZISRAWSUBBLOCK', data);
};

export const writeCzi = ({ blocks, xml, count, filePart = 0, schema = 'DV' }: CziSpec): Uint8Array<ArrayBuffer> => {
  const parts: Uint8Array[] = [];
  let end = 544;
  const place = (part: Uint8Array): number => {
    parts.push(part);
    end += part.length;
    return end - part.length;
  };
  const entries = blocks.map((block) => {
    const position = end;
    place(subblock(block, position));
    return entryOf(block, position, schema);
  });
  const directory = new Uint8Array(128 + entries.reduce((sum, { length }) => sum + length, 0));
  new DataView(directory.buffer).setInt32(0, count ?? blocks.length, true);
  let at = 128;
  for (const entry of entries) {
    directory.set(entry, at);
    at += entry.length;
  }
  const directoryAt = place(segment('ZISRAWDIRECTORY', directory));
  const text = new TextEncoder().encode(xml ?? '');
  const metadata = new Uint8Array(256 + text.length);
  new DataView(metadata.buffer).setInt32(0, text.length, true);
  metadata.set(text, 256);
  const metadataAt = xml === undefined ? 0 : place(segment('ZISRAWMETADATA', metadata));
  const header = new Uint8Array(512);
  const view = new DataView(header.buffer);
  view.setInt32(0, 1, true);
  view.setInt32(48, filePart, true);
  view.setBigInt64(52, BigInt(directoryAt), true);
  view.setBigInt64(60, BigInt(metadataAt), true);
  const file = new Uint8Array(end);
  file.set(segment('ZISRAWFILE', header));
  at = 544;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
};
