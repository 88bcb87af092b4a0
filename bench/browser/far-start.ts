/**
 * A box, or a click (`--click`), on a slide that lies far away: synthetic stained tissue of 16,384² pixels as a Deep Zoom image, from a server that waits 80 ms
 * before each answer (`--latency=N`), in headless Chromium. The view shows 3,600 pixels (`--view=N`). A box of 1,000 is drawn in .7 s (`--drag=MS`); a click is on
 * a nucleus, and 100 ms pass from its press to its release. From the release of the mouse to the first state and to the contour, at `--starts=N` places of a page
 * whose tiles nothing has read yet. `--before=FOLDER` is the root of another build, whose `cdn/` is measured in turn with this one's. Build both first. Writes a
 * section of `bench/RESULTS.md`.
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
const view = Number(flag('view') ?? 3600);
const latency = Number(flag('latency') ?? 80);
const starts = Number(flag('starts') ?? 5);
const clicks = process.argv.includes('--click');
const before = flag('before');
/** Moves of the mouse while it draws, and milliseconds from one to the next. */
const moves = 14;
const pause = Number(flag('drag') ?? 700) / moves;
/** Milliseconds from the press of a click to its release. */
const PRESSED = 100;
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The picture of a tile; its nuclei lie `PITCH` pixels apart. */
const PITCH = tileSide / 8;
const { width, height, data, boxes } = tissue(64, PITCH);

interface Drawn {
  readonly first: number;
  readonly complete: number;
  readonly tiles: number;
  readonly ring: string;
}

/** Draws a box of 1,000 pixels whose first corner is 1,300 from that of the view. */
const drawBox = async (
  { mouse }: Page,
  toScreen: (x: number, y: number) => readonly [number, number],
): Promise<void> => {
  const at = (share: number) => toScreen(1300 + share * 1000, 1300 + share * 1000);
  await mouse.move(...at(0));
  await mouse.down();
  for (let move = 1; move <= moves; move++) {
    await mouse.move(...at(move / moves));
    await wait(pause);
  }
  await mouse.up();
};

/** Clicks on the middle of the nucleus that is next to the middle of the view, whose corner is at `left`, `top`. */
const click = async (
  { mouse }: Page,
  toScreen: (x: number, y: number) => readonly [number, number],
  [left, top]: readonly [number, number],
): Promise<void> => {
  const tile = (corner: number): number => tileSide * Math.round((corner + view / 2) / tileSide);
  const nucleus = boxes[0]!;
  const x = tile(left) + nucleus.x + nucleus.width / 2 - left;
  await mouse.move(...toScreen(x, tile(top) + nucleus.y + nucleus.height / 2 - top));
  await mouse.down();
  await wait(PRESSED);
  await mouse.up();
};

const startAt = async (page: Page, server: TileServer, x: number, y: number): Promise<Drawn> => {
  await page.evaluate(
    async ([left, top, width, tool]) => {
      const element = document.querySelector('snake-segmenter')!;
      element.clear();
      const { viewer } = element;
      const item = viewer!.world.getItemAt(0);
      viewer!.viewport.fitBounds(item.imageToViewportRectangle(left, top, width, width), true);
      const record = { released: 0, first: 0, complete: 0, error: '' };
      addEventListener('pointerup', () => (record.released ||= performance.now()), { capture: true, once: true });
      element.addEventListener('contour-progress', () => (record.first ||= performance.now()));
      element.addEventListener('contour-complete', () => (record.complete ||= performance.now()), { once: true });
      element.addEventListener('segmenter-error', ({ detail }) => (record.error ||= detail.message), { once: true });
      Object.assign(globalThis, { record });
      while (!item.getFullyLoaded()) await new Promise((resolve) => requestAnimationFrame(resolve));
      await element.executeCommand(`snake.tool.${tool}`);
    },
    [x, y, view, clicks ? 'point' : 'box'] as const,
  );
  await page.waitForTimeout(500);
  await server.fetched();
  const bounds = (await page.locator('snake-segmenter').boundingBox())!;
  const scale = bounds.width / view;
  const toScreen = (dx: number, dy: number) => [bounds.x + dx * scale, bounds.y + dy * scale] as const;
  await (clicks ? click(page, toScreen, [x, y]) : drawBox(page, toScreen));
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
    for (let start = 0; start < starts; start++)
      drawn.push(await startAt(page, server, 200 + 4000 * (start % 3), 200 + 4000 * Math.floor(start / 3)));
    return drawn;
  } finally {
    await page.context().close();
  }
};

const measure = async (): Promise<void> => {
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
    const text = `## A ${clicks ? 'click' : 'box'} on a slide behind ${latency} ms of latency\n\n${table(rows)}\n\n${same}`;
    console.log(stamped(text, browser));
    if (!process.argv.includes('--print')) writeSection(clicks ? 'far click' : 'far box', text, browser);
  } finally {
    for (const { pages } of builds) await pages.close();
    rmSync(folder, { recursive: true });
  }
};

if (!(await servesTiles())) await measure();
