/** A whole slide over DICOMweb in a page: another origin, behind a token, drawn by the engine in the component's own viewer, a box by the mouse. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { type TestContext, test } from 'node:test';
import { chromium } from 'playwright-core';
// @ts-expect-error a build script, plain JavaScript
import { ensureChrome } from '../../scripts/machine/chrome.mjs';
import { InstalledPackage } from '../support/cli/installed-package.js';
import { dicomWeb, instanceOf } from '../support/images/dicom-slide.js';

const SIDE = 512;
const TILE = 128;
const [X, Y, RADIUS] = [200, 260, 60];

/** A level of the slide: a bright disc on a dark ground, in frames. */
const level = (uid: string, down: number) =>
  instanceOf(uid, {
    width: SIDE / down,
    height: SIDE / down,
    tile: [TILE, TILE],
    spacing: [0.0005 * down, 0.0005 * down],
    frame: (column, row) =>
      Uint8Array.from({ length: TILE * TILE }, (_, k) => {
        const x = (column * TILE + (k % TILE)) * down;
        const y = (row * TILE + Math.floor(k / TILE)) * down;
        return (Math.hypot(x - X, y - Y) < RADIUS ? 180 : 80) + ((k * 7919) % 13);
      }),
  });

const serve = async (t: TestContext, listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
};

test('a slide over DICOMweb, of another origin and behind a token, opens in the component’s viewer, and a box finds its disc in µm', async (t) => {
  const installation = new InstalledPackage();
  t.after(() => installation.remove());
  const asked: string[] = [];
  const answer = dicomWeb([level('9.1', 1), level('9.2', 2), level('9.4', 4)], asked);
  const archive = await serve(t, (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    // What is accepted names a type in quotes, for which a browser asks leave too.
    response.setHeader('Access-Control-Allow-Headers', 'Authorization, Accept');
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    if (request.headers.authorization !== 'Bearer right') return response.writeHead(401).end();
    return answer(request, response);
  });
  const page = `<!doctype html><html lang="en"><style>body { margin: 0 } snake-segmenter { display: block; width: 800px; height: 600px }</style>
    <snake-segmenter tool="box" backend="cpu"></snake-segmenter>
    <script type="module">
      import '/cdn/snake-segmenter.js';
      const segmenter = document.querySelector('snake-segmenter');
      segmenter.requestInit = () => ({ headers: { Authorization: 'Bearer right' } });
      segmenter.src = 'dicomweb:${archive}/dicom/studies/1.2/series/3.4';
    </script>`;
  const address = await serve(t, ({ url = '/' }, response) => {
    if (url !== '/' && !url.startsWith('/cdn/')) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': url === '/' ? 'text/html' : 'text/javascript' });
    return response.end(url === '/' ? page : readFileSync(`${installation.folder}${url}`));
  });
  const browser = await chromium.launch({ executablePath: ensureChrome(), args: ['--no-sandbox'] });
  t.after(() => browser.close());
  const tab = await browser.newPage();
  await tab.goto(address);
  await tab.waitForFunction(() => document.querySelector('snake-segmenter')?.image);
  const box = [
    [X - 80, Y - 80],
    [X + 80, Y + 80],
  ];
  const corners = await tab.evaluate(async (positions) => {
    const element = document.querySelector('snake-segmenter')!;
    await element.ready;
    const { canvas, viewport, world } = element.viewer!;
    const { left, top } = canvas.getBoundingClientRect();
    return positions.map(([x, y]) => {
      const point = world.getItemAt(0).imageToViewerElementCoordinates(Object.assign(viewport.getCenter(), { x, y }));
      return [left + point.x, top + point.y] as const;
    });
  }, box);
  await tab.mouse.move(...corners[0]!);
  await tab.mouse.down();
  await tab.mouse.move(...corners[1]!, { steps: 4 });
  await tab.mouse.up();
  await tab.waitForFunction(() => document.querySelector('snake-segmenter')!.contours.features.length > 0);
  const { name, measurements } = await tab.evaluate(() => {
    const { image, contours } = document.querySelector('snake-segmenter')!;
    return { name: image!.name, measurements: contours.features[0]!.properties.measurements };
  });
  assert.equal(name, 'Biopsy');
  const pixels = Number(measurements['Area px^2']);
  const off = 2 * Math.PI * RADIUS * 2;
  assert.ok(Math.abs(pixels - Math.PI * RADIUS ** 2) < off, `${pixels} px²`);
  assert.ok(Math.abs(Number(measurements['Area µm^2']) - pixels / 4) < 0.01, JSON.stringify(measurements));
  // Frames are asked for one by one, and the description once for viewer and engine.
  assert.equal(asked.filter((url) => url.endsWith('/metadata')).length, 1);
  assert.ok(asked.filter((url) => url.includes('/frames/')).length > 3, asked.join('\n'));
});
