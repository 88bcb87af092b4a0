/** The built component in a frame that is sandboxed without `allow-same-origin`: its origin is none, and nothing is stored there. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { type TestContext, test } from 'node:test';
import { buildPackage } from '../support/cli/installed-package.js';
import { theBrowser } from '../support/cli/the-browser.js';
import { serving } from '../support/servers/handler-server.js';

const script = `
  import '/cdn/snake-segmenter.js';
  const segmenter = document.querySelector('snake-segmenter');
  const found = { origin, errors: [] };
  addEventListener('segmenter-error', ({ detail }) => found.errors.push([detail.code, detail.message]));
  const outcome = (promise) => promise.then((value) => value, (error) => error.code + ': ' + error.message);
  for (const src of ['/test/data/images/rgb.png', '/test/data/images/dzi-png.dzi', '/demo/images/fluo_nuclei.tif']) {
    segmenter.src = src;
    found[src] = (await outcome(segmenter.ready)) ?? 'open';
  }
  const contour = await outcome(segmenter.segment({ x: 440, y: 295, width: 50, height: 34 }));
  found.contour = contour.geometry?.type ?? contour;
  parent.postMessage(found, '*');
`;
const frame = `<!doctype html><title>sandboxed</title><snake-segmenter autosave backend="cpu"></snake-segmenter>
<script type="module" src="/main.js"></script>`;
const page = `<!doctype html><title>page</title><script>
  addEventListener('message', ({ data }) => { document.title = JSON.stringify(data); });
</script><iframe sandbox="allow-scripts" src="/frame" width="700" height="500"></iframe>`;

const types: Readonly<Record<string, string>> = {
  '': 'text/html',
  '.js': 'text/javascript',
  '.dzi': 'application/xml',
};
const own: Readonly<Record<string, string>> = { '/page': page, '/frame': frame, '/main.js': script };

/** What the script in a sandboxed frame finds, where the frame has a policy. */
const foundUnder = async (t: TestContext, policy: string): Promise<Readonly<Record<string, unknown>>> => {
  buildPackage();
  const address = await serving(
    t,
    ({ request, response }) => {
      const { pathname } = new URL(request.url ?? '/', 'http://host');
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.setHeader('Content-Security-Policy', policy);
      try {
        const bytes = own[pathname] ?? readFileSync(`.${pathname}`);
        response.setHeader('Content-Type', types[extname(pathname)] ?? 'application/octet-stream');
        response.end(bytes);
      } catch {
        response.writeHead(404).end();
      }
    },
    'page',
  );
  const tab = await (await theBrowser()).newPage();
  t.after(() => tab.close());
  await tab.goto(address);
  await tab.waitForFunction(() => document.title.startsWith('{'), undefined, { timeout: 100_000 });
  return JSON.parse(await tab.title());
};

const ANY = "script-src 'self' 'wasm-unsafe-eval' 'unsafe-inline'";

test('in a sandboxed frame images open and contours are found; that nothing can be stored is told', {
  timeout: 120_000,
}, async (t) => {
  const { errors, ...found } = await foundUnder(t, `${ANY}; worker-src 'self' data:`);
  assert.deepEqual(found, {
    origin: 'null',
    '/test/data/images/rgb.png': 'open',
    '/test/data/images/dzi-png.dzi': 'open',
    '/demo/images/fluo_nuclei.tif': 'open',
    contour: 'Polygon',
  });
  assert.ok(Array.isArray(errors));
  assert.deepEqual(
    errors.map(([code]) => code),
    ['storage-failed'],
  );
});

test('a policy that does not let the worker of a sandboxed frame start is told with what it must have', {
  timeout: 120_000,
}, async (t) => {
  const { contour } = await foundUnder(t, `${ANY}; worker-src 'self'`);
  assert.match(`${contour}`, /^worker-crashed: .*must have data: in worker-src/);
});
