/** Takes the pictures of `docs/choosing.md` from the live examples of the site, which `npm run docs` has built. */
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { ensureChrome } from '../machine/chrome.mjs';
import { fileServer } from '../serve.mjs';

/** Files, their examples, and what is chosen in them. */
const pictures = {
  snake: ['draw'],
  'level-set': ['level-set'],
  lines: ['lines'],
  'radar-common': ['radar', 'common'],
  'radar-gamma': ['radar', 'gamma'],
};

mkdirSync('docs/pictures', { recursive: true });
const server = fileServer(resolve('docs/site'));
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const browser = await chromium.launch({ executablePath: ensureChrome(), args: ['--no-sandbox'] });
try {
  for (const [name, [example, choice]] of Object.entries(pictures)) {
    const page = await browser.newPage({ viewport: { width: 480, height: 440 } });
    await page.goto(`http://127.0.0.1:${server.address().port}/examples/${example}.html`);
    if (choice) await page.selectOption('select', choice);
    await page.click('button:has-text("Example")');
    await page.waitForSelector('html[data-done]', { state: 'attached', timeout: 120_000 });
    const element = page.locator('snake-segmenter');
    await element.evaluate(async (segmenter) => {
      segmenter.select(undefined);
      segmenter.toolbar = false;
      await segmenter.updateComplete;
    });
    await page.waitForTimeout(1500);
    await element.screenshot({ path: `docs/pictures/${name}.png` });
    await page.close();
  }
} finally {
  await browser.close();
  server.close();
}
