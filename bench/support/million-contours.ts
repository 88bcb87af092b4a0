/** A million contours on the disk, as a batch has them before it writes its outputs. */
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Spool } from '../../src/cli/work/spool.js';

const MILLION = 1_000_000;
/** Contours in a row, and pixels from one to the next. */
const ACROSS = 1000;
const PITCH = 24;
/** Pixels on a side of the image that they lie on. */
export const MILLION_SIDE = ACROSS * PITCH;

export interface Million {
  readonly file: FileHandle;
  readonly spool: Spool;
  readonly frame: { readonly name: string; readonly width: number; readonly height: number };
  readonly milliseconds: number;
}

/** Ellipses of 16 vertices with three measurements each, in a grid. */
export const gatherMillion = async (folder: string): Promise<Million> => {
  const file = await open(join(folder, 'spool'), 'w+');
  const spool = new Spool(file);
  const shared = { algorithm: 'snake', request: '{"algorithm":"snake","init":"auto"}' };
  const began = performance.now();
  for (let k = 0; k < MILLION; k++) {
    const [x, y] = [(k % ACROSS) * PITCH, Math.floor(k / ACROSS) * PITCH];
    const ring = Array.from({ length: 16 }, (_, n): readonly [number, number] => {
      const angle = (2 * Math.PI * n) / 16;
      return [x + 12 + Math.round(9 * Math.cos(angle)), y + 12 + Math.round(7 * Math.sin(angle))];
    });
    const id = `00000000-0000-4000-8000-${String(k).padStart(12, '0')}`;
    const measurements = { 'Area px^2': 196 + (k % 7), 'Perimeter px': 50, 'Inside mean': 150.25 };
    const geometry = { type: 'Polygon', coordinates: [[...ring, ring[0]!]] } as const;
    const properties = { objectType: 'annotation', measurements, metadata: { region: String(k >> 10) } } as const;
    await spool.add({ type: 'Feature', id, geometry, properties }, shared);
  }
  await spool.end();
  const frame = { name: 'million', width: MILLION_SIDE, height: MILLION_SIDE };
  return { file, spool, frame, milliseconds: performance.now() - began };
};
