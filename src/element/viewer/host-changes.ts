/** What a page does with its own viewer: it opens another image, or closes the one that is open. */
import type OpenSeadragon from 'openseadragon';

/**
 * Calls `changed` after each image that the viewer opens or takes into its world, and once it was closed and shows nothing; to open another
 * image it closes the one before, which is not told. Returns the function that ends this.
 */
export const watchHost = (viewer: OpenSeadragon.Viewer, changed: () => void): (() => void) => {
  const left = (): void =>
    queueMicrotask(() => {
      // A destroyed viewer has no world.
      if (viewer.world?.getItemCount() === 0 && Reflect.get(viewer, '_opening') !== true) changed();
    });
  viewer.addHandler('open', changed);
  viewer.addHandler('close', left);
  viewer.world.addHandler('add-item', changed);
  return () => {
    viewer.removeHandler('open', changed);
    viewer.removeHandler('close', left);
    viewer.world?.removeHandler('add-item', changed);
  };
};
