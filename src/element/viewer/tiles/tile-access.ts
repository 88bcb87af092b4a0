/** Headers and credentials of requests: the viewer's, overridden by the host's. */
import type OpenSeadragon from 'openseadragon';
import { badParameter } from '../../../core/errors.js';
import { absolute } from '../../../core/url.js';
import { type AskRequest, headersOf, type RequestSettings } from '../../../image/io/request.js';

/** Headers and credentials of the viewer's requests for tiles. */
export interface TileAccess {
  readonly headers: Readonly<Record<string, string>>;
  readonly credentials: RequestSettings['credentials'];
  /** The host's headers and credentials for an address, which override the others. */
  readonly request: AskRequest | undefined;
}

/** A tile by OpenSeadragon's level. */
export interface TilePlace {
  readonly level: number;
  readonly column: number;
  readonly row: number;
}

/** Headers and credentials for a tile: the viewer's, the source's for this tile, then the host's. */
export const settingsFor = async (
  url: string,
  source: OpenSeadragon.TileSource,
  { level, column, row }: TilePlace,
  { headers, credentials, request }: TileAccess,
  refused?: number,
): Promise<RequestSettings> => {
  const own = recordOf(source.getTileAjaxHeaders?.(level, column, row));
  return merged({ headers: { ...headers, ...own }, credentials, request }, url, refused);
};

/** @param viewer a viewer, or the options of one that is to be made: they have the same names */
export const accessOf = (
  viewer: object,
  item: OpenSeadragon.TiledImage | undefined,
  request: AskRequest | undefined,
): TileAccess => {
  const option = (name: string): unknown => (item && Reflect.get(item, name)) ?? Reflect.get(viewer, name);
  const headers = {
    ...recordOf(Reflect.get(viewer, 'ajaxHeaders')),
    ...recordOf(item && Reflect.get(item, 'ajaxHeaders')),
  };
  const included = option('ajaxWithCredentials') === true || option('crossOriginPolicy') === 'use-credentials';
  return { headers, credentials: included ? 'include' : undefined, request };
};

/** By names in lower case: those that differ in case alone are the same. */
const recordOf = (value: unknown): Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, entry]) => [name.toLowerCase(), String(entry)]))
    : {};

const originOf = (address: unknown): string | undefined => {
  const url = typeof address === 'string' ? absolute(address.replace(/^dicomweb:/i, '')) : undefined;
  return url && new URL(url).origin;
};

/** Headers and credentials for addresses other than tiles, such as a descriptor's. */
export const requestOf = (access: TileAccess): AskRequest | undefined => {
  const { headers, credentials, request } = access;
  if (request === undefined && credentials === undefined && Object.keys(headers).length === 0) return undefined;
  return (url, refused) => merged(access, url, refused);
};

const merged = async (
  { headers, credentials, request }: TileAccess,
  url: string,
  refused?: number,
): Promise<RequestSettings> => {
  const asked = await (refused === undefined ? request?.(url) : request?.(url, refused));
  if (typeof (asked ?? {}) !== 'object')
    throw badParameter('requestInit', asked, 'it must give {headers, credentials}');
  const sent = asked?.credentials ?? credentials;
  return { headers: { ...headers, ...headersOf(asked ?? {}) }, ...(sent === undefined ? {} : { credentials: sent }) };
};

/**
 * The property `requestInit` as a function. Settings that are no function are for the origin of `src` alone: a descriptor may name any
 * other, which must not be sent a token. Throws `bad-parameter`.
 *
 * @param src what is opened; where it is no address, the page itself gives the addresses, and the settings are for all of them
 */
export const asked = (given: RequestSettings | AskRequest | null | undefined, src: unknown): AskRequest | undefined => {
  if (given === undefined || given === null || typeof given === 'function') return given ?? undefined;
  const origin = originOf(src);
  if (typeof given === 'object') return (url) => (!origin || originOf(url) === origin ? given : {});
  throw badParameter(
    'requestInit',
    given,
    'it must be {headers, credentials}, or a function of an address that gives them',
  );
};
