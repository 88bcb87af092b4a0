/**
 * The scripts of README and of the guides run in Chromium, as they stand, on an image of the demo and with what they take as given.
 * Those of frameworks, and those with packages that are not installed here, run in `npm run test:hosts` and `test:viewers`.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { after, before, test } from 'node:test';
import { buildSync, transformSync } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright-core';
// @ts-expect-error a build script, plain JavaScript
import { ensureChrome } from '../../scripts/machine/chrome.mjs';
// @ts-expect-error a server of the hosts' tests, plain JavaScript
import { startSlides } from '../hosts/slides.mjs';
import { codeBlocks } from '../support/docs/code-blocks.js';

const pages = [
  'README.md',
  'docs/extending.md',
  'docs/hosting.md',
  'docs/getting-started.md',
  'docs/many-objects.md',
  'docs/using.md',
];
const blocks = pages.flatMap((path) => codeBlocks(path, readFileSync(path, 'utf8')));

/** Blocks that run elsewhere: with packages of others, from an empty folder, and in a worker of the block before. */
const ELSEWHERE = /'@annotorious|'onnxruntime-web|fetch\('\/token'\)|^\/\/ my-worker\.ts/;
const scripts = blocks.filter(({ language, code }) => /^[jt]s$/.test(language) && !ELSEWHERE.test(code));
const wholePages = blocks.filter(({ language, code }) => language === 'html' && code.startsWith('<!doctype'));
const parts = blocks.filter(({ language, code }) => language === 'html' && !code.startsWith('<!doctype'));

/** A block as the browser takes it: without types, and with addresses in place of the names of packages. */
const forBrowser = (code: string): string =>
  transformSync(code, { loader: 'ts', format: 'esm', target: 'es2022' })
    .code.replace(/(import|from) (["'])snake-segmenter\2/g, "$1 '/cdn/snake-segmenter.js'")
    .replace(/(["'])snake-segmenter\/([\w-]+\.js)\1/g, "'/cdn/$2'")
    .replace(/(["'])openseadragon\1/g, "'/osd.js'")
    .replaceAll('/iiif/slide-1/', '/open/iiif/');

const blockWith = (text: string): string => {
  const found = blocks.find(({ code }) => code.includes(text));
  if (!found) throw new Error(`no block has ${text}`);
  return forBrowser(found.code);
};

/** What blocks take as given, made anew for each; `given` holds names as the documentation's types do. */
const surroundings = `
  import OpenSeadragon from '/osd.js';
  import '/cdn/snake-segmenter.js';
  import { createEngine } from '/cdn/engine.js';
  let shared;
  const engineGiven = async () => {
    const engine = await createEngine({ backend: 'cpu' });
    const image = await engine.open({ kind: 'url', url: '/nuclei.tif' });
    const { contours } = await engine.segment(image, { init: 'auto' }).outcome;
    const collection = (features) => ({ type: 'FeatureCollection', features });
    return { engine, image, other: image, accepted: collection(contours.slice(0, 3)), deleted: collection(contours.slice(3, 4)) };
  };
  const square = (x, y) => {
    const coordinates = [[[x, y], [x + 20, y], [x + 20, y + 20], [x, y + 20], [x, y]]];
    const features = [{ type: 'Feature', geometry: { type: 'Polygon', coordinates }, properties: {} }];
    return { type: 'FeatureCollection', features };
  };
  /** In an image of several levels. */
  const examplesInLevels = { accepted: square(60, 60), deleted: square(140, 100) };
  const [width, height] = [120, 90];
  const data = Uint8Array.from({ length: width * height }, (_, k) =>
    (Math.hypot((k % width) - 60, Math.floor(k / width) - 45) < 12 ? 180 : 70) + ((k * 7919) % 13));
  globalThis.runBlock = async (address, needs) => {
    for (const old of document.querySelectorAll('snake-segmenter')) old.remove();
    const place = document.querySelector('#slide');
    place.replaceChildren();
    const segmenter = document.createElement('snake-segmenter');
    Object.assign(segmenter, { backend: 'cpu', src: needs.levels ? '/test/data/images/cog.tif' : '/nuclei.tif' });
    segmenter.style.cssText = 'width: 400px; height: 300px';
    document.body.append(segmenter);
    await segmenter.ready;
    const myNetwork = async (picture, across, down) => new Uint8Array(across * down).fill(1);
    Object.assign(globalThis, { segmenter, token: async () => 'right', myNetwork, width, height, x: 40, y: 30, data });
    if (needs.engine) Object.assign(globalThis, (shared ??= await engineGiven()));
    if (needs.levels) Object.assign(globalThis, examplesInLevels);
    if (needs.viewer) globalThis.viewer = await new Promise((resolve) => {
      const viewer = OpenSeadragon({ element: place, showNavigationControl: false, tileSources: { type: 'image', url: '/open/picture.png' } });
      viewer.addOnceHandler('open', () => resolve(viewer));
    });
    const errors = [];
    const hear = ({ detail }) => errors.push(detail.code + ': ' + detail.message);
    addEventListener('segmenter-error', hear);
    await import(address);
    await segmenter.updateComplete;
    removeEventListener('segmenter-error', hear);
    return errors;
  };
`;

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.html': 'text/html', '.css': 'text/css' };

/** A page with a part of one in it, and with the viewer that it is for, if there is none. */
const pageWith = (part: string): string => {
  const [, id] = /<snake-segmenter for="([\w-]+)"/.exec(part) ?? [];
  const shown = part.replaceAll('…/cdn/', '/cdn/').replaceAll('"slide.dzi"', '"/open/slide.dzi"');
  const place = id === undefined || part.includes(`id="${id}"`) ? '' : `<div id="${id}" style="height: 300px"></div>`;
  const viewer =
    id === undefined
      ? ''
      : `import OpenSeadragon from '/osd.js';
         globalThis.OpenSeadragon = OpenSeadragon;
         OpenSeadragon({ id: '${id}', showNavigationControl: false, tileSources: '/open/slide.dzi' });`;
  return `<!doctype html><title>part</title>${place}${shown}<script type="module">${viewer}
    import '/cdn/snake-segmenter.js';</script>`;
};

let osd = '';
const bodyOf = (path: string): string | Uint8Array => {
  if (path === '/index.html')
    return '<!doctype html><title>blocks</title><div id="slide" style="width: 400px; height: 300px"></div><button id="undo"></button><script type="module" src="/surroundings.js"></script>';
  if (path === '/surroundings.js') return surroundings;
  if (path === '/osd.js') return osd;
  if (path === '/slides/1/contours') return '{"type":"FeatureCollection","features":[]}';
  if (path.endsWith('/nuclei.tif')) return readFileSync('demo/images/fluo_nuclei.tif');
  if (/\/my-algorithms?\.js$/.test(path)) return blockWith('export const brightPart');
  if (path.endsWith('/my-worker.js')) return blockWith('// my-worker.ts');
  const [, kind, index] = /^\/(block|page|part)\/(\d+)\.\w+$/.exec(path) ?? [];
  if (kind === 'block') return forBrowser(scripts[Number(index)]?.code ?? '');
  if (kind === 'page') return wholePages[Number(index)]?.code ?? '';
  if (kind === 'part') return pageWith(parts[Number(index)]?.code ?? '');
  return readFileSync(`.${path}`);
};

const answer = (path: string, response: ServerResponse): void => {
  try {
    const body = bodyOf(path);
    response.setHeader('Content-Type', types[extname(path)] ?? 'application/octet-stream');
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
};

let browser: Browser;
let server: { readonly address: string; close(): void };
before(async () => {
  execFileSync(process.execPath, ['scripts/build.mjs', 'package', '--if-changed'], { stdio: 'pipe' });
  const { outputFiles } = buildSync({
    stdin: { contents: "export { default } from 'openseadragon';", resolveDir: '.' },
    bundle: true,
    format: 'esm',
    write: false,
  });
  osd = outputFiles[0]?.text ?? '';
  server = await startSlides(answer);
  browser = await chromium.launch({ executablePath: ensureChrome(), args: ['--no-sandbox'] });
});
after(async () => {
  await browser.close();
  server.close();
});

/** A tab, and the errors that nobody catches in it. */
const opened = async (path: string): Promise<{ readonly tab: Page; readonly errors: string[] }> => {
  const tab = await browser.newPage();
  const errors: string[] = [];
  tab.on('pageerror', (error) => errors.push(String(error)));
  await tab.goto(`${server.address}${path}`);
  return { tab, errors };
};

test('scripts of the documentation run', { timeout: 240_000 }, async () => {
  assert.ok(scripts.length >= 18, `${scripts.length} blocks`);
  const { tab, errors } = await opened('index.html');
  await tab.waitForFunction('globalThis.runBlock');
  const faults: string[] = [];
  for (const [k, { where, code }] of scripts.entries()) {
    const needs = {
      engine: /\bengine\b/.test(code) && !/createEngine/.test(code),
      levels: /\blevel: 1\b/.test(code),
      viewer: /attach\(viewer/.test(code),
    };
    const run = `runBlock('/block/${k}.js', ${JSON.stringify(needs)}).catch((error) => [String(error)])`;
    const told: readonly string[] = await tab.evaluate(run);
    faults.push(...[...told, ...errors.splice(0)].map((fault) => `${where}: ${fault}`));
  }
  assert.deepEqual(faults, []);
});

test('pages of the documentation show their image', { timeout: 120_000 }, async () => {
  assert.ok(wholePages.length > 0);
  for (const [k, { where }] of wholePages.entries()) {
    const { tab, errors } = await opened(`page/${k}.html`);
    await tab.waitForFunction("document.querySelector('snake-segmenter')?.image");
    assert.deepEqual(errors, [], where);
    await tab.close();
  }
});

test('parts of pages in the documentation show their image, on viewers of the page too', {
  timeout: 120_000,
}, async () => {
  assert.ok(parts.length >= 3, `${parts.length} parts`);
  for (const [k, { where }] of parts.entries()) {
    const { tab, errors } = await opened(`part/${k}.html`);
    await tab.waitForFunction("document.querySelector('snake-segmenter')?.image");
    assert.deepEqual(errors, [], where);
    await tab.close();
  }
});
