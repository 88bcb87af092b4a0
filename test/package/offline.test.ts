/** The package on a page whose connection is lost once an image is open: what a person then begins needs no script that is not there. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PICTURE } from '../../bench/support/first-load.js';
import { installation } from '../support/cli/host-application.js';
import { theBrowser } from '../support/cli/the-browser.js';

/** Scripts that are loaded ahead, by the first part of their names: for a box, a click, marks, a list, a search, an edit, a file. */
const AHEAD = ['second-look', 'find', 'corrections', 'list-work', 'find-objects', 'drawing', 'write', 'index'];

test('without a connection a person draws a box, clicks, marks, detects, edits and exports, once the parts are loaded ahead', async () => {
  const context = await (await theBrowser()).newContext({ viewport: { width: 900, height: 700 } });
  try {
    const page = await context.newPage();
    const picture = Buffer.from((await page.evaluate(PICTURE)) as string, 'base64');
    const names = new Set<string>();
    const missed: string[] = [];
    let lost = false;
    let all: () => void = () => {};
    const ahead = new Promise<void>((resolve) => {
      all = resolve;
    });
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
      names.add(/([\w-]+?)-[\w-]{8}\.js$/.exec(pathname)?.[1] ?? pathname);
      if (AHEAD.every((name) => names.has(name))) all();
    });
    await page.goto('http://offline.test/');
    await ahead;
    await page.waitForLoadState('networkidle');
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
