import { SegmenterError } from '../core/errors.js';
import type { AskRequest, RequestSettings } from './io/request.js';
import type { Placement, SampleArray } from './samples.js';

/** A level of tiles whose URLs only their owner knows. Cells are `tileWidth × tileHeight`; a tile shows `overlap` pixels more. */
export interface TileLevel {
  readonly width: number;
  readonly height: number;
  /** Full-resolution pixels per pixel of the level. */
  readonly scale: number;
  readonly tileWidth: number;
  readonly tileHeight: number;
  readonly overlap: number;
}

/** A tile: where to fetch it, or its pixels, `bands` bytes for each of them. */
export type TileAnswer =
  | { readonly kind: 'address'; readonly url: string; readonly settings?: RequestSettings }
  | {
      readonly kind: 'pixels';
      readonly width: number;
      readonly height: number;
      readonly bands: number;
      readonly data: Uint8Array;
      /** 1 where a pixel has no data. */
      readonly missing?: Uint8Array;
    };

/**
 * A function that returns the URL of a tile. `decoded`: the URL was of no use, and pixels are requested instead. `refused`: the server refused the
 * URL and its settings with this status, 401 or 403, and other settings are requested.
 */
export type AskTile = (
  level: number,
  column: number,
  row: number,
  decoded: boolean,
  refused?: number,
) => Promise<TileAnswer>;

/** The functions of a specification, which stay with its creator. */
export interface SpecHost {
  readonly request?: AskRequest;
  readonly tile?: AskTile;
}

/** A specification without its functions, as it is sent to a worker. */
export type SentSpec = WithoutFunctions<ImageSpec>;

type WithoutFunctions<Spec> = Spec extends unknown ? Omit<Spec, keyof SpecHost> : never;

/** An image to open: samples in memory (transferred), or where to find them. */
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
  | {
      readonly kind: 'url';
      readonly url: string;
      readonly name?: string;
      /** Headers and credentials, requested again before each request. */
      readonly request?: AskRequest;
      /** Place of the pixels in the world, if the image does not say it. */
      readonly placement?: Placement;
    }
  | { readonly kind: 'blob'; readonly blob: Blob; readonly name?: string; readonly placement?: Placement }
  | {
      readonly kind: 'tiles';
      readonly name?: string;
      /** Finest first. */
      readonly levels: readonly TileLevel[];
      readonly tile: AskTile;
      readonly placement?: Placement;
    };

/** Splits a specification into the part that can be sent, and its functions. */
export const takeApart = (spec: ImageSpec): { readonly sent: SentSpec; readonly host?: SpecHost } => {
  if (spec.kind === 'tiles') {
    const { tile, ...sent } = spec;
    return { sent, host: { tile } };
  }
  if (spec.kind !== 'url' || spec.request === undefined) return { sent: spec };
  const { request, ...sent } = spec;
  return { sent, host: { request } };
};

/** Reassembles a specification. Throws `internal` where the function for tiles is missing. */
export const putTogether = (sent: SentSpec, { request, tile }: SpecHost = {}): ImageSpec => {
  if (sent.kind === 'url') return request === undefined ? sent : { ...sent, request };
  if (sent.kind !== 'tiles') return sent;
  if (tile === undefined)
    throw new SegmenterError('internal', { reason: 'tiles came without a function that gives them' });
  return { ...sent, tile };
};
