/** Finds a Chrome or Chromium: `CHROME_PATH`, the usual places, then the caches of puppeteer and playwright. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { globSync } from '../glob.mjs';
import { installPackages, isDebianRoot } from './debian.mjs';

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

const usual = () => {
  if (process.platform === 'darwin') {
    return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) => [
      join(folder, 'Google Chrome.app/Contents/MacOS/Google Chrome'),
      join(folder, 'Chromium.app/Contents/MacOS/Chromium'),
      join(folder, 'Microsoft Edge.app/Contents/MacOS/Microsoft Edge'),
    ]);
  }
  if (process.platform === 'win32') {
    return [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => [
        join(folder, 'Google/Chrome/Application/chrome.exe'),
        join(folder, 'Chromium/Application/chrome.exe'),
        join(folder, 'Microsoft/Edge/Application/msedge.exe'),
      ]);
  }
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...commands.flatMap((name) => path.map((folder) => join(folder, name))), '/snap/bin/chromium'];
};

const caches = () => {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const folders = [
    process.env.PUPPETEER_CACHE_DIR ?? join(cache, 'puppeteer'),
    process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(cache, 'ms-playwright'),
    join(homedir(), 'Library/Caches/ms-playwright'),
    join(process.env.LOCALAPPDATA ?? homedir(), 'ms-playwright'),
  ];
  const binary = /[\\/](chrome|chrome\.exe|Google Chrome for Testing|Chromium)$/;
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => globSync(folder, (path) => binary.test(path) && !path.includes('headless_shell')).reverse());
};

/** The path of a browser, or `undefined`. A `CHROME_PATH` that does not exist is an error, not a hint. */
export function findChrome() {
  const wish = process.env.CHROME_PATH;
  if (wish !== undefined && wish !== '') {
    if (!existsSync(wish)) throw new Error(`CHROME_PATH is ${wish}, which does not exist`);
    return wish;
  }
  return usual().find((path) => existsSync(path)) ?? caches()[0];
}

const installHelp = {
  linux:
    'Install it with your package manager (Debian, Ubuntu: sudo apt-get install chromium; Fedora: sudo dnf install chromium)',
  darwin: 'Install it with: brew install --cask chromium (or Google Chrome)',
  win32: 'Install it with: winget install Google.Chrome',
};

/** As `findChrome`, but where none is found on Debian as root, installs the system's package. */
export function ensureChrome() {
  const found = findChrome();
  if (found !== undefined) return found;
  if (isDebianRoot()) {
    installPackages(['chromium'], 'No Chrome or Chromium found');
    const installed = findChrome();
    if (installed !== undefined) return installed;
  }
  const help = installHelp[process.platform] ?? 'Install Chromium';
  throw new Error(`The browser tests need Chrome or Chromium, and none was found. ${help}, or set CHROME_PATH to one.`);
}
