/**
 * Chromium, Firefox and WebKitGTK side by side on the CPU: what each takes for numbers, messages, drawing and storage, for each kernel of a
 * run, and for a contour in the page. Writes the section of `bench/RESULTS.md`, or with `--print` prints every figure. Names of browsers
 * choose some. Firefox and WebKit are found or installed as by `npm run test:engines`.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
// @ts-expect-error a build script, plain JavaScript
import { firefoxLauncher } from '../../scripts/engines/firefox.mjs';
// @ts-expect-error a build script, plain JavaScript
import { webkitLauncher } from '../../scripts/engines/webkit.mjs';
// @ts-expect-error a build script, plain JavaScript
import { findChrome } from '../../scripts/machine/chrome.mjs';
// @ts-expect-error a build script, plain JavaScript
import { ensureEngine } from '../../scripts/machine/engines.mjs';
// @ts-expect-error a build script, plain JavaScript
import { esbuildModules } from '../../scripts/modules/modules.mjs';
import { stamped, table, writeSection } from '../support/results.js';

type Figures = Readonly<Record<string, number>>;
/** Opens an address; resolves to what closes the browser. */
type Visit = (address: string) => Promise<() => Promise<void>>;

const launched =
  (launcher: (path: string) => unknown, name: string): Visit =>
  async (address) => {
    const browser = launcher(ensureEngine(name)) as {
      startSession(id: string, url: string): Promise<void>;
      stop(): Promise<void>;
    };
    await browser.startSession('bench', address);
    return () => browser.stop();
  };

const browsers: Readonly<Record<string, Visit>> = {
  Chromium: async (address) => {
    const browser = await chromium.launch({ executablePath: findChrome(), args: ['--no-sandbox'] });
    const page = await browser.newPage();
    page.on('pageerror', (error) => console.error(String(error)));
    page.on('console', (message) => console.error(message.text()));
    await page.goto(address);
    return () => browser.close();
  },
  Firefox: launched(firefoxLauncher, 'firefox'),
  WebKit: launched(webkitLauncher, 'webkit'),
};
const asked = Object.keys(browsers).filter((name) => process.argv.includes(name.toLowerCase()));
const names = asked.length > 0 ? asked : Object.keys(browsers);

const bundled = async (options: object): Promise<Map<string, string>> => {
  const { outputFiles } = await build({
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    outdir: '/',
    external: ['fs', 'path', 'webgpu'],
    plugins: [esbuildModules()],
    ...options,
  });
  return new Map(outputFiles.map(({ path, text }) => [path, text]));
};
const scripts = new Map([
  ...(await bundled({ entryPoints: { 'page/engine-page': 'bench/support/engine-page.ts' } })),
  ...(await bundled({ entryPoints: { 'page/engine-runs': 'bench/support/engine-runs.ts' } })),
  // Where the bundle's module looks for it: ../../worker/worker.js.
  ...(await bundled({ entryPoints: { 'worker/worker': 'src/worker/worker.ts' } })),
]);

let receive: (figures: Figures & { readonly error?: string }) => void = () => {};
const server = createServer(async (request, response) => {
  const path = new URL(request.url ?? '/', 'http://bench').pathname;
  if (request.method === 'POST') {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    response.end();
    receive(JSON.parse(Buffer.concat(parts).toString()));
    return;
  }
  const script = scripts.get(path);
  if (path === '/') {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><html lang="en"><body><script type="module" src="/page/engine-page.js"></script>');
  } else if (script !== undefined) {
    response.setHeader('Content-Type', 'text/javascript');
    response.end(script);
  } else if (/^\/demo\/images\/\w+\.(tif|jpg)$/.test(path)) response.end(readFileSync(`.${path}`));
  else response.writeHead(404).end();
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('The server has no port.');

/** Visits of each browser, in turn; the least of the figures counts. */
const VISITS = Number(process.argv.find((each) => each.startsWith('--visits='))?.split('=')[1] ?? 3);
const figures: Record<string, Record<string, number>> = {};
try {
  for (let visit = 0; visit < VISITS; visit++) {
    for (const name of names) {
      const received = new Promise<Figures & { readonly error?: string }>((resolve) => {
        receive = resolve;
      });
      const close = await browsers[name]!(`http://127.0.0.1:${address.port}/`);
      const { error, ...found } = await received;
      await close();
      if (error !== undefined) throw new Error(`${name}: ${error}`);
      figures[name] ??= {};
      for (const [key, value] of Object.entries(found))
        figures[name][key] = Math.min(value as number, figures[name][key] ?? Number.POSITIVE_INFINITY);
    }
  }
} finally {
  server.closeAllConnections();
  server.close();
}

/** Milliseconds below which a figure of a page's clock says nothing. */
const TOO_SHORT = 0.05;
const first = figures[names[0]!]!;
const rows = Object.keys(first)
  .filter((key) => process.argv.includes('--print') || names.some((name) => figures[name]![key]! >= TOO_SHORT))
  .map((key) => [key, ...names.map((name) => (figures[name]![key] ?? 0).toFixed(2))]);
const text = `## Browser engines\n\nLeast milliseconds of ${VISITS} visits, in turn.\n\n${table([['', ...names], ...rows])}`;
if (process.argv.includes('--print')) console.log(stamped(text, names.join(', ')));
else writeSection('engines', text, names.join(', '));
