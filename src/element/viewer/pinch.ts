/** A pinch in a viewer of our own: what lies between the fingers stays between them. */
import type OpenSeadragon from 'openseadragon';

/**
 * Gives each zoom of a pinch its centre at once. OpenSeadragon does so with the next frame, and begins each move of a pinch where the
 * centre is: of two fingers that move in one frame the second undid what the first had moved.
 */
export const steadyPinch = (viewer: OpenSeadragon.Viewer): void => {
  viewer.addHandler('zoom', ({ immediately, refPoint }) => {
    const { viewport } = viewer;
    if (immediately && refPoint) viewport.panTo(viewport.getCenter(), true);
  });
};
