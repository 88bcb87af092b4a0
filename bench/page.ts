/**
 * What a person feels: a box drawn with the mouse on an open image whose domain has 4 megapixels, in headless Chromium.
 * From the release of the mouse to the first `contour-progress`, to the last ring, and the page's long tasks meanwhile,
 * by the browser's own observer. Writes the section of `bench/RESULTS.md`. Build first: it uses the bundle in `cdn/`.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { type Browser, chromium } from 'playwright-core';
// @ts-expect-error a build script, plain JavaScript
import { findChrome } from '../scripts/chrome.mjs';
// @ts-expect-error a build script, plain JavaScript
import { fileServer } from '../scripts/serve.mjs';
import { median, table, writeSection } from './support/results.js';

interface Trial {
  readonly start: number;
  readonly first: number;
  readonly complete: number;
  readonly states: number;
  readonly longest: number;
  readonly long: number;
  readonly nodes: number;
}

const side = 2048;
const trials = 7;
const flags = ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking'];

/** A page with the component and a bright blob in noise, `side` pixels square, as a PNG file. */
const page = `<!doctype html><style>snake-segmenter{display:block;width:900px;height:900px}</style>
<script type="module" src="/cdn/snake-segmenter.js"></script><snake-segmenter></snake-segmenter>`;

async function measure(browser: Browser, origin: string): Promise<readonly Trial[]> {
  const tab = await browser.newPage({ viewport: { width: 940, height: 940 } });
  await tab.route('**/bench.html', (route) => route.fulfill({ contentType: 'text/html', body: page }));
  await tab.goto(`${origin}bench.html`);
  await tab.evaluate(async (size) => {
    const canvas = new OffscreenCanvas(size, size);
    const context = canvas.getContext('2d')!;
    const image = context.createImageData(size, size);
    let seed = 1;
    for (let i = 0; i < size * size; i++) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      const [x, y] = [(i % size) / size - 0.5, Math.floor(i / size) / size - 0.5];
      const radius = 0.22 * (1 + 0.3 * Math.cos(5 * Math.atan2(y, x)));
      const value = (x * x + y * y < radius * radius ? 140 : 100) + (seed >>> 26);
      image.data.set([value, value, value, 255], 4 * i);
    }
    context.putImageData(image, 0, 0);
    const element = document.querySelector('snake-segmenter')!;
    element.src = await canvas.convertToBlob({ type: 'image/png' });
    await element.updateComplete;
    await element.ready;
    await element.executeCommand('snake.tool.box');
  }, side);
  const results: Trial[] = [];
  for (let trial = 0; trial <= trials; trial++) {
    await tab.waitForTimeout(1000);
    await tab.evaluate(() => {
      const element = document.querySelector('snake-segmenter')!;
      element.clear();
      const record = { released: 0, start: 0, first: 0, complete: 0, states: 0, long: [] as number[] };
      new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries()) {
          if (record.released > 0 && startTime > record.released && record.complete === 0) record.long.push(duration);
        }
      }).observe({ entryTypes: ['longtask'] });
      addEventListener('pointerup', () => (record.released ||= performance.now()), { capture: true, once: true });
      element.addEventListener('contour-start', () => (record.start ||= performance.now()), { once: true });
      element.addEventListener('contour-progress', () => {
        record.first ||= performance.now();
        record.states++;
      });
      element.addEventListener('contour-complete', () => (record.complete ||= performance.now()), { once: true });
      Object.assign(globalThis, { record });
    });
    const box = (await tab.locator('snake-segmenter').boundingBox())!;
    const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
    const half = box.width * 0.32;
    await tab.mouse.move(cx - half, cy - half);
    await tab.mouse.down();
    await tab.mouse.move(cx, cy, { steps: 4 });
    await tab.mouse.move(cx + half, cy + half, { steps: 4 });
    await tab.mouse.up();
    await tab.waitForFunction(() => Reflect.get(globalThis, 'record').complete > 0, undefined, { timeout: 60_000 });
    const result = await tab.evaluate(() => {
      const { released, start, first, complete, states, long } = Reflect.get(globalThis, 'record');
      const ring = document.querySelector('snake-segmenter')!.contours.features[0]!.geometry;
      return {
        start: start - released,
        first: first - released,
        complete: complete - released,
        states,
        longest: Math.max(0, ...long),
        long: long.length,
        nodes: ring.type === 'Polygon' ? ring.coordinates[0]!.length - 1 : 0,
      };
    });
    // The first run compiles the code; the image is open all the same.
    results.push(result);
  }
  return results;
}

if (!existsSync('cdn/snake-segmenter.js')) throw new Error('There is no cdn/: run "npm run build" first.');
const executablePath = findChrome();
if (!executablePath) throw new Error('No Chromium was found: set CHROME_PATH.');
const server = fileServer('.');
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('The server has no port.');
const browser = await chromium.launch({ executablePath, args: flags });
try {
  const [cold, ...warm] = await measure(browser, `http://127.0.0.1:${address.port}/`);
  const row = (name: string, of: (trial: Trial) => number): string[] => [
    name,
    of(cold!).toFixed(0),
    median(warm.map(of)).toFixed(0),
    Math.max(...warm.map(of)).toFixed(0),
  ];
  const rows = [
    ['from the release of the mouse, ms', 'first run', `median of ${warm.length}`, 'worst'],
    row('`contour-start`', ({ start }) => start),
    row('first `contour-progress`', ({ first }) => first),
    row('`contour-complete`', ({ complete }) => complete),
    row('states shown', ({ states }) => states),
    row('long tasks of the page (over 50 ms)', ({ long }) => long),
    row('the longest, ms (0: none over 50)', ({ longest }) => longest),
    row('nodes', ({ nodes }) => nodes),
  ];
  const machine = `${cpus()[0]?.model}, ${cpus().length} cores, Chromium ${browser.version()} headless without a GPU`;
  writeSection(
    'page',
    `## In the page\n\n\`npm run bench -- page\`: a box drawn with the mouse on an open image of ${side} × ${side} pixels, whose whole is the domain; CPU back end in the worker. ${machine}.\n\n${table(rows)}\n`,
  );
} finally {
  await browser.close();
  server.close();
}
