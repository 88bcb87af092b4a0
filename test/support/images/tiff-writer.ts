/** Writes small TIFFs as a test wants them, lies included. Little-endian, classic, one value a sample of 8 bits. */

export interface TagSpec {
  readonly tag: number;
  /** 2 text, 3 short, 4 long, 12 double. */
  readonly type: 2 | 3 | 4 | 12;
  readonly values: readonly number[] | string;
  /** Count that the entry claims instead of the number of values. */
  readonly claims?: number;
}

const sizeOf = { 2: 1, 3: 2, 4: 4, 12: 8 } as const;

const encoded = ({ type, values }: TagSpec): Uint8Array => {
  if (typeof values === 'string') return new TextEncoder().encode(`${values}\0`);
  const view = new DataView(new ArrayBuffer(values.length * sizeOf[type]));
  values.forEach((value, k) => {
    if (type === 3) view.setUint16(k * 2, value, true);
    else if (type === 4) view.setUint32(k * 4, value, true);
    else if (type === 12) view.setFloat64(k * 8, value, true);
    else view.setUint8(k, value);
  });
  return new Uint8Array(view.buffer);
};

/** A file with the given directories; `next` of each is the following one, or what the test says. */
export const writeTiff = (
  directories: readonly { readonly tags: readonly TagSpec[]; readonly next?: number }[],
  data: Uint8Array = new Uint8Array(0),
): Uint8Array<ArrayBuffer> => {
  const parts: { at: number; bytes: Uint8Array }[] = [];
  let end = 8;
  const place = (bytes: Uint8Array): number => {
    const at = end;
    parts.push({ at, bytes });
    end += bytes.length + (bytes.length & 1);
    return at;
  };
  place(data);
  const starts: number[] = [];
  const links: { view: DataView; at: number }[] = [];
  for (const { tags } of directories) {
    const values = tags.map((tag) => {
      const bytes = encoded(tag);
      return bytes.length > 4 ? place(bytes) : bytes;
    });
    const view = new DataView(new ArrayBuffer(2 + 12 * tags.length + 4));
    view.setUint16(0, tags.length, true);
    tags.forEach((tag, k) => {
      const at = 2 + 12 * k;
      view.setUint16(at, tag.tag, true);
      view.setUint16(at + 2, tag.type, true);
      view.setUint32(at + 4, tag.claims ?? encoded(tag).length / sizeOf[tag.type], true);
      const value = values[k]!;
      if (typeof value === 'number') view.setUint32(at + 8, value, true);
      else new Uint8Array(view.buffer).set(value, at + 8);
    });
    links.push({ view, at: 2 + 12 * tags.length });
    starts.push(place(new Uint8Array(view.buffer)));
  }
  links.forEach(({ view, at }, k) => {
    view.setUint32(at, directories[k]!.next ?? starts[k + 1] ?? 0, true);
  });
  const file = new Uint8Array(end);
  file.set([0x49, 0x49, 42, 0]);
  new DataView(file.buffer).setUint32(4, starts[0] ?? 0, true);
  for (const { at, bytes } of parts) file.set(bytes, at);
  return file;
};

/** Tags of an uncompressed grey image whose only strip starts at byte 8. */
export const greyTags = (width: number, height: number, changes: readonly TagSpec[] = []): TagSpec[] => {
  const tags: TagSpec[] = [
    { tag: 256, type: 4, values: [width] },
    { tag: 257, type: 4, values: [height] },
    { tag: 258, type: 3, values: [8] },
    { tag: 259, type: 3, values: [1] },
    { tag: 262, type: 3, values: [1] },
    { tag: 273, type: 4, values: [8] },
    { tag: 277, type: 3, values: [1] },
    { tag: 278, type: 4, values: [height] },
    { tag: 279, type: 4, values: [width * height] },
  ];
  const changed = new Map([...tags, ...changes].map((tag) => [tag.tag, tag]));
  return [...changed.values()].sort((a, b) => a.tag - b.tag);
};
