/** A server of pyramids in a process of its own, so that neither its time nor its memory is the engine's. A tile is drawn once. */
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ImageServer } from '../../test/support/servers/image-server.js';
import { type DrawnPyramid, ofFormula, ofPicture, ofTile, tileSide } from './images/drawn-pyramid.js';

const argument = '--serve-tiles';

/** Headers by which a page of another origin may read a server's files. */
export const forPages = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'Range',
  'Access-Control-Expose-Headers': 'Content-Range, Content-Length',
};

/** Runs the server in the process that `startTileServer` makes; false in the benchmark's own process. */
export const servesTiles = async (): Promise<boolean> => {
  const at = process.argv.indexOf(argument);
  if (at < 0) return false;
  const [picture, size, repeated, latency] = process.argv.slice(at + 1);
  const drawnOf = repeated === 'repeated' ? ofTile : ofPicture;
  const pyramid: DrawnPyramid = picture
    ? drawnOf(new Uint8Array(readFileSync(picture)), Number(size))
    : ofFormula(Number(size));
  const { width, height } = pyramid;
  const descriptor = `<Image TileSize="${tileSide}" Overlap="0" Format="png"><Size Width="${width}" Height="${height}"/></Image>`;
  const finest = Math.ceil(Math.log2(Math.max(width, height)));
  const tiles = new Map<string, number>();
  const drawn = new Map<string, Uint8Array>();
  const files = (path: string): Uint8Array | undefined => {
    if (path === 'drawn.dzi') return new TextEncoder().encode(descriptor);
    if (path === 'fetched') {
      const counts = JSON.stringify(Object.fromEntries(tiles));
      tiles.clear();
      return new TextEncoder().encode(counts);
    }
    const [, level, column, row] = /^drawn_files\/(\d+)\/(\d+)_(\d+)\.png$/.exec(path) ?? [];
    if (level === undefined) return undefined;
    tiles.set(path, (tiles.get(path) ?? 0) + 1);
    const tile = drawn.get(path) ?? pyramid.tile(2 ** (finest - Number(level)), Number(column), Number(row));
    drawn.set(path, tile);
    return tile;
  };
  const server = await ImageServer.start(files, { headers: forPages, latency: Number(latency) });
  process.send?.(server.url('drawn.dzi'));
  return true;
};

export interface TileServer {
  readonly url: string;
  /** Number of fetches of each tile since this was asked last, by its path. */
  fetched(): Promise<Readonly<Record<string, number>>>;
  stop(): void;
}

/**
 * Of a PNG file enlarged `size` times; of the formula with sides of `size` pixels where no file is given; or, with such sides, of a file of one
 * tile again and again.
 * @param latency milliseconds before every answer
 */
export const startTileServer = async (
  size: number,
  picture = '',
  repeated = false,
  latency = 0,
): Promise<TileServer> => {
  const child: ChildProcess = fork(process.argv[1]!, [
    argument,
    picture,
    String(size),
    repeated ? 'repeated' : 'once',
    String(latency),
  ]);
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(String(message)));
    child.once('exit', (code) => reject(new Error(`the tile server ended with ${code}`)));
  });
  return {
    url,
    fetched: async () => (await fetch(url.replace('drawn.dzi', 'fetched'))).json(),
    stop: () => child.kill(),
  };
};
