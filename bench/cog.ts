/**
 * A cloud-optimised GeoTIFF of 2048 × 2048 pixels of 16 bits over a local server with 20 ms of latency, in headless
 * Chromium: from the address to the first picture, and from the release of the mouse that drew a box to the contour.
 * Writes the section of `bench/RESULTS.md`. Build first: it uses the bundle in `cdn/`. `npm run bench cog`.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { type Browser, chromium } from 'playwright-core';
// @ts-expect-error a build script, plain JavaScript
import { findChrome } from '../scripts/chrome.mjs';
// @ts-expect-error a build script, plain JavaScript
import { fileServer } from '../scripts/serve.mjs';
import { ImageServer } from '../test/support/image-server.js';
import { Random } from '../test/support/random.js';
import { median, table, writeSection } from './support/results.js';
import { writeCog } from './support/write-cog.js';

const latency = 20;
const side = 2048;
const trials = 3;

/** A bright blob in noise. */
const cog = await writeCog({
  width: side,
  height: side,
  bands: 1,
  data: (() => {
    const random = new Random(17);
    return Uint16Array.from({ length: side * side }, (_, i) => {
      const [x, y] = [(i % side) / side - 0.5, Math.floor(i / side) / side - 0.5];
      const radius = 0.22 * (1 + 0.3 * Math.cos(5 * Math.atan2(y, x)));
      return (x * x + y * y < radius * radius ? 9000 : 6000) + (random.word() & 2047) + (random.word() & 2047);
    });
  })(),
});

interface Trial {
  readonly picture: number;
  readonly ready: number;
  readonly pictureRequests: number;
  readonly first: number;
  readonly complete: number;
  readonly requests: number;
}

const page = `<!doctype html><style>snake-segmenter{display:block;width:900px;height:900px}</style>
<script type="module" src="/cdn/snake-segmenter.js"></script><snake-segmenter></snake-segmenter>`;

/** Nothing cached: a browser context, a worker and a server of its own. */
async function measure(browser: Browser, origin: string): Promise<Trial> {
  const headers = {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Headers': 'Range',
    'Access-Control-Expose-Headers': 'Content-Range, Content-Length',
  };
  const server = await ImageServer.start((path) => (path === 'image.tif' ? cog : undefined), { latency, headers });
  const context = await browser.newContext({ viewport: { width: 940, height: 940 } });
  try {
    const tab = await context.newPage();
    await tab.route('**/bench.html', (route) => route.fulfill({ contentType: 'text/html', body: page }));
    await tab.goto(`${origin}bench.html`);
    await tab.waitForFunction(() => customElements.get('snake-segmenter') !== undefined);
    const opened = await tab.evaluate(async (url) => {
      const element = document.querySelector('snake-segmenter')!;
      const start = performance.now();
      element.src = url;
      // Functions without names: the transpiler would give them a helper that the page does not have.
      const ready = element.updateComplete.then(() => element.ready).then(() => performance.now() - start);
      while (!element.viewer) await new Promise((resolve) => requestAnimationFrame(resolve));
      // Then it is drawn in the next frame.
      await new Promise((resolve) => element.viewer!.addOnceHandler('tile-loaded', resolve));
      await new Promise((resolve) => requestAnimationFrame(resolve));
      return { picture: performance.now() - start, ready: await ready };
    }, server.url('image.tif'));
    const pictureRequests = server.requests.length;
    await tab.waitForTimeout(1500);
    const before = server.requests.length;
    await tab.evaluate(async () => {
      const element = document.querySelector('snake-segmenter')!;
      const record = { released: 0, first: 0, complete: 0 };
      addEventListener('pointerup', () => (record.released ||= performance.now()), { capture: true, once: true });
      element.addEventListener('contour-progress', () => (record.first ||= performance.now()));
      element.addEventListener('contour-complete', () => (record.complete ||= performance.now()), { once: true });
      Object.assign(globalThis, { record });
      await element.executeCommand('snake.tool.box');
    });
    const box = (await tab.locator('snake-segmenter').boundingBox())!;
    const [cx, cy, half] = [box.x + box.width / 2, box.y + box.height / 2, box.width * 0.32];
    await tab.mouse.move(cx - half, cy - half);
    await tab.mouse.down();
    await tab.mouse.move(cx + half, cy + half, { steps: 4 });
    await tab.mouse.up();
    await tab.waitForFunction(() => Reflect.get(globalThis, 'record').complete > 0, undefined, { timeout: 120_000 });
    const { released, first, complete } = await tab.evaluate(() => Reflect.get(globalThis, 'record'));
    const requests = server.requests.length - before;
    return { ...opened, pictureRequests, first: first - released, complete: complete - released, requests };
  } finally {
    await context.close();
    await server.stop();
  }
}

if (!existsSync('cdn/snake-segmenter.js')) throw new Error('There is no cdn/: run "npm run build" first.');
const executablePath = findChrome();
if (!executablePath) throw new Error('No Chromium was found: set CHROME_PATH.');
const server = fileServer('.');
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('The server has no port.');
const args = ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking'];
const browser = await chromium.launch({ executablePath, args });
try {
  const all: Trial[] = [];
  for (let k = 0; k < trials; k++) all.push(await measure(browser, `http://127.0.0.1:${address.port}/`));
  const row = (name: string, of: (trial: Trial) => number): string[] => [
    name,
    median(all.map(of)).toFixed(0),
    Math.max(...all.map(of)).toFixed(0),
  ];
  const rows = [
    ['', `median of ${trials}`, 'worst'],
    row('from the address to the first picture, ms', ({ picture }) => picture),
    row('to `ready`, ms', ({ ready }) => ready),
    row('requests for the picture', ({ pictureRequests }) => pictureRequests),
    row('from the release of the mouse to the first state, ms', ({ first }) => first),
    row('to the contour at full resolution, ms', ({ complete }) => complete),
    row('requests for the contour', ({ requests }) => requests),
  ];
  const machine = `${cpus()[0]?.model}, ${cpus().length} cores, load ${loadavg()[2]!.toFixed(1)}, Chromium ${browser.version()} headless without a GPU`;
  writeSection(
    'cog',
    `## A COG over 20 ms of latency\n\n\`npm run bench cog\`: ${side} × ${side} pixels of 16 bits, ${(cog.length / 1e6).toFixed(0)} MB deflated in tiles of 512 × 512, from a local server that waits ${latency} ms before each answer; nothing is cached, each trial has a browser context and a worker of its own. CPU back end. ${machine}.\n\n${table(rows)}\n`,
  );
  console.log(table(rows));
} finally {
  await browser.close();
  server.close();
}
