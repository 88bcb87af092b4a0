/**
 * The package in applications of others: packed, installed from its archive, built by each host's own tools, and clicked through in
 * Chromium: a box is drawn with the mouse, and the host's handler hears of the contour. Needs the package registry and some minutes a
 * host, so it is no part of `npm test`.
 *
 *   npm run test:hosts                 all of them
 *   npm run test:hosts -- Next webpack some
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, extname, join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import * as gettingStarted from '../test/hosts/getting-started.mjs';
import { hosts } from '../test/hosts/hosts.mjs';
import { ensureChrome } from './machine/chrome.mjs';

const asked = process.argv.slice(2);
const GUIDE = 'Getting started';
const all = [...Object.keys(hosts), GUIDE];
const names = all.filter((name) => asked.length === 0 || asked.includes(name));
if (names.length === 0) throw new Error(`There is no host ${asked.join(', ')}; there are: ${all.join(', ')}`);

const work = mkdtempSync(join(tmpdir(), 'hosts-'));
execFileSync(process.execPath, ['scripts/build.mjs', 'package', '--if-changed'], { stdio: 'inherit' });
const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', work], {
  encoding: 'utf8',
});
const archive = join(work, packed.trim().split('\n').at(-1));

const run = (command, folder, env = {}) => {
  const { status, stdout, stderr, error } = spawnSync('bash', ['-c', command], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, CI: 'true', ...env },
  });
  // Whole, since a tool may name the reason first and a hundred lines of its own stack after it.
  if (status !== 0) throw new Error(`${command}\n${stdout}${stderr}${error ?? ''}`);
};

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};

/** Serves a folder's files. */
const serve = async (folder) => {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://host').pathname);
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    try {
      if (!resolve(file).startsWith(resolve(folder)) || !statSync(file).isFile()) throw new Error('no file');
      response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' });
      response.end(readFileSync(file));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { server, address: `http://127.0.0.1:${server.address().port}/` };
};

/** Draws a box round a nucleus with the mouse. */
const clickThrough = async (page, address) => {
  const workers = [];
  page.on('worker', (worker) => workers.push(worker.url().startsWith('blob:') ? 'blob' : 'script'));
  const failures = [];
  page.on('pageerror', (error) => failures.push(String(error)));
  await page.goto(address);
  await page.waitForFunction(() => document.querySelector('snake-segmenter')?.image, undefined, { timeout: 60_000 });
  const corners = await page.evaluate(async () => {
    const element = document.querySelector('snake-segmenter');
    await element.ready;
    const { viewer } = element;
    const box = viewer.canvas.getBoundingClientRect();
    return [
      [440, 295],
      [490, 329],
    ].map(([x, y]) => {
      const at = viewer.world
        .getItemAt(0)
        .imageToViewerElementCoordinates(Object.assign(viewer.viewport.getCenter(), { x, y }));
      return [box.left + at.x, box.top + at.y];
    });
  });
  await page.mouse.move(...corners[0]);
  await page.mouse.down();
  await page.mouse.move((corners[0][0] + corners[1][0]) / 2, (corners[0][1] + corners[1][1]) / 2);
  await page.mouse.move(...corners[1]);
  await page.mouse.up();
  await page.waitForFunction(() => document.title.includes('Polygon'), undefined, { timeout: 60_000 });
  if (failures.length > 0) throw new Error(failures.join('\n'));
  return [...new Set(workers)].join(', ') || 'none';
};

const executablePath = ensureChrome();
/** A page in a browser of its own: builds take minutes and most of the memory, and a browser that ends meanwhile would fail every host after it. */
const inBrowser = async (visit) => {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    return await visit(await browser.newPage());
  } finally {
    await browser.close();
  }
};

const rows = [];
for (const name of names.filter((each) => each !== GUIDE)) {
  const { install, manifest = {}, files, build, serve: output, env } = hosts[name];
  const folder = join(work, name.replace(/\W+/g, '-'));
  const row = { host: name, versions: '', builds: 'no', worker: '', contour: 'no', reason: '' };
  rows.push(row);
  const began = performance.now();
  try {
    mkdirSync(folder);
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ name: 'host', private: true, type: 'module', ...manifest }),
    );
    run(`npm install --no-audit --no-fund ${[archive, ...install].join(' ')}`, folder);
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    row.versions = install
      .map((each) => each.replace(/(?<=.)@.*$/, ''))
      .map((each) => `${each} ${(dependencies[each] ?? '').replace(/^[\^~]/, '')}`)
      .join(', ');
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    run(build, folder, env);
    row.builds = 'yes';
    if (output === undefined) {
      row.contour = 'as it says';
      continue;
    }
    copyFileSync('demo/images/fluo_nuclei.tif', join(folder, output, 'nuclei.tif'));
    const { server, address } = await serve(join(folder, output));
    try {
      row.worker = await inBrowser((page) => clickThrough(page, address));
      row.contour = 'yes';
    } finally {
      server.closeAllConnections();
      server.close();
    }
  } catch (error) {
    row.reason = error instanceof Error ? error.message : String(error);
  } finally {
    const seconds = ((performance.now() - began) / 1000).toFixed(0);
    console.log(
      `${row.contour === 'no' ? 'NOT OK' : 'ok'}  ${name}  ${row.worker}  ${seconds} s${row.reason && `\n${row.reason}`}`,
    );
    rmSync(folder, { recursive: true, force: true });
  }
}
/** The guide's page, from an empty folder. */
const followGuide = async () => {
  const row = { host: GUIDE, versions: 'vite', builds: 'no', worker: 'script', contour: 'no' };
  rows.push(row);
  let reason = '';
  try {
    const began = performance.now();
    run(gettingStarted.create(archive), work);
    const folder = join(work, gettingStarted.folder);
    for (const [path, text] of Object.entries(gettingStarted.files)) writeFileSync(join(folder, path), text);
    run(gettingStarted.build, folder);
    row.builds = `yes, ${((performance.now() - began) / 1000).toFixed(0)} s with npm`;
    const served = await gettingStarted.serve(join(folder, 'dist'));
    try {
      const seconds = await inBrowser(async (page) => {
        const from = performance.now();
        await gettingStarted.visit(page, served);
        return ((performance.now() - from) / 1000).toFixed(0);
      });
      row.contour = `yes, and its class by a key, ${seconds} s from the address on`;
    } finally {
      served.close();
    }
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error);
  }
  console.log(`${row.contour === 'no' ? 'NOT OK' : 'ok'}  ${GUIDE}  ${row.contour}  ${reason}`);
};
if (names.includes(GUIDE)) await followGuide();
rmSync(work, { recursive: true, force: true });

console.log('\n| host | versions | builds | worker | contour by the mouse |\n|--|--|--|--|--|');
for (const { host, versions, builds, worker, contour } of rows)
  console.log(`| ${host} | ${versions} | ${builds} | ${worker} | ${contour} |`);
const failed = rows.filter(({ contour }) => contour === 'no').length;
console.log(`\n${rows.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
