/** Tiles that did not come are asked for again: OpenSeadragon takes them for tiles that are not there. */
import type OpenSeadragon from 'openseadragon';

/** Milliseconds until a tile is asked for again the first time; each time twice as long. */
const FIRST = 4000;
/** Times that a tile is asked for again: after some four minutes it counts as one that is not there, as those of pyramids with gaps. */
const TIMES = 6;

interface FailedEvent {
  readonly tile?: OpenSeadragon.Tile;
  readonly tiledImage?: OpenSeadragon.TiledImage;
}

/** Asks again after a while, and as soon as the browser is online again. Ends with the viewer. */
export const askAgain = (viewer: OpenSeadragon.Viewer): void => {
  let times = new WeakMap<OpenSeadragon.Tile, number>();
  /** Tiles that wait, and how each is asked for. */
  const waiting = new Map<OpenSeadragon.Tile, () => void>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const failed = ({ tile, tiledImage: item }: FailedEvent): void => {
    if (!tile || !item || waiting.has(tile)) return;
    const before = times.get(tile) ?? 0;
    times.set(tile, before + 1);
    if (before >= TIMES) return;
    const ask = (): void => {
      clearTimeout(timer);
      timers.delete(timer);
      waiting.delete(tile);
      tile.exists = true;
      // An image that has all that it asked for looks for tiles again where something about it changes.
      item.setClip(item.getClip());
      viewer.forceRedraw();
    };
    const timer = setTimeout(ask, FIRST * 2 ** before);
    timers.add(timer);
    waiting.set(tile, ask);
  };
  const online = (): void => {
    times = new WeakMap();
    for (const ask of [...waiting.values()]) ask();
  };
  viewer.addHandler('tile-load-failed', failed);
  addEventListener('online', online);
  viewer.addOnceHandler('destroy', () => {
    viewer.removeHandler('tile-load-failed', failed);
    removeEventListener('online', online);
    waiting.clear();
    for (const timer of timers) clearTimeout(timer);
  });
};
