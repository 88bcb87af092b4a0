/**
 * A pyramid of 100,000 × 100,000 pixels whose tiles a local server draws from a formula: a box round an ellipse of
 * 1.2 gigapixels. Time to the contour, the level it ends at, tiles fetched against tiles there are, peak memory, and
 * the overlap with the formula's ellipse. `npm run bench gigapixels`.
 */
import { encode } from 'fast-png';
import { createEngine } from '../src/engine.js';
import { ImageServer } from '../test/support/image-server.js';

const SIDE = 100_000;
const TILE = 512;
const FINEST = Math.ceil(Math.log2(SIDE));
const ellipse = { x: 52_000, y: 47_000, a: 23_000, b: 17_000 };
const box = { x: 26_500, y: 28_000, width: 51_000, height: 38_000 };

/** A hash of three integers, 0 to 255. */
const noise = (x: number, y: number, level: number): number => {
  let h = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(level, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return (h >>> 24) & 255;
};

const draw = (level: number, column: number, row: number): Uint8Array => {
  const scale = 2 ** (FINEST - level);
  const side = Math.ceil(SIDE / scale);
  const width = Math.min(TILE, side - column * TILE);
  const height = Math.min(TILE, side - row * TILE);
  const data = new Uint8Array(width * height);
  for (let y = 0, k = 0; y < height; y++) {
    const v = ((row * TILE + y + 0.5) * scale - ellipse.y) / ellipse.b;
    const half = Math.abs(v) < 1 ? ellipse.a * Math.sqrt(1 - v * v) : -1;
    for (let x = 0; x < width; x++, k++) {
      const at = (column * TILE + x + 0.5) * scale;
      data[k] = (Math.abs(at - ellipse.x) < half ? 120 : 60) + (noise(column * TILE + x, row * TILE + y, level) >> 2);
    }
  }
  return encode({ width, height, data, channels: 1 }, { zlib: { level: 1 } });
};

const descriptor = new TextEncoder().encode(
  `<Image TileSize="${TILE}" Overlap="0" Format="png"><Size Width="${SIDE}" Height="${SIDE}"/></Image>`,
);
let drawing = 0;
const server = await ImageServer.start((path) => {
  if (path === 'huge.dzi') return descriptor;
  const [, level, column, row] = /^huge_files\/(\d+)\/(\d+)_(\d+)\.png$/.exec(path) ?? [];
  if (level === undefined) return undefined;
  const start = performance.now();
  const tile = draw(Number(level), Number(column), Number(row));
  drawing += performance.now() - start;
  return tile;
});

let peak = 0;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss);
}, 20);
const engine = await createEngine({ backend: 'cpu' });
const start = performance.now();
const image = await engine.open({ kind: 'url', url: server.url('huge.dzi') });
const opened = performance.now() - start;
const run = engine.segment(image, { algorithm: 'snake', init: box });
let first: number | undefined;
let level = -1;
for await (const state of run) {
  first ??= performance.now() - start;
  level = state.level;
}
const { geometry } = await run.result;
const finished = performance.now() - start;
clearInterval(watch);

/** Length of the ellipse, of the rings and of both on a line of constant y. */
const overlap = (rings: readonly (readonly (readonly number[])[])[]): number => {
  let both = 0;
  let either = 0;
  const rows = 4000;
  for (let k = 0; k < rows; k++) {
    const y = ((k + 0.5) * SIDE) / rows;
    const v = (y - ellipse.y) / ellipse.b;
    const half = Math.abs(v) < 1 ? ellipse.a * Math.sqrt(1 - v * v) : 0;
    const crossings = rings
      .flatMap((ring) =>
        ring.slice(1).flatMap(([xb = 0, yb = 0], j) => {
          const [xa = 0, ya = 0] = ring[j]!;
          return ya <= y === yb <= y ? [] : [xa + ((y - ya) * (xb - xa)) / (yb - ya)];
        }),
      )
      .sort((a, b) => a - b);
    let inside = 0;
    let shared = 0;
    for (let j = 0; j + 1 < crossings.length; j += 2) {
      const [from, to] = [crossings[j]!, crossings[j + 1]!];
      inside += to - from;
      shared += Math.max(0, Math.min(to, ellipse.x + half) - Math.max(from, ellipse.x - half));
    }
    both += shared;
    either += inside + 2 * half - shared;
  }
  return both / either;
};

const rings = geometry.type === 'Polygon' ? geometry.coordinates : [];
const tiles = server.requests.length - 1;
const scale = 2 ** level;
/** By default the domain is the box grown by half its size on every side, cut to the image. */
const along = (from: number, size: number): number =>
  Math.ceil((Math.min(SIDE, from + 1.5 * size) - Math.max(0, from - 0.5 * size)) / TILE);
const inDomain = along(box.x, box.width) * along(box.y, box.height);
console.log(`open ${opened.toFixed(0)} ms, first state ${first?.toFixed(0)} ms, contour ${finished.toFixed(0)} ms`);
console.log(`of which the server drew tiles for ${drawing.toFixed(0)} ms, in the same process`);
console.log(
  `ended at level ${level} (1 : ${scale}), ${rings[0]?.length ?? 0} nodes, IoU with the formula ${overlap(rings).toFixed(5)}`,
);
console.log(
  `${tiles} tiles fetched; the domain has ${inDomain} at full resolution; peak ${(peak / 2 ** 20).toFixed(0)} MiB resident`,
);
engine.dispose();
await server.stop();
