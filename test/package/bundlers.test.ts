/** The package in a host's application, and what it weighs: nothing has to be configured for its worker. `bundlers.long.test.ts` has more bundlers. */
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { bytesTogether, firstLoadOf } from '../../bench/support/first-load.js';
import { bundled, installation, servedUnder, visit, WITH_WASM } from '../support/cli/host-application.js';
import { theBrowser } from '../support/cli/the-browser.js';

test('bundled by esbuild in parts, under a strict policy, its worker is the part', async (t) => {
  const folder = await bundled({ format: 'esm', splitting: true });
  const { title, workers } = await visit(await servedUnder(folder, WITH_WASM, t));
  assert.equal(title, 'Polygon,read,read');
  assert.match(workers.join(), /^http.*\/worker-\w+\.js$/);
});

test('a plain page loads at most 250 kB compressed, in at most eight scripts, until a box can be drawn on a picture and for its contour', async () => {
  const { open, contour } = await firstLoadOf(await theBrowser(), (path) =>
    readFileSync(join(installation.folder, path)),
  );
  const scripts = [...open, ...contour];
  for (const part of ['snake-segmenter', 'openseadragon', 'worker', 'engine'])
    assert.ok(
      open.some(({ path }) => path.startsWith(`/cdn/${part}`)),
      part,
    );
  const [, compressed] = bytesTogether(scripts);
  const list = scripts.map((script) => `${script.path} ${script.compressed}`).join('\n');
  assert.ok(compressed <= 250_000 && scripts.length <= 8, `${compressed} bytes\n${list}`);
});

test('a tool whose script does not come is refused with `not-loaded`, and is in hand once a browser asks again', async () => {
  const page = await (await theBrowser()).newPage();
  const asked: string[] = [];
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/')
      return route.fulfill({
        contentType: 'text/html',
        body: '<script>globalThis.requestIdleCallback = () => 0;</script><script type="module" src="/cdn/snake-segmenter.js"></script><snake-segmenter></snake-segmenter>',
      });
    if (!pathname.startsWith('/cdn/')) return route.fulfill({ status: 404 });
    if (pathname.startsWith('/cdn/drawing-') && asked.push(pathname) === 1) return route.abort();
    return route.fulfill({
      contentType: 'text/javascript',
      body: readFileSync(join(installation.folder, pathname.slice(1))),
    });
  });
  await page.goto('http://tools.test/');
  const outcome = await page.evaluate(async () => {
    await customElements.whenDefined('snake-segmenter');
    const element = document.querySelector('snake-segmenter')!;
    const told: string[] = [];
    element.addEventListener('segmenter-error', ({ detail }) => told.push(detail.code));
    const tools: string[] = [];
    for (const tool of ['polygon', 'brush'] as const) {
      element.tool = tool;
      await element.updateComplete;
      tools.push(element.tool);
    }
    return [told.join(), ...tools];
  });
  await page.close();
  // Chromium 150 remembers for the life of the page that a script did not come; later ones ask for it again.
  const isAskedAgain = asked.length > 1;
  assert.deepEqual(outcome, isAskedAgain ? ['not-loaded', 'pan', 'brush'] : ['not-loaded,not-loaded', 'pan', 'pan']);
});

/** No page loads the archive. The limit is there so that nothing large comes in unseen; the guides that link to each other have room. */
test('the package takes at most 1.6 MB to send', () => {
  const { size } = statSync(installation.archive);
  assert.ok(size <= 1_600_000, `${size} bytes`);
});
