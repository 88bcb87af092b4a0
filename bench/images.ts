/**
 * Time to open and read images over a local server with 20 ms of latency, and what that takes: requests, bytes, memory.
 * `npm run bench images`.
 */
import { readFileSync } from 'node:fs';
import { renderTile, stretchOf } from '../src/image/display.js';
import { open } from '../src/image/open.js';
import { ImageServer } from '../test/support/servers/image-server.js';

const LATENCY = 20;
const files: Readonly<Record<string, string>> = {
  'slide.svs': 'demo/images/CMU-1-Small-Region.svs',
  'cog.tif': 'test/data/images/cog.tif',
  'sar.tif': 'demo/images/s1_spain_vh.tif',
};
const content = new Map(Object.entries(files).map(([name, path]) => [name, new Uint8Array(readFileSync(path))]));

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;

for (const name of Object.keys(files)) {
  const opened: number[] = [];
  const shown: number[] = [];
  const read: number[] = [];
  let requests = 0;
  for (let k = 0; k < 5; k++) {
    const server = await ImageServer.start((path) => content.get(path), { latency: LATENCY });
    const start = performance.now();
    const image = await open({ kind: 'url', url: server.url(name) });
    opened.push(performance.now() - start);
    const stretch = await stretchOf(image);
    const coarsest = image.levels.length - 1;
    const { width, height } = image.levels[coarsest]!;
    const part = { x: 0, y: 0, width: Math.min(width, 512), height: Math.min(height, 512) };
    await renderTile(image, { rect: part, level: coarsest, width: 256, height: 256 }, stretch);
    shown.push(performance.now() - start);
    const again = performance.now();
    await image.region({ x: 0, y: 0, width: image.width, height: image.height }, 0);
    read.push(performance.now() - again);
    requests = server.requests.length;
    image.close();
    await server.stop();
  }
  const megapixels = await (async () => {
    const image = await open({ kind: 'blob', blob: new Blob([content.get(name)!]) });
    return (image.width * image.height) / 1e6;
  })();
  console.log(
    `${name} (${megapixels.toFixed(2)} Mpx): open ${median(opened).toFixed(0)} ms, first picture ${median(shown).toFixed(0)} ms, ` +
      `then all samples ${median(read).toFixed(0)} ms; ${requests} requests`,
  );
}
