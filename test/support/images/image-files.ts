/** The small images of test/data/images, and what independent readers saw in them. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Placement, Samples } from '../../../src/image/samples.js';

export interface Fixture {
  readonly file: string;
  readonly level: number;
  readonly width: number;
  readonly height: number;
  readonly bands: number;
  readonly bits: 8 | 16 | 32;
  /** Of the samples, little-endian, the bands of a pixel side by side. */
  readonly sha1: string;
  readonly reader: string;
  readonly missing?: number;
  readonly placement?: Placement;
  /** Only a browser can decode it. */
  readonly browser?: boolean;
}

export const imageFolder = join('test', 'data', 'images');
export const fixtures: readonly Fixture[] = JSON.parse(readFileSync(join(imageFolder, 'manifest.json'), 'utf8'));

export const fileBytes = (file: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(join(imageFolder, file)));
export const fileBlob = (file: string): Blob => new Blob([fileBytes(file)]);

export const sha1Of = ({ data }: Samples): string =>
  createHash('sha1')
    .update(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
    .digest('hex');

export const missingCount = ({ missing }: Samples): number => missing?.reduce((sum, flag) => sum + flag, 0) ?? 0;
