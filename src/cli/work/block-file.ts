/** A block of a label mask in its own file, which exists only when it is complete. */
import { readFile } from 'node:fs/promises';
import { even, type PackedBlock } from '../../image/formats/tiff/label-blocks.js';
import { writeWhole } from './whole-file.js';

/** Rejects with `not-writable`. */
export const writeBlock = (path: string, { sizes, bytes }: PackedBlock): Promise<void> =>
  writeWhole(path, async (file) => {
    // Numbers of 32 bits, low byte first: the count, the sizes; then the tiles.
    const head = Buffer.alloc(4 + 4 * sizes.length);
    head.writeUInt32LE(sizes.length);
    for (const [k, size] of sizes.entries()) head.writeUInt32LE(size, 4 + 4 * k);
    await file.writeFile(Buffer.concat([head, bytes]));
  });

/** `undefined` where the file is missing or incomplete. */
export const readBlock = async (path: string): Promise<PackedBlock | undefined> => {
  let all: Buffer;
  try {
    all = await readFile(path);
  } catch {
    return undefined;
  }
  const count = all.length < 4 ? 0 : all.readUInt32LE();
  const begin = 4 + 4 * count;
  if (count === 0 || all.length < begin) return undefined;
  const sizes = Array.from({ length: count }, (_, k) => all.readUInt32LE(4 + 4 * k));
  const bytes = new Uint8Array(all.subarray(begin));
  return sizes.reduce((sum, size) => sum + even(size), 0) === bytes.length ? { sizes, bytes } : undefined;
};
