/** The component in a page of headless Chromium, from the bundle in `cdn/`, and a box drawn in it with the mouse. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
// @ts-expect-error a build script, plain JavaScript
import { findChrome } from '../../scripts/machine/chrome.mjs';
// @ts-expect-error a build script, plain JavaScript
import { fileServer } from '../../scripts/serve.mjs';
import type { PartName } from '../../src/core/parts.js';

const flags = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  // Pages of ours read files of servers on this machine.
  '--disable-features=LocalNetworkAccessChecks',
];
const html = `<!doctype html><style>snake-segmenter{display:block;width:900px;height:900px}</style>
<script type="module" src="/cdn/snake-segmenter.js"></script><snake-segmenter></snake-segmenter>`;

/** Inside a blob with five lobes; coordinates are −½ to ½ across the image. Its source goes into pages. */
export const inBlob = (x: number, y: number): boolean => {
  const radius = 0.22 * (1 + 0.3 * Math.cos(5 * Math.atan2(y, x)));
  return x * x + y * y < radius * radius;
};

/** Milliseconds from the release of the mouse that drew the box; of the page's tasks over 50 ms, how long each took. */
export interface Drawn {
  readonly start: number;
  readonly first: number;
  readonly complete: number;
  readonly states: number;
  readonly long: readonly number[];
  readonly vertices: number;
  /** Milliseconds that the engine spent on each part of the run. */
  readonly parts: Readonly<Record<PartName, number>>;
}

export interface ComponentPages {
  /** The browser's name and version. */
  readonly browser: string;
  /** A page in a browser context of its own: nothing is cached. */
  open(): Promise<Page>;
  /** Loads the page anew, in the same browser context: what it stored is there. */
  reload(page: Page): Promise<void>;
  /** Seconds of processor time that the browser's processes have used. */
  processorTime(): Promise<{ readonly page: number; readonly all: number }>;
  close(): Promise<void>;
}

/**
 * @param more flags of Chromium beside the usual
 * @param root the folder whose `cdn/` the pages load
 * @throws where there is no bundle or no Chromium
 */
export const componentPages = async (more: readonly string[] = [], root = '.'): Promise<ComponentPages> => {
  if (!existsSync(join(root, 'cdn/snake-segmenter.js')))
    throw new Error(`There is no cdn/ in ${root}: run "npm run build" there first.`);
  const executablePath = findChrome();
  if (!executablePath) throw new Error('No Chromium was found: set CHROME_PATH.');
  const server = fileServer(root);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const origin = `http://127.0.0.1:${address.port}/`;
  const browser: Browser = await chromium.launch({ executablePath, args: [...flags, ...more] });
  const load = async (page: Page): Promise<void> => {
    await page.route('**/bench.html', (route) => route.fulfill({ contentType: 'text/html', body: html }));
    await page.goto(`${origin}bench.html`);
    // A route, of whatever pattern, holds up every request of the page and its workers.
    await page.unroute('**/bench.html');
    await page.waitForFunction(() => customElements.get('snake-segmenter') !== undefined);
  };
  return {
    browser: `Chromium ${browser.version()} headless ${more.includes('--enable-unsafe-webgpu') ? 'with' : 'without'} a GPU`,
    async open() {
      const context = await browser.newContext({ viewport: { width: 940, height: 940 } });
      const page = await context.newPage();
      await load(page);
      return page;
    },
    reload: load,
    async processorTime() {
      const session = await browser.newBrowserCDPSession();
      const { processInfo } = await session.send('SystemInfo.getProcessInfo');
      await session.detach();
      const sum = (of: typeof processInfo): number => of.reduce((total, { cpuTime }) => total + cpuTime, 0);
      return { page: sum(processInfo.filter(({ type }) => type === 'renderer')), all: sum(processInfo) };
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
};

/** Round the middle of the element. @throws what the element says went wrong, or after two minutes. */
export const drawBox = async (page: Page): Promise<Drawn> => {
  await page.evaluate(async () => {
    const element = document.querySelector('snake-segmenter')!;
    element.clear();
    const record = { released: 0, start: 0, first: 0, complete: 0, states: 0, long: [] as number[], error: '' };
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
    element.addEventListener('segmenter-error', ({ detail }) => (record.error ||= detail.message), { once: true });
    element.addEventListener('contour-cancel', () => (record.error ||= 'The run was aborted.'), { once: true });
    Object.assign(globalThis, { record, partsBefore: (await element.stats()).parts });
    await element.executeCommand('snake.tool.box');
  });
  const box = (await page.locator('snake-segmenter').boundingBox())!;
  const [x, y, half] = [box.x + box.width / 2, box.y + box.height / 2, box.width * 0.32];
  await page.mouse.move(x - half, y - half);
  await page.mouse.down();
  await page.mouse.move(x, y, { steps: 4 });
  await page.mouse.move(x + half, y + half, { steps: 4 });
  await page.mouse.up();
  const over = () => Reflect.get(globalThis, 'record').complete > 0 || Reflect.get(globalThis, 'record').error !== '';
  await page.waitForFunction(over, undefined, { timeout: 120_000 });
  const { parts, before, ...drawn } = await page.evaluate(async () => {
    const { released, start, first, complete, states, long, error } = Reflect.get(globalThis, 'record');
    if (error !== '') throw new Error(error);
    const element = document.querySelector('snake-segmenter')!;
    const ring = element.contours.features[0]!.geometry;
    const { parts } = await element.stats();
    return {
      start: start - released,
      first: first - released,
      complete: complete - released,
      states,
      long,
      vertices: ring.type === 'Polygon' ? ring.coordinates[0]!.length - 1 : 0,
      parts,
      before: Reflect.get(globalThis, 'partsBefore'),
    };
  });
  return {
    ...drawn,
    parts: {
      read: parts.read - before.read,
      channel: parts.channel - before.channel,
      tables: parts.tables - before.tables,
      steps: parts.steps - before.steps,
      measure: parts.measure - before.measure,
    },
  };
};
