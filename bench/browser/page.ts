/**
 * Waiting times of a person in the page: a box drawn with the mouse on an open image whose domain has 4 megapixels, in headless Chromium.
 * From the release of the mouse to the first `contour-progress`, to the last ring, and the page's long tasks meanwhile,
 * by the browser's own observer, and the parts of the run by the engine's counters. Writes the section of `bench/RESULTS.md`. Build first: it uses the bundle in `cdn/`.
 * `--gpu` lets Chromium use the machine's GPU through Vulkan, and draws the first box when its kernels are compiled.
 */
// @ts-expect-error a build script, plain JavaScript
import { gpuFlags } from '../../scripts/machine/gpu-flags.mjs';
import { partNames } from '../../src/core/parts.js';
import { componentPages, type Drawn, drawBox, inBlob } from '../support/browser-page.js';
import { median, stamped, table, writeSection } from '../support/results.js';

const side = 2048;
const trials = 7;

const gpu = process.argv.includes('--gpu');
/** Milliseconds after which all kernels are compiled. */
const COMPILED = 15_000;

const pages = await componentPages(gpu ? gpuFlags : []);
try {
  const page = await pages.open();
  await page.evaluate(`globalThis.inBlob = ${inBlob}`);
  await page.evaluate(async (size) => {
    const canvas = new OffscreenCanvas(size, size);
    const context = canvas.getContext('2d')!;
    const image = context.createImageData(size, size);
    const inside = Reflect.get(globalThis, 'inBlob');
    let seed = 1;
    for (let i = 0; i < size * size; i++) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      const value = (inside((i % size) / size - 0.5, Math.floor(i / size) / size - 0.5) ? 140 : 100) + (seed >>> 26);
      image.data.set([value, value, value, 255], 4 * i);
    }
    context.putImageData(image, 0, 0);
    const element = document.querySelector('snake-segmenter')!;
    element.src = await canvas.convertToBlob({ type: 'image/png' });
    await element.updateComplete;
    await element.ready;
  }, side);
  if (gpu) await page.waitForTimeout(COMPILED);
  const results: Drawn[] = [];
  for (let trial = 0; trial <= trials; trial++) {
    await page.waitForTimeout(1000);
    results.push(await drawBox(page));
  }
  // The first run compiles the code; the image is open all the same.
  const [cold, ...warm] = results;
  const row = (name: string, of: (drawn: Drawn) => number): string[] => [
    name,
    of(cold!).toFixed(0),
    median(warm.map(of)).toFixed(0),
    Math.max(...warm.map(of)).toFixed(0),
  ];
  const rows = [
    ['from the release of the mouse, ms', 'first run', `median of ${warm.length}`, 'worst'],
    row('`contour-start`', ({ start }) => start),
    row('first `contour-progress`', ({ first }) => first),
    row('`contour-complete`', ({ complete }) => complete),
    ...partNames.map((part) => row(`of it the engine: ${part}`, ({ parts }) => parts[part])),
    row('of it all else: messages, start, drawing', ({ complete, parts }) =>
      partNames.reduce((rest, part) => rest - parts[part], complete),
    ),
    row('states shown', ({ states }) => states),
    row('long tasks of the page (over 50 ms)', ({ long }) => long.length),
    row('the longest, ms (0: none over 50)', ({ long }) => Math.max(0, ...long)),
    row('vertices', ({ vertices }) => vertices),
  ];
  const { backend, adapter } = await page.evaluate(() => document.querySelector('snake-segmenter')!.stats());
  const name = gpu ? 'page gpu' : 'page';
  const browser = gpu ? `${pages.browser} (${backend}, ${adapter})` : pages.browser;
  const text = `## In the page${gpu ? ', on a GPU' : ''}\n\n${table(rows)}`;
  if (process.argv.includes('--print')) console.log(stamped(text, browser));
  else writeSection(name, text, browser);
} finally {
  await pages.close();
}
