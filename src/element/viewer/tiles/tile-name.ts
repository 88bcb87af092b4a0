/** The name of an image that a viewer shows by a tile source of its own. */
import type OpenSeadragon from 'openseadragon';
import { absolute, lastPart } from '../../../core/url.js';

type Named = Pick<OpenSeadragon.TileSource, 'getTileUrl' | 'minLevel' | 'maxLevel'>;

/** Parts of the path of an address of the web; none of another. */
const partsOf = (address: unknown): readonly string[] => {
  const url = typeof address === 'string' ? absolute(address) : undefined;
  return url?.startsWith('http') ? new URL(url).pathname.split('/') : [];
};

const tileAt = (source: Named, level: number): unknown => {
  try {
    const given: unknown = source.getTileUrl(level, 0, 0);
    return typeof given === 'function' ? given() : given;
  } catch {
    return undefined;
  }
};

/** The last folder that holds both the coarsest and the finest tile of a source that is ready; `otherwise` where there is none. */
export const nameOfTiles = (source: Named, otherwise: string): string => {
  const finest = partsOf(tileAt(source, source.maxLevel));
  const coarsest = partsOf(tileAt(source, source.minLevel));
  const folder = finest.slice(0, -1);
  const apart = folder.findIndex((part, k) => part !== coarsest[k]);
  const shared = apart < 0 ? folder : folder.slice(0, apart);
  return shared.some((part) => part !== '') ? lastPart(shared.join('/')) : otherwise;
};
