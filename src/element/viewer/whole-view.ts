/** A viewer of our own whose size changes: where all of the image was in view, all of it stays there. */
import type OpenSeadragon from 'openseadragon';

/** A share of the image's width: bounds that differ by less are equal but for rounding. */
const ROUNDING = 1e-3;

/** Keeps the whole image in view through changes of the viewer's size; OpenSeadragon keeps the middle and the scale of any other view. */
export const keepWhole = (viewer: OpenSeadragon.Viewer): void => {
  /** Where the view was going in the last frame, if all of the image is in view there. */
  let whole: { readonly zoom: number; readonly centre: OpenSeadragon.Point } | undefined;
  const take = (): void => {
    const { viewport } = viewer;
    whole = showsWhole(viewer) ? { zoom: viewport.getZoom(), centre: viewport.getCenter() } : undefined;
  };
  viewer.addHandler('update-viewport', take);
  viewer.addHandler('resize', () => {
    const { viewport } = viewer;
    // It may have been moved since.
    if (!whole || viewport.getZoom() !== whole.zoom || !viewport.getCenter().equals(whole.centre)) return;
    // The event comes before the viewer has the new size's bounds.
    queueMicrotask(() => {
      if (!viewer.isOpen()) return;
      viewport.goHome(true);
      take();
    });
  });
};

const showsWhole = ({ viewport, world }: OpenSeadragon.Viewer): boolean => {
  const all = world.getHomeBounds();
  const view = viewport.getBounds();
  const slack = all.width * ROUNDING;
  return (
    view.x <= all.x + slack &&
    view.y <= all.y + slack &&
    view.x + view.width >= all.x + all.width - slack &&
    view.y + view.height >= all.y + all.height - slack
  );
};
