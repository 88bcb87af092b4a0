/** Windows of a level whose pixels are in tiles on a device, and the tables that are made from them there. */
import type { Executor } from '../../compute/executor.js';
import { makeBuffers } from '../../compute/make-buffers.js';
import type { Rect } from '../../core/geometry/rect.js';
import type { Ring } from '../../core/geometry/ring.js';
import type { ChannelRows } from '../../image/channels/channels.js';
import { PLACED_WORDS, placeTiles } from '../kernels/place_tiles.js';
import { PLACE_WORDS, T, TILE_SIDE, W, WINDOW_WORDS } from '../kernels/shared/tile-records.js';
import { planeLayout } from '../tables/planes.js';
import { makeTables, type PlacedPlanes, type TableOptions } from '../tables/tables.js';
import { pixelsInside } from './inside-rects.js';
import type { WindowShares } from './level-means.js';
import type { SeenWindow, WindowTables } from './seen-window.js';
import type { Tile, TileStore } from './tile-store.js';

/** The kind of a tile's planes. */
export type TileKind = Pick<ChannelRows, 'kind' | 'bits' | 'codes' | 'count'>;

/** A window made from tiles. */
export class PlacedWindow implements SeenWindow {
  readonly prior = false;

  constructor(
    readonly window: Rect,
    readonly store: TileStore,
    readonly planes: TileKind,
    private readonly tiles: readonly Tile[],
  ) {}

  shares(local: Ring): WindowShares {
    const { window, tiles } = this;
    const all = new Float64Array(tiles[0]!.sums.length);
    for (const { sums } of tiles) for (let i = 0; i < sums.length; i++) all[i]! += sums[i]!;
    const places = tiles.map(({ rect }) => ({ ...rect, x: rect.x - window.x, y: rect.y - window.y }));
    const inside = pixelsInside(local, window, places);
    return { inside, outside: all[0]! - inside, all };
  }

  /** The window's record, with its first row `top` and its first place `firstPlace`, and the records of its places. */
  records(top: number, firstPlace: number): { readonly window: Uint32Array; readonly places: Uint32Array } {
    const { x, y, width, height } = this.window;
    const [column, row] = [Math.floor(x / TILE_SIDE), Math.floor(y / TILE_SIDE)];
    const columns = Math.ceil((x + width) / TILE_SIDE) - column;
    const rows = Math.ceil((y + height) / TILE_SIDE) - row;
    const window = new Uint32Array(WINDOW_WORDS);
    window[W.top] = top;
    window[W.width] = width;
    window[W.x] = x - column * TILE_SIDE;
    window[W.y] = y - row * TILE_SIDE;
    window[W.columns] = columns;
    window[W.firstPlace] = firstPlace;
    const places = new Uint32Array(PLACE_WORDS * columns * rows);
    for (const { place, rect } of this.tiles) {
      const [tileColumn, tileRow] = [Math.floor(rect.x / TILE_SIDE), Math.floor(rect.y / TILE_SIDE)];
      const at = PLACE_WORDS * ((tileRow - row) * columns + tileColumn - column);
      places[at + T.tile] = place + 1;
      places[at + T.left] = rect.x - tileColumn * TILE_SIDE;
      places[at + T.right] = rect.x + rect.width - tileColumn * TILE_SIDE;
      places[at + T.top] = rect.y - tileRow * TILE_SIDE;
      places[at + T.bottom] = rect.y + rect.height - tileRow * TILE_SIDE;
    }
    return { window, places };
  }
}

/** @param placed at least one, of one store */
export const makePlacedTables = async (
  executor: Executor,
  placed: readonly PlacedWindow[],
  options: TableOptions,
  signal: AbortSignal,
): Promise<WindowTables> => {
  const [{ store, planes }] = placed as readonly [PlacedWindow, ...PlacedWindow[]];
  const tops: number[] = [];
  const records: { readonly window: Uint32Array; readonly places: Uint32Array }[] = [];
  let [height, places] = [0, 0];
  for (const each of placed) {
    const record = each.records(height, places);
    tops.push(height);
    records.push(record);
    height += each.window.height;
    places += record.places.length / PLACE_WORDS;
  }
  const width = Math.max(...placed.map(({ window }) => window.width));
  const lists = await makeBuffers(executor, 'snake.', {
    windows: joinedWords(records.map(({ window }) => window)),
    places: joinedWords(records.map(({ places }) => places)),
  });
  const drop = (): void => {
    for (const list of Object.values(lists)) list.destroy();
  };
  try {
    const about = { ...planes, width, height, record: {}, missing: NONE };
    const { rowWords, stored } = planeLayout(about, planes.count);
    const channel: PlacedPlanes = {
      ...about,
      fill: (recording, { geometry, samples, rows }) => {
        const buffers = { geometry, samples, tiles: store.buffer, ...lists };
        recording.dispatch(placeTiles, buffers, [Math.ceil(rowWords / PLACED_WORDS), rows, stored]);
      },
    };
    const tables = await makeTables(executor, channel, options, signal);
    // The next steps are recorded meanwhile; they run afterwards.
    void Promise.resolve(tables.filled).then(drop, drop);
    return { tables, tops };
  } catch (error) {
    drop();
    throw error;
  }
};

/** Stands for flags of missing pixels, which `placeTiles` writes: windows nearly always have pixels outside the domain. */
const NONE = new Uint8Array(0);

const joinedWords = (parts: readonly Uint32Array[]): Uint32Array => {
  const words = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    words.set(part, at);
    at += part.length;
  }
  return words;
};
