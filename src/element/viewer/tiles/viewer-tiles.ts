/** The engine's way to an image that a viewer shows already. */
import type OpenSeadragon from 'openseadragon';
import { loaded } from '../../../core/later.js';
import type { ImageSpec } from '../../../image/image-spec.js';
import type { AskRequest } from '../../../image/io/request.js';
import { fetchPicture, isReadable } from '../fetched-picture.js';
import { isPicture, specOf } from '../sources.js';
import type { ViewerHold } from '../viewer.js';
import { pageTiles } from './page-tiles.js';
import { accessOf, requestOf } from './tile-access.js';
import { nameOfTiles } from './tile-name.js';

/**
 * The engine's specification of a viewer's image: its address where that suffices, with the viewer's headers and credentials, else its tiles one by one.
 * Rejects as the fetch of a picture does, with `unsupported` where there are no tiles, and with an `AbortError`.
 * @param request the page's headers and credentials
 */
export const specOfTiles = async (
  item: OpenSeadragon.TiledImage,
  name: string,
  { viewer, library }: ViewerHold,
  request: AskRequest | undefined,
  signal: AbortSignal,
): Promise<ImageSpec> => {
  const { source } = item;
  const access = accessOf(viewer, item, request);
  const known = specOf(source);
  const asked = requestOf(access);
  const policy: unknown = Reflect.get(item, 'crossOriginPolicy');
  if (known?.kind === 'url' && isPicture(known.url) && isReadable(known.url, policy)) {
    const blob = await fetchPicture(known.url, { request: asked, signal, shown: true });
    return { kind: 'blob', blob, name: known.name ?? name };
  }
  if (known?.kind === 'url') return { ...known, ...(asked ? { request: asked } : {}) };
  const tiles = pageTiles(source, nameOfTiles(source, name), access, library);
  if (!('GeoTIFFImages' in source)) return tiles;
  const { placementOfTiles } = await loaded(import('./tile-placement.js'));
  const placement = await placementOfTiles(source);
  return { ...tiles, ...(placement && { placement }) };
};
