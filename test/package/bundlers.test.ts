/** The package in a host's application: nothing has to be configured for its worker. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { dirname, join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { type BuildOptions, build as esbuild, type Plugin } from 'esbuild';
import { type Browser, chromium } from 'playwright-core';
import { build, createServer, type InlineConfig, preview } from 'vite';
import { bytesTogether, firstLoadOf } from '../../bench/support/first-load.js';
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
   import jpeg2000 from './jpeg2000.tif?url';
   import zstandard from './zstandard.tif?url';
   const segmenter = document.querySelector('snake-segmenter');
   const refused = [];
   addEventListener('securitypolicyviolation', ({ violatedDirective }) => {
     // OpenSeadragon leaves out its own inline styles.
     if (!violatedDirective.startsWith('style-src')) refused.push(violatedDirective);
   });
   segmenter.src = image;
   const outcome = async () => {
     await segmenter.ready;
     const contour = await segmenter.segment({ x: 440, y: 295, width: 50, height: 34 });
     // Of these codecs the page gives the worker's file the WebAssembly, which a policy may forbid.
     const codecs = [];
     for (const src of [jpeg2000, zstandard]) {
       segmenter.src = src;
       await segmenter.ready;
       const { width, height } = segmenter.image;
       const box = { x: width / 8, y: height / 8, width: width / 2, height: height / 2 };
       codecs.push(await segmenter.segment(box).then(() => 'read', ({ code }) => (code === 'unsupported' ? code : 'read')));
     }
     return [contour.geometry.type, ...codecs, ...refused].join();
   };
   outcome().then((text) => { document.title = text; }, (error) => { document.title = String(error); });`,
);
copyFileSync('demo/images/fluo_nuclei.tif', join(host, 'nuclei.tif'));
copyFileSync('test/data/images/rgb-jpeg2000.tif', join(host, 'jpeg2000.tif'));
copyFileSync('test/data/images/u16-zstd.tif', join(host, 'zstandard.tif'));

let browser: Browser | undefined;
after(async () => {
  await browser?.close();
  installation.remove();
});

const config: InlineConfig = { root: host, configFile: false, logLevel: 'error', server: { port: 0 } };

/** The strictest policy that shows pictures: no script, worker or style but the application's own. */
const STRICT = "default-src 'self'; img-src 'self' blob: data:";
const WITH_WASM = `${STRICT}; script-src 'self' 'wasm-unsafe-eval'`;

/** The page's outcome, and the addresses of the workers that it has. */
const visit = async (address: string | undefined): Promise<{ readonly title: string; readonly workers: string[] }> => {
  assert.ok(address);
  browser ??= await chromium.launch({ executablePath: ensureChrome(), args: ['--no-sandbox'] });
  const page = await browser.newPage();
  await page.goto(address);
  await page.waitForFunction(() => document.title !== '', undefined, { timeout: 60_000 });
  const title = await page.title();
  // Workers that decode tiles run the same script.
  const workers = [...new Set(page.workers().map((worker) => worker.url()))];
  await page.close();
  return { title, workers };
};

for (const [what, policy, codecs] of [
  ['without WebAssembly', STRICT, 'unsupported,unsupported'],
  ['with WebAssembly, which the page gives the worker', WITH_WASM, 'read,read'],
] as const) {
  test(`built by Vite as it comes, under a strict content security policy ${what}, the worker’s script lies beside the application’s`, async () => {
    if (policy === STRICT) await build(config);
    const headers = { 'Content-Security-Policy': policy };
    const server = await preview({ ...config, preview: { port: 0, headers } });
    try {
      const { title, workers } = await visit(server.resolvedUrls?.local[0]);
      assert.equal(title, `Polygon,${codecs}`);
      assert.match(workers.join(), /^http[^,]*\/worker-[\w-]+\.js$/);
    } finally {
      await server.close();
    }
  });
}

test('served by Vite while one develops, which leaves the worker’s script behind, it is started from the module that Vite made of it', async () => {
  const server = await createServer(config);
  try {
    await server.listen();
    const { title, workers } = await visit(server.resolvedUrls?.local[0]);
    assert.equal(title, 'Polygon,read,read');
    assert.match(workers.join(), /^http.*\/\.vite\/deps\/worker[\w-]*\.js/);
  } finally {
    await server.close();
  }
});

/** Addresses of files, as Vite writes them. */
const ADDRESSES: Plugin = {
  name: 'addresses',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\?url$/ }, ({ path, resolveDir }) => ({ path: join(resolveDir, path.slice(0, -4)) })),
};

/** The address of a server of the application in a folder, under a policy, as long as the test. */
const servedUnder = async (folder: string, policy: string, t: TestContext, type = 'type="module"'): Promise<string> => {
  const page = `<snake-segmenter toolbar panel></snake-segmenter><script ${type} src="/main.js"></script>`;
  const server = createHttpServer(({ url = '/' }, response) => {
    const path = join(folder, new URL(url, 'http://host').pathname);
    response.setHeader('Content-Security-Policy', policy);
    response.setHeader('Content-Type', url === '/' ? 'text/html' : path.endsWith('.js') ? 'text/javascript' : '');
    if (url !== '/' && !existsSync(path)) response.statusCode = 404;
    response.end(url === '/' ? page : existsSync(path) ? readFileSync(path) : '');
  });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(typeof address === 'object' && address);
  return `http://127.0.0.1:${address.port}/`;
};

/** What esbuild makes of the application, and where its worker comes from then. */
const bundles: readonly (readonly [what: string, options: BuildOptions, policy: string, worker: RegExp])[] = [
  [
    'in parts, under a strict policy, it is the part',
    { format: 'esm', splitting: true },
    WITH_WASM,
    /^http.*\/worker-\w+\.js$/,
  ],
  ['in one file it is made of text', { format: 'esm' }, `${WITH_WASM}; worker-src 'self' blob:`, /^blob:/],
  [
    'in one script it is made of text',
    { format: 'iife', minify: true },
    `${WITH_WASM}; worker-src 'self' blob:`,
    /^blob:/,
  ],
  ['in one file, under a strict policy, the page does its work', { format: 'esm' }, WITH_WASM, /^$/],
  [
    'in one file for old browsers the page does its work',
    { format: 'esm', target: 'es2020', keepNames: true },
    `${WITH_WASM}; worker-src 'self' blob:`,
    /^$/,
  ],
];
for (const [what, options, policy, worker] of bundles) {
  test(`bundled by esbuild ${what}`, async (t) => {
    const outdir = mkdtempSync(join(host, 'bundle-'));
    await esbuild({
      entryPoints: [join(host, 'main.js')],
      bundle: true,
      logLevel: 'error',
      outdir,
      loader: { '.tif': 'file' },
      plugins: [ADDRESSES],
      ...options,
    });
    const type = options.format === 'iife' ? '' : 'type="module"';
    const { title, workers } = await visit(await servedUnder(outdir, policy, t, type));
    assert.equal(
      title,
      worker.source === '^$' && policy === WITH_WASM ? 'Polygon,read,read,worker-src' : 'Polygon,read,read',
    );
    assert.match(workers.join(), worker);
  });
}

test('bundled by one that copies the script and tells its address from the root alone, as Next does, it is that copy', async (t) => {
  const outdir = mkdtempSync(join(host, 'bundle-'));
  const taken: string[] = [];
  await esbuild({
    ...{ entryPoints: [join(host, 'main.js')], bundle: true, logLevel: 'error', outdir, format: 'esm' },
    loader: { '.tif': 'file' },
    plugins: [
      ADDRESSES,
      {
        name: 'from-the-root',
        setup: ({ onLoad }) =>
          onLoad({ filter: /snake-segmenter[\\/]dist[\\/].*\.js$/ }, ({ path }) => ({
            contents: readFileSync(path, 'utf8').replace(
              /new URL\(\s*["']([^"']*worker\.js)["'],\s*import\.meta\.url\s*\)/g,
              (_whole, script) => {
                taken.push(join(dirname(path), script));
                return '({ href: "/media/worker.js" })';
              },
            ),
          })),
      },
    ],
  });
  const [script] = taken;
  assert.ok(script, 'no worker in the package that a bundler recognises');
  mkdirSync(join(outdir, 'media'));
  copyFileSync(script, join(outdir, 'media', 'worker.js'));
  const { title, workers } = await visit(await servedUnder(outdir, WITH_WASM, t));
  assert.equal(title, 'Polygon,read,read');
  assert.match(workers.join(), /^http[^,]*\/media\/worker\.js$/);
});

test('a plain page loads at most 250 kB compressed, in at most eight scripts, until a box can be drawn on a picture and for its contour', async () => {
  browser ??= await chromium.launch({ executablePath: ensureChrome(), args: ['--no-sandbox'] });
  const { open, contour } = await firstLoadOf(browser, (path) => readFileSync(join(installation.folder, path)));
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
  browser ??= await chromium.launch({ executablePath: ensureChrome(), args: ['--no-sandbox'] });
  const page = await browser.newPage();
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

/** Bytes of a Vite build of a library, and of what it imports at once. */
const bytesOfLibrary = async (source: string): Promise<number> => {
  const entry = join(host, 'library.js');
  writeFileSync(entry, source);
  const built = await build({
    ...config,
    build: { write: false, lib: { entry, formats: ['es'], fileName: 'library' } },
  });
  const chunks = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const code = new Map(chunks.flatMap((chunk) => (chunk.type === 'chunk' ? [[chunk.fileName, chunk] as const] : [])));
  const names = new Set([...code.values()].filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  for (const name of names) for (const next of code.get(name)?.imports ?? []) names.add(next);
  return [...names].reduce((sum, name) => sum + (code.get(name)?.code.length ?? 0), 0);
};

test('what an application does not use of the package is not in it, and helpers of the toolkit bring no engine', async () => {
  const entries = ['element.js', 'plugin.js', 'engine.js', 'toolkit.js'];
  const unused = await bytesOfLibrary(entries.map((name) => `import 'snake-segmenter/${name}';`).join('\n'));
  assert.ok(unused < 100, `${unused} bytes of what is not used`);
  const names = 'maskGeometry, measure, simplify, threshold, traceMask';
  const helpers = await bytesOfLibrary(`export { ${names} } from 'snake-segmenter/toolkit.js';`);
  // The engine's part alone has more than two hundred thousand.
  assert.ok(helpers > 1000 && helpers < 20_000, `${helpers} bytes of helpers`);
  // What channels and an own worker need besides: the channels' transforms, and Comlink.
  for (const name of ['applyChannel', 'channelList', 'provide']) {
    const bytes = await bytesOfLibrary(`export { ${name} } from 'snake-segmenter/toolkit.js';`);
    assert.ok(bytes > 1000 && bytes < 60_000, `${bytes} bytes of ${name}`);
  }
});

test('the package takes at most 1.5 MB to send', () => {
  const [{ size }] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
  assert.ok(size <= 1_500_000, `${size} bytes`);
});
