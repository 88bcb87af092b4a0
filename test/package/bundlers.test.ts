/** The package in a host's application: nothing has to be configured for its worker. */
import assert from 'node:assert/strict';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Browser, chromium } from 'playwright-core';
import { build, createServer, type InlineConfig, preview } from 'vite';
// @ts-expect-error a build script, plain JavaScript
import { ensureChrome } from '../../scripts/machine/chrome.mjs';
import { InstalledPackage } from '../support/cli/installed-package.js';

const installation = new InstalledPackage();
const { host } = installation;
writeFileSync(
  join(host, 'index.html'),
  '<snake-segmenter toolbar panel></snake-segmenter><script type="module" src="/main.js"></script>',
);
writeFileSync(
  join(host, 'main.js'),
  `import 'snake-segmenter';
   import image from './nuclei.tif?url';
   const segmenter = document.querySelector('snake-segmenter');
   const refused = [];
   addEventListener('securitypolicyviolation', ({ sourceFile, violatedDirective }) => {
     if (!sourceFile.includes('openseadragon')) refused.push(violatedDirective);
   });
   segmenter.src = image;
   const outcome = async () => {
     await segmenter.ready;
     const contour = await segmenter.segment({ x: 440, y: 295, width: 50, height: 34 });
     return [contour.geometry.type, ...refused].join();
   };
   outcome().then((text) => { document.title = text; }, (error) => { document.title = String(error); });`,
);
copyFileSync('demo/images/fluo_nuclei.tif', join(host, 'nuclei.tif'));

let browser: Browser | undefined;
after(async () => {
  await browser?.close();
  installation.remove();
});

const config: InlineConfig = {
  root: host,
  configFile: false,
  logLevel: 'error',
  server: { port: 0 },
  // The strictest policy that shows pictures: no script, worker or style but the application's own.
  preview: { port: 0, headers: { 'Content-Security-Policy': "default-src 'self'; img-src 'self' blob: data:" } },
};

/** The page's outcome, and the names of the scripts of workers that it asked for. */
const visit = async (address: string | undefined): Promise<{ readonly title: string; readonly asked: string[] }> => {
  assert.ok(address);
  browser ??= await chromium.launch({ executablePath: ensureChrome(), args: ['--no-sandbox'] });
  const page = await browser.newPage();
  const asked: string[] = [];
  page.on('request', (request) => {
    const name = /worker[^/]*\.js/.exec(request.url())?.[0];
    if (name !== undefined) asked.push(name);
  });
  await page.goto(address);
  await page.waitForFunction(() => document.title !== '', undefined, { timeout: 60_000 });
  const title = await page.title();
  await page.close();
  return { title, asked };
};

test('built by Vite as it comes, and under a strict content security policy, the worker’s script lies beside the application’s', async () => {
  await build(config);
  const server = await preview(config);
  try {
    const { title, asked } = await visit(server.resolvedUrls?.local[0]);
    assert.equal(title, 'Polygon');
    assert.equal(asked.length, 1);
    assert.match(asked[0]!, /^worker-(?!source)/);
  } finally {
    await server.close();
  }
});

test('served by Vite while one develops, which leaves the worker’s script behind, it is started from its text', async () => {
  const server = await createServer(config);
  try {
    await server.listen();
    const { title, asked } = await visit(server.resolvedUrls?.local[0]);
    assert.equal(title, 'Polygon');
    assert.ok(asked.some((name) => name.startsWith('worker-source')));
  } finally {
    await server.close();
  }
});
