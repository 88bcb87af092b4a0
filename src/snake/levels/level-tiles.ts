/** The tiles of one level near a ring: those that a device lacks are read, packed and sent to it. */
import type { RunContext } from '../../algorithm/algorithm.js';
import { keptIn } from '../../compute/kept.js';
import { Recording } from '../../compute/recording.js';
import { deferred } from '../../core/deferred.js';
import { abortError, SegmenterError } from '../../core/errors.js';
import type { Rect } from '../../core/geometry/rect.js';
import { TILE_SIDE, tilePlaneWords } from '../kernels/shared/tile-records.js';
import { see } from '../problem.js';
import { packTile } from './packed-tile.js';
import { PlacedWindow, type TileKind } from './placed-windows.js';
import { type Tile, TileStore } from './tile-store.js';
import { Turns } from './turns.js';
import type { Reading } from './window-reader.js';

/** Maximum share of the device's cache for the tiles of one level. */
const SHARE = 1 / 4;
/** Room for the tiles of a level relative to the number needed: the next ring usually differs. */
const SPARE = 1.5;

/** Words of tiles that are sent to the device together, before all requested ones have arrived. */
const TOGETHER = 2 ** 19;

/** A run of tiles that is being read, identified by its first tile's key. */
interface Coming {
  readonly name: string;
  readonly packed: Promise<void>;
}

/** Tiles that are packed and not yet sent. */
interface Packed {
  readonly recording: Recording;
  readonly made: (readonly [key: string, tile: Tile])[];
  words: number;
}

const nothingPacked = (): Packed => ({ recording: new Recording(), made: [], words: 0 });

/** Tiles on the device, which are kept for the next contour. */
interface KeptTiles {
  /** Their name in the device's cache. */
  readonly key: string;
  readonly store: TileStore;
  /** Keys of the tiles that this contour needs. */
  readonly needed: ReadonlySet<string>;
}

/** A level whose windows are made of tiles. */
export class LevelTiles {
  /** By the keys of all of its tiles. */
  readonly #coming = new Map<string, Coming>();
  readonly #parts = new Map<Rect, readonly Rect[]>();
  /** Runs of tiles that are being read. */
  #underWay = 0;
  readonly #turns = new Turns();
  #packed = nothingPacked();
  /** Pending transfers to the device. */
  readonly #sending = new Set<Promise<void>>();
  #complete = true;
  #released = false;
  /** Rejects once the tiles are released, which ends pending waits. */
  readonly #end = deferred();

  private constructor(
    private readonly context: RunContext,
    private readonly level: number,
    private readonly reading: Reading,
    private readonly kind: TileKind,
    private readonly kept: KeptTiles,
  ) {}

  /** Tiles for the windows of a level; `undefined` where planes must be made in memory. The caller releases them. */
  static async open(
    context: RunContext,
    level: number,
    reading: Reading,
    kind: TileKind,
    windows: readonly Rect[],
  ): Promise<LevelTiles | undefined> {
    const { executor, image, view } = context;
    const { record, parameters, box, guide } = reading;
    const prior = box !== undefined && parameters.boxPrior !== 0 && kind.kind === 'intensity';
    if (executor.backend === 'cpu' || guide || prior) return undefined;
    const needed = new Set(windows.flatMap((window) => tilesOf(reading.parts(window)).map(keyOf)));
    const tileBytes = 4 * kind.count * tilePlaneWords(kind.bits);
    const { binding, buffer } = executor.limits;
    const most = Math.floor(Math.min(binding, buffer * SHARE) / tileBytes);
    if (needed.size === 0 || needed.size > most) return undefined;
    const transform = [record.channel, record.channelTransform, record.threshold, parameters.model === 'bernoulli'];
    const key = JSON.stringify(['tiles', view, image.slice, level, kind, transform]);
    const kept = keptIn(executor);
    const found = kept.take(image.levels, key);
    let store = found instanceof TileStore ? found : undefined;
    if (store === undefined || store.room < needed.size) {
      found?.destroy();
      const room = Math.min(most, Math.ceil(SPARE * needed.size));
      kept.makeRoom(room * tileBytes);
      try {
        store = new TileStore(await executor.buffer('snake.tiles', (room * tileBytes) / 4), room);
      } catch (error) {
        // Others may occupy the memory; windows need less.
        if (error instanceof SegmenterError && error.code === 'out-of-memory') return undefined;
        throw error;
      }
    }
    return new LevelTiles(context, level, reading, kind, { key, store, needed });
  }

  /** Keeps the tiles for the next contour; pending reads are discarded. */
  release(): void {
    this.#released = true;
    this.#end.reject(abortError());
    this.#turns.end();
    for (const [, { place }] of this.#packed.made) this.kept.store.giveBack(place);
    this.#packed = nothingPacked();
    keptIn(this.context.executor).give(this.context.image.levels, this.kept.key, this.kept.store);
  }

  /**
   * The windows, each `undefined` where nothing of it is visible; `undefined` for all where visible pixels lack data,
   * which tiles cannot represent. Rejects with `AbortError` once they are released.
   * @param following windows whose tiles are requested already; they are packed once the caller calls `proceed`
   */
  async read(
    windows: readonly Rect[],
    following: readonly Rect[],
  ): Promise<readonly (PlacedWindow | undefined)[] | undefined> {
    const coming = this.begin(windows);
    for (const window of following) this.#ask(window);
    const packed = coming.flat().map((rect) => this.#coming.get(keyOf(rect))?.packed);
    await Promise.race([Promise.all(packed), this.#end.promise]);
    if (!this.#complete) return undefined;
    this.#send();
    await Promise.all(this.#sending);
    return coming.map((tiles, i) => {
      if (tiles.length === 0) return undefined;
      const its = tiles.map((rect) => this.kept.store.use(keyOf(rect))!);
      return new PlacedWindow(windows[i]!, this.kept.store, this.kind, its);
    });
  }

  /** The tiles of a window; missing ones are requested. */
  #ask(window: Rect): readonly Rect[] {
    const known = this.#parts.get(window);
    if (known) return known;
    const parts = this.reading.parts(window);
    const all: Rect[] = [];
    for (const part of parts) {
      const tiles = tilesOf([part]);
      all.push(...tiles);
      const missing = tiles.filter((rect) => !this.kept.store.has(keyOf(rect)) && !this.#coming.has(keyOf(rect)));
      for (const run of runsOf(missing)) {
        const packed = this.#bring(run);
        // The caller that awaits the window gets the error; this avoids an unhandled rejection.
        packed.catch(() => {});
        const coming = { name: keyOf(run[0]!), packed };
        for (const rect of run) this.#coming.set(keyOf(rect), coming);
      }
    }
    this.#parts.set(window, all);
    return all;
  }

  /** Requests the tiles of windows that will be needed, which are packed as they arrive. */
  begin(windows: readonly Rect[]): readonly (readonly Rect[])[] {
    const tiles = windows.map((window) => this.#ask(window));
    this.#turns.hurry(tiles.flat().flatMap((rect) => this.#coming.get(keyOf(rect))?.name ?? []));
    return tiles;
  }

  /** Call when the device has work: tiles of following windows are packed meanwhile. */
  proceed(): void {
    this.#turns.proceed();
  }

  /** Reads tiles in parallel and packs them; they are sent together with others, since a submit takes longer than a tile. */
  async #bring(run: readonly Rect[]): Promise<void> {
    this.#underWay++;
    try {
      await this.#pack(run);
    } finally {
      this.#underWay--;
      if (this.#underWay === 0 || this.#packed.words >= TOGETHER) this.#send();
    }
  }

  async #pack(run: readonly Rect[]): Promise<void> {
    const { signal } = this.context;
    const [first, last] = [run[0]!, run.at(-1)!];
    const whole = { ...first, width: last.x + last.width - first.x };
    const samples = await this.context.region(whole, this.level);
    await this.#turns.mine(keyOf(first));
    if (this.#released) return;
    const { channel } = await see(samples, this.reading.parameters, signal, this.reading.record);
    if (channel.missing?.includes(1)) {
      this.#complete = false;
      return;
    }
    const planes = await channel.rows(0, whole.height);
    if (this.#released) return;
    for (const rect of run) {
      const place = this.kept.store.placeBeside(this.kept.needed);
      if (place === undefined) throw new SegmenterError('internal', { reason: 'a level has no room for its tiles' });
      const from = rect.x - whole.x;
      const { words, sums } = packTile(planes, from, rect);
      this.#packed.made.push([keyOf(rect), { place, rect, sums }]);
      this.#packed.recording.write(this.kept.store.buffer, words, place * words.length);
      this.#packed.words += words.length;
    }
  }

  /** Sends the packed tiles. The next caller that reads windows gets the error. */
  #send(): void {
    const { recording, made } = this.#packed;
    if (made.length === 0) return;
    this.#packed = nothingPacked();
    const { executor, signal } = this.context;
    const sending = executor.submit(recording, signal).then(
      () => {
        for (const [key, tile] of made) this.kept.store.put(key, tile);
        this.#sending.delete(sending);
      },
      (error: unknown) => {
        for (const [, { place }] of made) this.kept.store.giveBack(place);
        throw error;
      },
    );
    sending.catch(() => {});
    this.#sending.add(sending);
  }
}

/** Key of a tile, from its pixels: a domain may end within a tile. */
const keyOf = ({ x, y, width, height }: Rect): string => `${x} ${y} ${width} ${height}`;

/** Parts of a level, split at the borders of tiles, none higher than a row of tiles. */
const tilesOf = (parts: readonly Rect[]): readonly Rect[] =>
  parts.flatMap(({ x, y, width, height }) => {
    const tiles: Rect[] = [];
    for (let from = x; from < x + width; ) {
      const end = Math.min(x + width, (Math.floor(from / TILE_SIDE) + 1) * TILE_SIDE);
      tiles.push({ x: from, y, width: end - from, height });
      from = end;
    }
    return tiles;
  });

/** Groups the adjacent tiles of a row. */
const runsOf = (tiles: readonly Rect[]): readonly (readonly Rect[])[] => {
  const runs: Rect[][] = [];
  for (const tile of tiles) {
    const before = runs.at(-1)?.at(-1);
    if (before && before.x + before.width === tile.x) runs.at(-1)!.push(tile);
    else runs.push([tile]);
  }
  return runs;
};
