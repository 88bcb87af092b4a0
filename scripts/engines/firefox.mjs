/** Firefox for the test runner, by WebDriver BiDi. */
import puppeteer from 'puppeteer-core';
import { OnePage } from './session.mjs';

const PREFERENCES = {
  // Not the default on Linux; a software adapter of Vulkan is enough.
  'dom.webgpu.enabled': true,
  'gfx.webgpu.ignore-blocklist': true,
  // Fine, and able to hover: the mouse that tests move; a browser without a screen has none by itself.
  'ui.primaryPointerCapabilities': 6,
  'ui.allPointerCapabilities': 6,
};

/** Runs scripts in the window of the browser itself, which decides on focus and on media features. */
const windowOf = async (browser) => {
  const ask = async (method, parameters) => (await browser.connection.send(method, parameters)).result;
  const { contexts } = await ask('browsingContext.getTree', { 'moz:scope': 'chrome' });
  return async (expression) => {
    const target = { context: contexts[0].context };
    const { type, exceptionDetails } = await ask('script.evaluate', { expression, target, awaitPromise: true });
    if (type === 'exception') throw new Error(exceptionDetails.text);
  };
};

/** Statements that give each media feature its value in the selected tab, or with none take it back. */
const mediaStatements = (features) => {
  const context = 'gBrowser.selectedBrowser.browsingContext';
  const value = (name) => JSON.stringify(features[name] ?? 'none');
  return [
    `${context}.prefersColorSchemeOverride = ${value('prefers-color-scheme')}`,
    `${context}.prefersReducedMotionOverride = ${value('prefers-reduced-motion')}`,
    `${context}.forcedColorsOverride = ${value('forced-colors')}`,
    ...(features['prefers-contrast'] === 'more'
      ? [
          'Services.prefs.setIntPref("ui.useAccessibilityTheme", 1)',
          'Services.prefs.setIntPref("browser.display.document_color_use", 1)',
        ]
      : [
          'Services.prefs.clearUserPref("ui.useAccessibilityTheme")',
          'Services.prefs.clearUserPref("browser.display.document_color_use")',
        ]),
  ].join(';');
};

/** @param executablePath of a Firefox */
export const firefoxLauncher = (executablePath) =>
  new OnePage('Firefox', async () => {
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath,
      headless: true,
      protocolTimeout: 600_000,
      timeout: 300_000,
      args: ['--remote-allow-system-access'],
      extraPrefsFirefox: PREFERENCES,
      env: { ...process.env, LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8' },
    });
    const page = (await browser.pages())[0] ?? (await browser.newPage());
    page.setDefaultNavigationTimeout(300_000);
    const inWindow = await windowOf(browser);
    const goto = page.goto.bind(page);
    page.goto = async (url) => {
      await goto(url);
      // A window begins with the focus in its address.
      await inWindow('gBrowser.selectedBrowser.focus()');
    };
    page.setMediaFeatures = (features) => inWindow(mediaStatements(features));
    const { keyboard } = page;
    for (const act of ['down', 'up', 'press']) {
      const own = keyboard[act].bind(keyboard);
      // WebDriver BiDi names keys by what they write.
      keyboard[act] = (key, options) => own(key === 'Space' ? ' ' : key, options);
    }
    return { page, close: () => browser.close() };
  });
