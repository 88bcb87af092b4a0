/** An application of a host with the package in it, which tests build in their own way, serve, and open in Chromium. */
import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type BuildOptions, build as esbuild, type Plugin } from 'esbuild';
import { installedPackage } from './installed-package.js';
import { theBrowser } from './the-browser.js';

export const installation = installedPackage();
export const { host } = installation;
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

/** The strictest policy that shows pictures: no script, worker or style but the application's own. */
export const STRICT = "default-src 'self'; img-src 'self' blob: data:";
/** The same, and WebAssembly. */
export const WITH_WASM = `${STRICT}; script-src 'self' 'wasm-unsafe-eval'`;

/** The page's outcome, and the addresses of the workers that it has. */
export const visit = async (
  address: string | undefined,
): Promise<{ readonly title: string; readonly workers: string[] }> => {
  assert.ok(address);
  const page = await (await theBrowser()).newPage();
  await page.goto(address);
  await page.waitForFunction(() => document.title !== '', undefined, { timeout: 60_000 });
  const title = await page.title();
  // Workers that decode tiles run the same script.
  const workers = [...new Set(page.workers().map((worker) => worker.url()))];
  await page.close();
  return { title, workers };
};

/** Addresses of files, as Vite writes them. */
const ADDRESSES: Plugin = {
  name: 'addresses',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\?url$/ }, ({ path, resolveDir }) => ({ path: join(resolveDir, path.slice(0, -4)) })),
};

/** The address of a server of the application in a folder, under a policy, as long as the test. */
export const servedUnder = async (
  folder: string,
  policy: string,
  t: TestContext,
  type = 'type="module"',
): Promise<string> => {
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

/** Bundles the application with esbuild. @returns the folder of what it made */
export const bundled = async ({ plugins = [], ...options }: BuildOptions): Promise<string> => {
  const outdir = mkdtempSync(join(host, 'bundle-'));
  await esbuild({
    entryPoints: [join(host, 'main.js')],
    bundle: true,
    logLevel: 'error',
    outdir,
    loader: { '.tif': 'file' },
    plugins: [ADDRESSES, ...plugins],
    ...options,
  });
  return outdir;
};
