/** Firefox for the test runner, by WebDriver BiDi. */
import puppeteer from 'puppeteer-core';
import { OnePage } from './session.mjs';

/** @param executablePath of a Firefox */
export const firefoxLauncher = (executablePath) =>
  new OnePage('Firefox', async () => {
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath,
      headless: true,
      protocolTimeout: 600_000,
      env: { ...process.env, LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8' },
    });
    const page = (await browser.pages())[0] ?? (await browser.newPage());
    const { keyboard } = page;
    for (const act of ['down', 'up', 'press']) {
      const own = keyboard[act].bind(keyboard);
      // WebDriver BiDi names keys by what they write.
      keyboard[act] = (key, options) => own(key === 'Space' ? ' ' : key, options);
    }
    return { page, close: () => browser.close() };
  });
