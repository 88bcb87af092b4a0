/** Turned views that a canvas draws. */
import type OpenSeadragon from 'openseadragon';

/** The name of OpenSeadragon's option for the zoom from which tiles are put together upright, side by side, and shown as one picture. */
const TOGETHER_FROM = 'smoothTileEdgesMinZoom';

/**
 * Leaves no seams between the tiles of a turned view: drawn one by one, the edges of each let the ground through. They are put together first then, at
 * every zoom, which takes about twice the time of a frame; a view that is upright or on its side has no seams. Of a view that may be turned already.
 */
export const withoutTurnedSeams = (viewer: OpenSeadragon.Viewer): void => {
  const { viewport, world } = viewer;
  const usual: unknown = Reflect.get(viewer, TOGETHER_FROM);
  const isTurned = (): boolean => viewport.getRotation(true) % 90 !== 0;
  const dress = (item: OpenSeadragon.TiledImage): void => {
    Reflect.set(item, TOGETHER_FROM, isTurned() ? 0 : usual);
  };
  world.addHandler('add-item', ({ item }) => dress(item));
  const dressAll = (): void => {
    for (let k = 0; k < world.getItemCount(); k++) dress(world.getItemAt(k));
  };
  // Comes before the frame is drawn.
  viewer.addHandler('viewport-change', dressAll);
  dressAll();
  viewer.forceRedraw();
};
