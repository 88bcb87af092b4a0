/**
 * The component on viewers that pages bring: each OpenSeadragon from 2.4 on, found by `attach` and by `for`, with a real mouse, on every kind of
 * tile source and of right to read it; and beside Annotorious and a filter. Packed, installed from its archive, and driven in Chromium. Needs
 * the package registry, so it is no part of `npm test`.
 *
 *   npm run test:viewers                 all of them
 *   npm run test:viewers -- 2.4.0 6.1.1  some versions
 *   npm run test:viewers -- 6.1.1 --beside  what shares a viewer, alone
 *
 * `SCALEBAR=FILE` gives the script of openseadragon-scalebar, which is in no registry; without it an element that does the same stands in.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { beside, besideSource } from '../test/hosts/beside.mjs';
import { startSlides } from '../test/hosts/slides.mjs';
import { pageSource, sources } from '../test/hosts/viewers.mjs';
import { ensureChrome } from './machine/chrome.mjs';

const VERSIONS = ['2.4.0', '2.4.2', '3.0.0', '3.1.0', '4.0.0', '4.1.1', '5.0.1', '6.1.1'];
const args = process.argv.slice(2);
const besideAlone = args.includes('--beside');
const named = args.filter((each) => each !== '--beside');
const asked = VERSIONS.filter((version) => named.length === 0 || named.includes(version));

const work = mkdtempSync(join(tmpdir(), 'viewers-'));
execFileSync(process.execPath, ['scripts/build.mjs', 'package', '--if-changed'], { stdio: 'inherit' });
const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', work], {
  encoding: 'utf8',
});
writeFileSync(join(work, 'package.json'), JSON.stringify({ name: 'host', private: true, type: 'module' }));
const others = ['@annotorious/openseadragon', 'openseadragon-filtering', 'geotiff-tilesource'];
execFileSync(
  'npm',
  [
    ...[
      'install',
      '--no-audit',
      '--no-fund',
      '--legacy-peer-deps',
      '--silent',
      `./${packed.trim().split('\n').at(-1)}`,
    ],
    ...asked.map((version) => `osd-${version}@npm:openseadragon@${version}`),
    ...others,
  ],
  { cwd: work, stdio: 'inherit' },
);
mkdirSync(join(work, 'bundled'));
writeFileSync(join(work, 'bundled/scalebar.js'), process.env.SCALEBAR ? readFileSync(process.env.SCALEBAR) : '');
writeFileSync(
  join(work, 'annotorious.js'),
  "import * as all from '@annotorious/openseadragon';\nglobalThis.Annotorious = all;\n",
);
await build({
  entryPoints: [join(work, 'annotorious.js')],
  bundle: true,
  format: 'iife',
  // Annotorious asks for the page's own.
  plugins: [
    {
      name: 'page-library',
      setup({ onResolve, onLoad }) {
        onResolve({ filter: /^openseadragon$/ }, () => ({ path: 'page', namespace: 'page-library' }));
        onLoad({ filter: /./, namespace: 'page-library' }, () => ({
          contents: 'module.exports = globalThis.OpenSeadragon;',
        }));
      },
    },
  ],
  outfile: join(work, 'bundled/annotorious.js'),
  loader: { '.css': 'text' },
  logLevel: 'error',
  define: { 'process.env.NODE_ENV': '"production"' },
});

const annotoriousStyle = join(work, 'node_modules/@annotorious/openseadragon/dist/annotorious-openseadragon.css');

const types = { '.js': 'text/javascript', '.css': 'text/css', '.png': 'image/png' };
/** The page's own files: `/cdn/`, OpenSeadragon's under its version, and the page. */
const files = (path, response) => {
  const [, version, rest] = /^\/osd\/([\d.]+)\/(.+)$/.exec(path) ?? [];
  const file = version
    ? join(work, `node_modules/osd-${version}/build/openseadragon`, rest)
    : path.startsWith('/cdn/')
      ? join(work, 'node_modules/snake-segmenter', path)
      : join(work, path);
  const [, shown] = /^\/page\/([\d.]+)\/$/.exec(path) ?? [];
  if (shown !== undefined) {
    response.setHeader('Content-Type', 'text/html');
    return response.end(`<!doctype html><html lang="en"><body style="margin: 0"><div id="viewer" style="width: 800px; height: 600px"></div>
      <script src="/osd/${shown}/openseadragon.js"></script>
      <script type="module">import { attach } from '/cdn/plugin.js'; Object.assign(globalThis, { attach });</script>`);
  }
  if (path.includes('..') || !existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
  response.setHeader('Content-Type', types[extname(file)] ?? 'application/octet-stream');
  return response.end(readFileSync(file));
};

const here = await startSlides(files);
const there = await startSlides(files);
const browser = await chromium.launch({ executablePath: ensureChrome(), args: ['--no-sandbox'] });
const context = await browser.newContext({ viewport: { width: 900, height: 700 } });
await context.addCookies([{ name: 'right', value: 'yes', url: here.address }]);

const open = async (version) => {
  const page = await context.newPage();
  const failures = [];
  page.on('pageerror', (error) => failures.push(String(error)));
  await page.goto(`${here.address}page/${version}/`);
  await page.waitForFunction(() => globalThis.attach);
  await page.evaluate(
    `Object.assign(globalThis, ${JSON.stringify({ here: here.address, there: there.address })}); ${pageSource()}`,
  );
  return { page, failures };
};

/** Draws a box round the disc with the mouse; resolves once its contour was checked. */
const drawn = async (page, degrees, flip) => {
  await page.evaluate(() => {
    segmenter.clear();
    globalThis.done = new Promise((resolve, reject) => {
      segmenter.addEventListener('contour-complete', ({ detail }) => resolve(detail.contour), { once: true });
      segmenter.addEventListener('segmenter-error', ({ detail }) => reject(new Error(detail.message)), { once: true });
    });
  });
  const [x0, y0, x1, y1] = await page.evaluate(([turn, mirrored]) => shown(turn, mirrored), [degrees, flip]);
  await page.mouse.move(x0, y0);
  await page.mouse.down();
  await page.mouse.move((x0 + x1) / 2, (y0 + y1) / 2);
  await page.mouse.move(x1, y1);
  await page.mouse.up();
  await page.evaluate(
    async (how) => {
      const contour = await globalThis.done;
      try {
        checkArea(contour);
      } catch ({ message }) {
        throw new Error(`${how}: ${message}, from ${JSON.stringify(contour.properties.metadata.request.init)}`);
      }
    },
    `turned by ${degrees}°${flip ? ' and mirrored' : ''}`,
  );
};

/** A real mouse: a box, a move of the view, a box in a turned and mirrored view, and the viewer as it was in the end. */
const byMouse = async (page) => {
  await page.evaluate(() => {
    globalThis.before = document.querySelectorAll('#viewer *').length;
    return atDisc();
  });
  await drawn(page, 0, false);
  const moved = await page.evaluate(() => {
    segmenter.tool = 'pan';
    globalThis.centre = viewer.viewport.getCenter(false);
    return segmenter.updateComplete.then(() => true);
  });
  if (!moved) throw new Error('not updated');
  await page.mouse.move(300, 300);
  await page.mouse.down();
  await page.mouse.move(350, 320, { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction(() => viewer.viewport.getCenter(false).x !== globalThis.centre.x, undefined, {
    timeout: 20_000,
  });
  await page.evaluate(() => {
    segmenter.tool = 'box';
    return segmenter.updateComplete;
  });
  await drawn(page, 30, true);
  await page.evaluate(() => {
    dispose();
    if (document.querySelector('snake-segmenter')) throw new Error('the component is still there');
    if (!viewer.isOpen()) throw new Error('the viewer lost its image');
    viewer.destroy();
  });
};

const rows = [];
const check = async (version, cell, work) => {
  const { page, failures } = await open(version);
  const row = { version, cell, outcome: 'yes' };
  rows.push(row);
  try {
    const limit = new Promise((_, reject) =>
      setTimeout(() => reject(new Error('nothing after two minutes')), 120_000).unref(),
    );
    await Promise.race([work(page), limit]);
    if (failures.length > 0) throw new Error(failures.join('\n'));
  } catch (error) {
    row.outcome = `no: ${error instanceof Error ? error.message.split('\n')[0] : error}`;
  }
  await page.close();
  console.log(
    `${row.outcome === 'yes' ? 'ok' : 'NOT OK'}  ${version}  ${cell}  ${row.outcome === 'yes' ? '' : row.outcome}`,
  );
};

for (const version of besideAlone ? [] : asked) {
  await check(version, '`attach`, box, pan, turned and mirrored, dispose', byMouse);
  await check(version, '`for`', (page) => page.evaluate(() => byId()));
  await check(version, 'the full page and back', (page) => page.evaluate(() => fullPage()));
  for (const cell of Object.keys(sources))
    await check(version, cell, (page) => page.evaluate((name) => sources[name](), cell));
}
for (const [cell, { versions, scripts, drive }] of Object.entries(beside)) {
  for (const version of asked.filter((each) => versions.includes(each)))
    await check(version, cell, async (page) => {
      for (const path of scripts) await page.addScriptTag({ url: `${here.address}${path}` });
      // Without its style, Annotorious has no layer that takes the pointer.
      await page.addStyleTag({ path: annotoriousStyle });
      await page.evaluate(besideSource());
      if (drive) await drive(page);
      else await page.evaluate((name) => beside[name](), cell);
    });
}
await browser.close();
here.close();
there.close();
rmSync(work, { recursive: true, force: true });

const cells = [...new Set(rows.map(({ cell }) => cell))];
console.log(`\n| on OpenSeadragon | ${asked.join(' | ')} |\n|--|${asked.map(() => '--').join('|')}|`);
for (const cell of cells) {
  const of = (version) => rows.find((row) => row.cell === cell && row.version === version)?.outcome.split(':')[0] ?? '';
  console.log(`| ${cell} | ${asked.map(of).join(' | ')} |`);
}
const failed = rows.filter(({ outcome }) => outcome !== 'yes').length;
console.log(`\n${rows.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
