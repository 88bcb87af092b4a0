import { greyTags, type TagSpec, writeTiff } from './tiff-writer.js';

const TILE = 16;

const deflated = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(
    await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))).arrayBuffer(),
  );

/** A TIFF of 8 bits: a row of deflated tiles of 16 × 16 pixels, of which `damaged` has nothing that can be unpacked. */
export const deflatedTiles = async (count: number, damaged?: number): Promise<Uint8Array<ArrayBuffer>> => {
  const blocks = await Promise.all(
    Array.from({ length: count }, async (_, k) =>
      k === damaged
        ? new Uint8Array(40).fill(7)
        : deflated(Uint8Array.from({ length: TILE * TILE }, (_, i) => (i * (k + 3)) & 255)),
    ),
  );
  const data = new Uint8Array(blocks.reduce((sum, { length }) => sum + length, 0));
  const offsets: number[] = [];
  let at = 0;
  for (const block of blocks) {
    data.set(block, at);
    offsets.push(8 + at);
    at += block.length;
  }
  const tiles: readonly TagSpec[] = [
    { tag: 259, type: 3, values: [8] },
    { tag: 322, type: 3, values: [TILE] },
    { tag: 323, type: 3, values: [TILE] },
    { tag: 324, type: 4, values: offsets },
    { tag: 325, type: 4, values: blocks.map(({ length }) => length) },
  ];
  const strips = [273, 278, 279];
  const tags = greyTags(TILE * count, TILE, tiles).filter(({ tag }) => !strips.includes(tag));
  return writeTiff([{ tags }], data);
};
