/**
 * A box on a slide that lies far away: synthetic stained tissue of 16,384² pixels as a Deep Zoom image, from a server that waits 80 ms before each answer
 * (`--latency=N`), in headless Chromium. The view shows 3,600 pixels; a box of 1,000 is drawn in .7 s
 * (`--drag=MS`). From the release of the mouse to the first state
 * and to the contour, at `--boxes=N` places of a page whose tiles nothing has read yet. `--before=FOLDER` is the root of another build, whose `cdn/` is measured in turn
 * with this one's. Build both first. Writes a section of `bench/RESULTS.md`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from 'fast-png';
import type { Page } from 'playwright-core';
import { type ComponentPages, componentPages } from '../support/browser-page.js';
import { tileSide } from '../support/images/drawn-pyramid.js';
import { tissue } from '../support/images/tissue.js';
import { median, stamped, table, writeSection } from '../support/results.js';
import { servesTiles, startTileServer, type TileServer } from '../support/tile-server.js';

const flag = (name: string): string | undefined =>
  process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);

const side = 16384;
const view = 3600;
const latency = Number(flag('latency') ?? 80);
const boxes = Number(flag('boxes') ?? 5);
const before = flag('before');
/** Moves of the mouse while it draws, and milliseconds from one to the next. */
const moves = 14;
const pause = Number(flag('drag') ?? 700) / moves;

interface Drawn {
  readonly first: number;
  readonly complete: number;
  readonly tiles: number;
  readonly ring: string;
}

const drawAt = async (page: Page, server: TileServer, x: number, y: number): Promise<Drawn> => {
  await page.evaluate(
    async ([left, top, width]) => {
      const element = document.querySelector('snake-segmenter')!;
      element.clear();
      const { viewer } = element;
      const item = viewer!.world.getItemAt(0);
      viewer!.viewport.fitBounds(item.imageToViewportRectangle(left!, top!, width!, width!), true);
      const record = { released: 0, first: 0, complete: 0, error: '' };
      addEventListener('pointerup', () => (record.released ||= performance.now()), { capture: true, once: true });
      element.addEventListener('contour-progress', () => (record.first ||= performance.now()));
      element.addEventListener('contour-complete', () => (record.complete ||= performance.now()), { once: true });
      element.addEventListener('segmenter-error', ({ detail }) => (record.error ||= detail.message), { once: true });
      Object.assign(globalThis, { record });
      while (!item.getFullyLoaded()) await new Promise((resolve) => requestAnimationFrame(resolve));
      await element.executeCommand('snake.tool.box');
    },
    [x, y, view],
  );
  await page.waitForTimeout(500);
  await server.fetched();
  const bounds = (await page.locator('snake-segmenter').boundingBox())!;
  const scale = bounds.width / view;
  const [left, top, size] = [bounds.x + 1300 * scale, bounds.y + 1300 * scale, 1000 * scale];
  await page.mouse.move(left, top);
  await page.mouse.down();
  for (let move = 1; move <= moves; move++) {
    await page.mouse.move(left + (move / moves) * size, top + (move / moves) * size);
    await page.waitForTimeout(pause);
  }
  await page.mouse.up();
  const over = () => Reflect.get(globalThis, 'record').complete > 0 || Reflect.get(globalThis, 'record').error !== '';
  await page.waitForFunction(over, undefined, { timeout: 120_000 });
  const { error, ring, ...times } = await page.evaluate(() => {
    const { released, first, complete, error } = Reflect.get(globalThis, 'record');
    const [feature] = document.querySelector('snake-segmenter')!.contours.features;
    return { first: first - released, complete: complete - released, error, ring: JSON.stringify(feature?.geometry) };
  });
  if (error !== '') throw new Error(error);
  const fetched = Object.values(await server.fetched()).reduce((sum, count) => sum + count, 0);
  return { ...times, ring, tiles: fetched };
};

const visit = async (pages: ComponentPages, server: TileServer): Promise<readonly Drawn[]> => {
  const page = await pages.open();
  try {
    await page.evaluate(async (src) => {
      const element = document.querySelector('snake-segmenter')!;
      element.src = src;
      await element.updateComplete;
      await element.ready;
    }, server.url);
    await page.waitForTimeout(3000);
    const drawn: Drawn[] = [];
    for (let box = 0; box < boxes; box++)
      drawn.push(await drawAt(page, server, 200 + 4000 * (box % 3), 200 + 4000 * Math.floor(box / 3)));
    return drawn;
  } finally {
    await page.context().close();
  }
};

const measure = async (): Promise<void> => {
  const { width, height, data } = tissue(64, tileSide / 8);
  const folder = mkdtempSync(join(tmpdir(), 'far-'));
  const picture = join(folder, 'tile.png');
  writeFileSync(picture, encode({ width, height, data, channels: 3 }));
  const builds = [
    ...(before === undefined ? [] : [{ name: 'before', pages: await componentPages([], before) }]),
    { name: 'now', pages: await componentPages() },
  ];
  const rows = [['build', 'to the first state, ms', 'median', 'to the contour, ms', 'median', 'tiles']];
  const rings = new Set<string>();
  try {
    for (let turn = 0; turn < 2; turn++) {
      for (const { name, pages } of builds) {
        // Tiles that the other has fetched are drawn already; a server of its own each time.
        const server = await startTileServer(side, picture, true, latency);
        const drawn = await visit(pages, server).finally(() => server.stop());
        rings.add(JSON.stringify(drawn.map(({ ring }) => ring)));
        const [firsts, completes] = [drawn.map(({ first }) => first), drawn.map(({ complete }) => complete)];
        const list = (of: readonly number[]): string => of.map((value) => value.toFixed(0)).join(' ');
        rows.push([
          name,
          list(firsts),
          median(firsts).toFixed(0),
          list(completes),
          median(completes).toFixed(0),
          list(drawn.map(({ tiles }) => tiles)),
        ]);
        console.log(rows.at(-1)!.join(' | '));
      }
    }
    const { browser } = builds[0]!.pages;
    const same = rings.size === 1 ? 'Every contour is the same.' : 'Contours differ.';
    const text = `## A box on a slide behind ${latency} ms of latency\n\n${table(rows)}\n\n${same}`;
    console.log(stamped(text, browser));
    if (!process.argv.includes('--print')) writeSection('far box', text, browser);
  } finally {
    for (const { pages } of builds) await pages.close();
    rmSync(folder, { recursive: true });
  }
};

if (!(await servesTiles())) await measure();
