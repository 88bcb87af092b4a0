/** Headers and credentials of requests: what the viewer says, and over it what the host says. */
import type OpenSeadragon from 'openseadragon';
import type { AskRequest, RequestSettings } from '../../image/io/request.js';

/** What the viewer adds to its requests for tiles. */
export interface TileAccess {
  readonly headers: Readonly<Record<string, string>>;
  readonly credentials: RequestSettings['credentials'];
  /** What the host says for each address, over all of these. */
  readonly request: AskRequest | undefined;
}

/** Headers and credentials for a tile: the viewer's, the source's for this tile, then the host's. */
export const settingsFor = async (
  url: string,
  source: OpenSeadragon.TileSource,
  level: number,
  column: number,
  row: number,
  { headers, credentials, request }: TileAccess,
): Promise<RequestSettings> => {
  const own = recordOf(source.getTileAjaxHeaders?.(level, column, row));
  return merged({ headers: { ...headers, ...own }, credentials, request }, url);
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

const recordOf = (value: unknown): Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, String(entry)]))
    : {};

/** For addresses that are not of a tile, such as a descriptor's. */
export const requestOf = (access: TileAccess): AskRequest | undefined => {
  const { headers, credentials, request } = access;
  if (request === undefined && credentials === undefined && Object.keys(headers).length === 0) return undefined;
  return (url) => merged(access, url);
};

const merged = async ({ headers, credentials, request }: TileAccess, url: string): Promise<RequestSettings> => {
  const asked = await request?.(url);
  const sent = asked?.credentials ?? credentials;
  return { headers: { ...headers, ...asked?.headers }, ...(sent === undefined ? {} : { credentials: sent }) };
};

/** What the property `requestInit` says, as a function. */
export const asked = (given: RequestSettings | AskRequest | undefined): AskRequest | undefined =>
  typeof given === 'object' ? () => given : given;
