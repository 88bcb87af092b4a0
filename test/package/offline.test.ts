/** The package on a page whose connection is lost once an image is open: what a person then begins needs no script that is not there. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { PICTURE } from '../../bench/support/first-load.js';
import { installation } from '../support/cli/host-application.js';
import { theBrowser } from '../support/cli/the-browser.js';
import { greyTags, writeTiff } from '../support/images/tiff-writer.js';

/** Scripts that are loaded ahead, by the first part of their names: for a box, a click, marks, a list, a search, an edit, a file. */
const AHEAD = ['second-look', 'find-round', 'corrections', 'list-work', 'find-objects', 'drawing', 'write', 'index'];

/** All parts are asked for in idle time, one after the other: resolves once no more come. @param asked their paths */
const partsAreThere = async (page: Page, asked: ReadonlySet<string>): Promise<void> => {
  for (let before = -1; before < asked.size; ) {
    before = asked.size;
    await page.waitForTimeout(1500);
  }
};

test('without a connection a person draws a box, clicks, marks, detects, edits and exports, once the parts are loaded ahead', async () => {
  const context = await (await theBrowser()).newContext({ viewport: { width: 900, height: 700 } });
  try {
    const page = await context.newPage();
    const picture = Buffer.from((await page.evaluate(PICTURE)) as string, 'base64');
    const names = new Set<string>();
    const asked = new Set<string>();
    const missed: string[] = [];
    let lost = false;
    await context.route('**/*', async (route) => {
      const { pathname } = new URL(route.request().url());
      if (lost) {
        missed.push(pathname);
        return route.abort();
      }
      if (pathname === '/')
        return route.fulfill({
          contentType: 'text/html',
          body: `<!doctype html><html lang="en"><style>snake-segmenter{display:block;width:800px;height:600px}</style>
<script type="module" src="/cdn/snake-segmenter.js"></script>
<snake-segmenter src="/picture.png" toolbar backend="cpu"></snake-segmenter>`,
        });
      if (pathname === '/picture.png') return route.fulfill({ contentType: 'image/png', body: picture });
      if (!pathname.endsWith('.js')) return route.fulfill({ status: 404 });
      await route.fulfill({
        contentType: 'text/javascript',
        body: readFileSync(join(installation.folder, pathname.slice(1))),
      });
      asked.add(pathname);
      names.add(/([\w-]+?)-[\w-]{8}\.js$/.exec(pathname)?.[1] ?? pathname);
    });
    await page.goto('http://offline.test/');
    for (let waited = 0; AHEAD.some((name) => !names.has(name)); waited++) {
      const missing = AHEAD.filter((name) => !names.has(name));
      assert.ok(waited < 120, `not loaded ahead after a minute: ${missing}`);
      await page.waitForTimeout(500);
    }
    await partsAreThere(page, asked);
    lost = true;
    const outcome = await page.evaluate(async () => {
      const element = document.querySelector('snake-segmenter')!;
      const errors: string[] = [];
      element.addEventListener('segmenter-error', ({ detail }) => errors.push(`${detail.code}: ${detail.message}`));
      const box = await element.segment({ x: 120, y: 170, width: 270, height: 170 });
      await element.segment(box.id, { hints: { inside: [[256, 256]] } });
      await element.segment({ x: 256, y: 256 });
      await element.segment([
        { x: 120, y: 170, width: 270, height: 170 },
        { x: 250, y: 250 },
      ]);
      await element.segment('auto').catch(() => {});
      await element.segment({ x: 120, y: 170, width: 270, height: 170 }, { algorithm: 'level-set' });
      element.tool = 'brush';
      await element.updateComplete;
      const { tool } = element;
      const written = [];
      for (const format of ['geojson', 'flatgeobuf', 'dicom-ann', 'mask-png'] as const) {
        const file = await element.export(format);
        written.push(typeof file === 'string' ? file.length > 0 : file.size > 0);
      }
      return { errors, tool, written };
    });
    assert.deepEqual(
      { ...outcome, missed },
      { errors: [], tool: 'brush', written: [true, true, true, true], missed: [] },
    );
  } finally {
    await context.close();
  }
});

/** Of 32 × 32 metres in UTM zone 32. */
const map = (): Uint8Array => {
  const size = 32;
  const tags = greyTags(size, size, [
    { tag: 273, type: 4, values: [8] },
    { tag: 278, type: 4, values: [size] },
    { tag: 279, type: 4, values: [size * size] },
    { tag: 33550, type: 12, values: [1, 1, 0] },
    { tag: 33922, type: 12, values: [0, 0, 0, 500_000, 5_000_000, 0] },
    { tag: 34735, type: 3, values: [1, 1, 0, 2, 1024, 0, 1, 1, 3072, 0, 1, 32632] },
  ]);
  return writeTiff([{ tags }], new Uint8Array(size * size).fill(7));
};

test('without a connection many contours are read, shown and written, those of a map in longitude and latitude too', async () => {
  const context = await (await theBrowser()).newContext();
  try {
    const page = await context.newPage();
    let lost = false;
    const names = new Set<string>();
    await context.route('**/*', async (route) => {
      const { pathname } = new URL(route.request().url());
      if (lost) return route.abort();
      if (pathname === '/')
        return route.fulfill({
          contentType: 'text/html',
          body: `<!doctype html><script type="module" src="/cdn/snake-segmenter.js"></script>
<snake-segmenter src="/map.tif" toolbar backend="cpu"></snake-segmenter>`,
        });
      if (pathname === '/map.tif') return route.fulfill({ contentType: 'image/tiff', body: Buffer.from(map()) });
      if (!pathname.endsWith('.js')) return route.fulfill({ status: 404 });
      names.add(pathname);
      const body = readFileSync(join(installation.folder, pathname.slice(1)));
      return route.fulfill({ contentType: 'text/javascript', body });
    });
    await page.goto('http://offline.test/');
    await page.waitForFunction("document.querySelector('snake-segmenter')?.image");
    await partsAreThere(page, names);
    lost = true;
    const outcome = await page.evaluate(async () => {
      const element = document.querySelector('snake-segmenter')!;
      const squares = Array.from({ length: 3000 }, (_, k) => {
        const [x, y] = [k % 30, Math.floor(k / 30) % 30];
        const ring = [
          [x, y],
          [x + 1, y],
          [x + 1, y + 1],
          [x, y + 1],
          [x, y],
        ];
        return { type: 'Feature', id: `c${k}`, properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } };
      });
      const { contours } = await element.import(JSON.stringify(squares));
      const written: Record<string, boolean | string> = {};
      for (const format of [
        'geojson',
        'geojson-wgs84',
        'geojsonl',
        'flatgeobuf',
        'csv',
        'coco',
        'wkt',
        'svg',
        'w3c',
        'yolo',
        'labelme',
        'mask-png',
        'mask-tiff',
        'mask-ome-tiff',
        'dicom-ann',
        'dicom-seg',
      ] as const) {
        const file = await element.export(format).catch((error: Error) => error);
        written[format] =
          file instanceof Error ? file.message : typeof file === 'string' ? file.length > 0 : file.size > 0;
      }
      const seen = new Promise<number | string>((resolve) => {
        element.addEventListener('contour-file-view', ({ detail }) => resolve(detail.count));
        element.addEventListener('segmenter-error', ({ detail }) => resolve(detail.message));
      });
      element.contourFile = (await element.export('flatgeobuf')) as Blob;
      return { read: contours.length, written, seen: await seen };
    });
    const untold = Object.entries(outcome.written).filter(([, value]) => value !== true);
    assert.deepEqual([outcome.read, outcome.seen, untold], [3000, 3000, []]);
  } finally {
    await context.close();
  }
});
