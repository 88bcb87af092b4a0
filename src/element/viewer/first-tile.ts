/** The moment from which an image is more than an empty place in its viewer. */
import type OpenSeadragon from 'openseadragon';

/** Calls `then` once a tile of the image has come, or could not; at once where all that is in view is there. `signal` calls it off. */
export const onFirstTile = (
  viewer: OpenSeadragon.Viewer,
  item: OpenSeadragon.TiledImage,
  signal: AbortSignal,
  then: () => void,
): void => {
  if (item.getFullyLoaded()) {
    then();
    return;
  }
  const names = ['tile-loaded', 'tile-load-failed'] as const;
  const stop = (): void => {
    for (const name of names) viewer.removeHandler(name, came);
  };
  const came = ({ tiledImage }: { readonly tiledImage?: OpenSeadragon.TiledImage }): void => {
    if (tiledImage !== item) return;
    signal.removeEventListener('abort', stop);
    stop();
    then();
  };
  signal.addEventListener('abort', stop, { once: true });
  for (const name of names) viewer.addHandler(name, came);
};
