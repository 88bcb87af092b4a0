/** The viewer's minimap, made when it is first wanted: a viewer makes one with itself alone. */
import type OpenSeadragon from 'openseadragon';
import { withoutSeams } from './fast-webgl.js';
import type { Library } from './openseadragon.js';
import type { ViewerHold } from './viewer.js';

/** Shows or hides the minimap of a viewer of our own; a page's viewer has its own. */
export const showNavigator = ({ viewer, owned, library }: ViewerHold, shown: boolean): void => {
  if (!owned || !library || (!shown && !viewer.navigator)) return;
  viewer.navigator ??= made(viewer, library);
  const { navigator } = viewer;
  navigator.element.style.display = shown ? 'inline-block' : 'none';
  if (!shown) return;
  navigator.updateSize();
  navigator.update(viewer.viewport);
};

const made = (viewer: OpenSeadragon.Viewer, library: Library): OpenSeadragon.Navigator => {
  const options = {
    viewer,
    position: 'BOTTOM_RIGHT',
    sizeRatio: 0.2,
    maintainSizeRatio: true,

    autoFade: false,
    navigatorRotate: true,
    background: '#000',
    opacity: 1,
    borderColor: '#555',
    displayRegionColor: '#ffd84d',
    crossOriginPolicy: 'Anonymous',
    animationTime: 0,
    drawer: 'canvas',
    ...withoutSeams(),
  } as const;
  const navigator = new library.Navigator(options);
  for (let k = 0; k < viewer.world.getItemCount(); k++) {
    const item = viewer.world.getItemAt(k);
    const shown = { tileSource: item.source, originalTiledImage: item };
    navigator.addTiledImage(shown);
  }
  return navigator;
};
