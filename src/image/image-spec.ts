import { SegmenterError } from '../core/errors.js';
import type { AskRequest, RequestSettings } from './io/request.js';
import type { Placement, SampleArray } from './samples.js';

/** A level of tiles that only their owner can address. Cells are `tileWidth × tileHeight`; a tile shows `overlap` pixels more. */
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
 * A function that says where a tile is. `decoded`: an address was of no use, so that pixels are wanted. `refused`: the server refused the
 * address and its settings with this status, 401 or 403, so that other settings are wanted.
 */
export type AskTile = (
  level: number,
  column: number,
  row: number,
  decoded: boolean,
  refused?: number,
) => Promise<TileAnswer>;

/** The functions of a specification, which stay with who made it. */
export interface SpecHost {
  readonly request?: AskRequest;
  readonly tile?: AskTile;
}

/** A specification without its functions, as it goes to a worker. */
export type SentSpec = WithoutFunctions<ImageSpec>;

type WithoutFunctions<Spec> = Spec extends unknown ? Omit<Spec, keyof SpecHost> : never;

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
  | {
      readonly kind: 'url';
      readonly url: string;
      readonly name?: string;
      /** Headers and credentials, asked for anew before each request. */
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

/** Takes a specification apart: what can be sent, and its functions. */
export const takeApart = (spec: ImageSpec): { readonly sent: SentSpec; readonly host?: SpecHost } => {
  if (spec.kind === 'tiles') {
    const { tile, ...sent } = spec;
    return { sent, host: { tile } };
  }
  if (spec.kind !== 'url' || spec.request === undefined) return { sent: spec };
  const { request, ...sent } = spec;
  return { sent, host: { request } };
};

/** Puts a specification together again. Throws `internal` where the tiles have nobody to ask. */
export const putTogether = (sent: SentSpec, { request, tile }: SpecHost = {}): ImageSpec => {
  if (sent.kind === 'url') return request === undefined ? sent : { ...sent, request };
  if (sent.kind !== 'tiles') return sent;
  if (tile === undefined)
    throw new SegmenterError('internal', { reason: 'tiles came without a function that gives them' });
  return { ...sent, tile };
};
