/** The moments from which an image is more than an empty place in its viewer, and can take the place of another. */
import type OpenSeadragon from 'openseadragon';

interface TileEvent {
  readonly tiledImage?: OpenSeadragon.TiledImage;
  readonly tile?: OpenSeadragon.Tile;
}

/**
 * Calls `then` once a tile of the image has come, or could not, and where all that is in view is there: at once, or when the viewer has seen
 * it, which is in the frame after the last tile came. `signal` calls it off.
 * @param level of the tile; any when not given
 */
export const onFirstTile = (
  viewer: OpenSeadragon.Viewer,
  item: OpenSeadragon.TiledImage,
  signal: AbortSignal,
  then: () => void,
  level?: number,
): void => {
  if (item.getFullyLoaded()) {
    then();
    return;
  }
  const names = ['tile-loaded', 'tile-load-failed'] as const;
  const stop = (): void => {
    for (const name of names) viewer.removeHandler(name, came);
    item.removeHandler('fully-loaded-change', loaded);
  };
  const done = (): void => {
    signal.removeEventListener('abort', stop);
    stop();
    then();
  };
  const came = ({ tiledImage, tile }: TileEvent): void => {
    if (tiledImage === item && (level === undefined || tile?.level === level)) done();
  };
  const loaded = ({ fullyLoaded }: { readonly fullyLoaded: boolean }): void => {
    if (fullyLoaded) done();
  };
  signal.addEventListener('abort', stop, { once: true });
  for (const name of names) viewer.addHandler(name, came);
  item.addHandler('fully-loaded-change', loaded);
};

/** Milliseconds that an image waits for tiles before it replaces another image. */
export const DRAWN = 400;

/**
 * Resolves once an image can take the place of another with nothing left empty: all of its tiles in view are loaded, or `DRAWN`
 * milliseconds have passed and the coarsest one, which is of the whole image, is drawn. A hidden page draws none until it is seen.
 * Never resolves where `signal` aborts before.
 */
export const whenDrawn = (
  viewer: OpenSeadragon.Viewer,
  item: OpenSeadragon.TiledImage,
  signal: AbortSignal,
): Promise<void> =>
  new Promise((resolve) => {
    const tile = new AbortController();
    const stop = (): void => {
      clearTimeout(timer);
      tile.abort();
      item.removeHandler('fully-loaded-change', loaded);
    };
    const done = (): void => {
      signal.removeEventListener('abort', stop);
      stop();
      resolve();
    };
    const loaded = ({ fullyLoaded }: { readonly fullyLoaded: boolean }): void => {
      if (fullyLoaded) done();
    };
    let waits = 2;
    const last = (): void => {
      waits--;
      // In the first frame from now the tile is drawn.
      if (waits === 0) requestAnimationFrame(() => requestAnimationFrame(done));
    };
    const timer = setTimeout(last, DRAWN);
    signal.addEventListener('abort', stop, { once: true });
    item.addHandler('fully-loaded-change', loaded);
    onFirstTile(viewer, item, tile.signal, last, item.source.minLevel);
  });
