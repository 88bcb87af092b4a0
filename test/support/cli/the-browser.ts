/** Chromium for tests that drive it themselves. */
import { after } from 'node:test';
import { type Browser, chromium } from 'playwright-core';
// @ts-expect-error a build script, plain JavaScript
import { ensureChrome } from '../../../scripts/machine/chrome.mjs';

let browser: Promise<Browser> | undefined;
after(async () => (await browser)?.close());

/** The one browser of the process. */
export const theBrowser = (): Promise<Browser> =>
  (browser ??= chromium.launch({ executablePath: ensureChrome(), args: ['--no-sandbox'] }));
