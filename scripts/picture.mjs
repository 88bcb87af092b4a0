/**
 * Takes a picture of the demo at work, as in README.md: opens an image, lets it be segmented, and writes a PNG.
 * Arguments: the file (`docs/demo.png`), the image's id (`lakes`), and boxes as `x,y,width,height`, or `find` for what it
 * finds by itself (else the image's own example). The demo must have been built.
 */
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { ensureChrome } from './machine/chrome.mjs';
import { fileServer } from './serve.mjs';

const [file = 'docs/demo.png', image = 'tissue', ...boxes] = process.argv.slice(2);
const server = fileServer(fileURLToPath(new URL('../demo', import.meta.url)));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await chromium.launch({ executablePath: ensureChrome(), args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({
    viewport: { width: Number(process.env.WIDTH ?? 1440), height: Number(process.env.HEIGHT ?? 900) },
    colorScheme: process.env.SCHEME === 'dark' ? 'dark' : 'light',
  });
  page.on('console', (message) => console.log(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => console.log(`page error: ${error.message}`));
  page.on('requestfailed', (request) => console.log(`failed: ${request.url()}`));
  await page.goto(`http://127.0.0.1:${server.address().port}/#${image}`);
  await page.waitForSelector('snake-segmenter', { timeout: 10_000 });
  const results = await page.evaluate(async (wanted) => {
    const segmenter = document.querySelector('snake-segmenter');
    await segmenter.ready;
    if (wanted.length > 0) document.querySelector('.guide .close')?.click();
    if (wanted[0] === 'find') {
      await segmenter.executeCommand('snake.run');
      return segmenter.contours.features.map(({ properties }) => properties.measurements);
    }
    const starts = wanted.map((text) => {
      const [x, y, width, height] = text.split(',').map(Number);
      return { x, y, width, height };
    });
    if (starts.length === 0) {
      const complete = new Promise((resolve) =>
        segmenter.addEventListener('contour-complete', resolve, { once: true }),
      );
      document.querySelector('.guide .primary').click();
      await complete;
      return segmenter.contours.features.map(({ properties }) => properties.measurements);
    }
    const made = [];
    for (const start of starts) made.push((await segmenter.segment(start)).properties.measurements);
    return made;
  }, boxes);
  for (const measurements of results) console.log(JSON.stringify(measurements));
  await page.waitForTimeout(1500);
  await page.screenshot({ path: file });
} finally {
  await browser.close();
  server.close();
}
