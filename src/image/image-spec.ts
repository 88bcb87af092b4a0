import type { Placement, SampleArray } from './samples.js';

/** An image to open: samples already at hand (transferred), or where to find them. */
export type ImageSpec =
  | {
      readonly kind: 'samples';
      readonly name?: string;
      readonly width: number;
      readonly height: number;
      readonly bands?: number;
      readonly data: SampleArray;
      readonly missing?: Uint8Array;
      readonly placement?: Placement;
    }
  | { readonly kind: 'url'; readonly url: string; readonly name?: string }
  | { readonly kind: 'blob'; readonly blob: Blob; readonly name?: string };
