/** What a page does with its own viewer: it opens another image, closes or moves one that is open, or destroys the viewer. */
import type OpenSeadragon from 'openseadragon';

/**
 * Calls `changed` after each image that the viewer opens, takes into its world, moves in it or loses from it; to open another image it closes
 * the one before, which is not told. Calls `gone` once the viewer is destroyed. Returns the function that ends this.
 */
export const watchHost = (viewer: OpenSeadragon.Viewer, changed: () => void, gone: () => void): (() => void) => {
  const left = (): void =>
    queueMicrotask(() => {
      // A destroyed viewer has no canvas, and before 6.0 no world.
      if (!viewer.canvas) gone();
      else if (viewer.world.getItemCount() > 0 || Reflect.get(viewer, '_opening') !== true) changed();
    });
  const { world } = viewer;
  const moves = ['remove-item', 'item-index-change'] as const;
  viewer.addHandler('open', changed);
  viewer.addHandler('open-failed', left);
  viewer.addHandler('close', left);
  world.addHandler('add-item', changed);
  for (const move of moves) world.addHandler(move, left);
  return () => {
    viewer.removeHandler('open', changed);
    viewer.removeHandler('open-failed', left);
    viewer.removeHandler('close', left);
    world.removeHandler('add-item', changed);
    for (const move of moves) world.removeHandler(move, left);
  };
};
