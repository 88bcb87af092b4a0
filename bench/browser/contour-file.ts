/**
 * A million contours of a FlatGeobuf in the page, in headless Chromium without a GPU, shown by `contourFile` over a slide of
 * 24,000 pixels a side: from setting the property to the first contours on the screen and to all in view being read, by address and as
 * a file of the disk, and the time from frame to frame while the view moves on by several screens. Writes the section of
 * `bench/RESULTS.md`. Build first: it uses the bundle in `cdn/`. `WORK` names a folder where the file stays and is taken from.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import type { Page } from 'playwright-core';
import { writeOutput } from '../../src/cli/work/outputs.js';
import { componentPages } from '../support/browser-page.js';
import { type Frames, measureWay } from '../support/many-contours.js';
import { gatherMillion, MILLION_SIDE } from '../support/million-contours.js';
import { median, stamped, table, writeSection } from '../support/results.js';

const trials = process.argv.includes('--quick') ? 1 : 5;
const kept = process.env.WORK;
const folder = kept ?? mkdtempSync(join(tmpdir(), 'contour-file-'));
const contours = join(folder, 'million.fgb');

/** A slide of one tile that is every tile of every level, all of it grey. */
const writeSlide = (): void => {
  const side = MILLION_SIDE;
  const tile = MILLION_SIDE / 24;
  const canvas = createCanvas(tile, tile);
  const context = canvas.getContext('2d');
  context.fillStyle = '#888';
  context.fillRect(0, 0, tile, tile);
  writeFileSync(join(folder, 'tile.png'), canvas.toBuffer('image/png'));
  writeFileSync(
    join(folder, 'slide.dzi'),
    `<Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="png" Overlap="0" TileSize="${tile}"><Size Width="${side}" Height="${side}"/></Image>`,
  );
  const top = Math.ceil(Math.log2(side));
  for (let level = 0; level <= top; level++) {
    const at = join(folder, 'slide_files', String(level));
    mkdirSync(at, { recursive: true });
    const across = Math.ceil(side / 2 ** (top - level) / tile);
    for (let k = 0; k < across ** 2; k++) {
      const name = join(at, `${k % across}_${Math.floor(k / across)}.png`);
      if (!existsSync(name)) symlinkSync(join(folder, 'tile.png'), name);
    }
  }
};

interface Opened {
  /** Milliseconds from setting the property. */
  readonly first: number;
  readonly all: number;
  readonly boxes: number;
  /** Milliseconds of the processor that all processes of the browser took for it. */
  readonly busy: number;
}

const openSlide = async (page: Page): Promise<void> => {
  await page.evaluate(`Object.assign(globalThis, { __name: (f) => f, measureWay: ${measureWay} })`);
  await page.evaluate(async () => {
    const input = document.createElement('input');
    input.type = 'file';
    document.body.append(input);
    const element = document.querySelector('snake-segmenter')!;
    element.backend = 'cpu';
    element.toolbar = true;
    element.src = '/slide.dzi';
    await element.updateComplete;
    await element.ready;
    // The slide is on the screen before the file is asked for.
    await new Promise((resolve) => setTimeout(resolve, 1000));
  });
  await page.setInputFiles('input[type=file]', contours);
};

/** Sets the property, and looks every frame whether anything is drawn over the middle of the slide. */
const show = (page: Page, how: 'address' | 'file'): Promise<Omit<Opened, 'busy'>> =>
  page.evaluate(async (how) => {
    const element = document.querySelector('snake-segmenter')!;
    const overlay = element.viewer!.canvas.querySelector<HTMLCanvasElement>('.snake-overlay')!;
    const small = new OffscreenCanvas(32, 32).getContext('2d', { willReadFrequently: true })!;
    const inked = (): boolean => {
      small.clearRect(0, 0, 32, 32);
      small.drawImage(overlay, 0, 0, 32, 32);
      return small.getImageData(0, 0, 32, 32).data.some((value, k) => k % 4 === 3 && value > 0);
    };
    if (inked()) throw new Error('something is drawn before the file is shown');
    const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
    const file = document.querySelector<HTMLInputElement>('input[type=file]')!.files![0]!;
    const start = performance.now();
    const read = new Promise<number>((resolve, reject) => {
      element.addEventListener('contour-file-view', ({ detail }) => resolve(detail.count), { once: true });
      element.addEventListener('segmenter-error', ({ detail }) => reject(new Error(detail.message)), { once: true });
    });
    const all = read.then(() => performance.now() - start);
    element.contourFile = how === 'address' ? '/million.fgb' : file;
    while (!inked()) await frame();
    // The frame that drew it is over, and so on the screen.
    await frame();
    const first = performance.now() - start;
    return { first, all: await all, boxes: await read };
  }, how);

const zooms = [1, 8, 40] as const;

const framesOf = async (page: Page): Promise<Frames[]> => {
  const all: Frames[] = [];
  for (const zoom of zooms)
    all.push(
      await page.evaluate(async (zoom) => {
        const { viewer } = document.querySelector('snake-segmenter')!;
        const way: unknown = Reflect.get(globalThis, 'measureWay');
        return (way as typeof measureWay)(viewer as unknown as Parameters<typeof measureWay>[0], zoom);
      }, zoom),
    );
  return all;
};

if (!existsSync(contours)) {
  const { file, spool, frame } = await gatherMillion(folder);
  await writeOutput({ format: 'flatgeobuf', path: contours }, spool, frame, { metadata: undefined });
  await file.close();
  rmSync(join(folder, 'spool'));
}
writeSlide();
if (!existsSync(join(folder, 'cdn'))) symlinkSync(resolve('cdn'), join(folder, 'cdn'));
const pages = await componentPages([], folder);
try {
  const opened: Record<'address' | 'file', Opened[]> = { address: [], file: [] };
  const moved: Frames[][] = [];
  const without: Frames[][] = [];
  for (let trial = 0; trial < trials; trial++)
    for (const how of ['address', 'file'] as const) {
      const page = await pages.open();
      await openSlide(page);
      if (how === 'address') without.push(await framesOf(page));
      await page.evaluate(() => document.querySelector('snake-segmenter')!.viewer!.viewport.goHome(true));
      const { all: before } = await pages.processorTime();
      const shown = await show(page, how);
      const { all: after } = await pages.processorTime();
      opened[how].push({ ...shown, busy: 1000 * (after - before) });
      console.log(how, opened[how].at(-1));
      if (how === 'address') {
        moved.push(await framesOf(page));
        console.log(moved.at(-1));
      }
      await page.context().close();
    }
  const middle = (values: readonly number[]): string =>
    median(values).toFixed(values.some((value) => value < 100) ? 1 : 0);
  const opening = (['address', 'file'] as const).map((how) => [
    how === 'address' ? 'by address, read by ranges' : 'a file of the disk',
    ...(['first', 'all'] as const).flatMap((what) => {
      const times = opened[how].map((one) => one[what]);
      return [middle(times), Math.min(...times).toFixed(0)];
    }),
    middle(opened[how].map(({ busy }) => busy)),
    String(opened[how][0]!.boxes),
  ]);
  const panning = zooms.map((zoom, k) => [
    zoom === 1 ? 'whole slide' : `zoomed in ${zoom} times`,
    ...[moved, without].flatMap((all) => [
      middle(all.map((frames) => frames[k]!.median)),
      middle(all.map((frames) => frames[k]!.ninetieth)),
    ]),
  ]);
  const text = [
    '## A million contours in the page',
    `1,000,000 contours of 16 vertices in a FlatGeobuf with an index, over a slide of ${MILLION_SIDE} × ${MILLION_SIDE} that is on the screen already, in a view of 900 × 900; median and least of ${trials} pages, and the processor time of all processes of the browser until both.`,
    table([
      ['ms from setting `contourFile`', 'first drawn', 'least', 'all in view read', 'least', 'processor', 'boxes'],
      ...opening,
    ]),
    'The view moves on by a hundredth of its width a frame, 200 frames, and what comes into view is read meanwhile. Frames come at most every 16.7 ms.',
    table([
      ['ms from frame to frame', 'median', 'ninetieth of a hundred', 'without the file: median', 'ninetieth'],
      ...panning,
    ]),
  ].join('\n\n');
  if (process.argv.includes('--print')) console.log(stamped(text, pages.browser));
  else writeSection('contour-file', text, pages.browser);
} finally {
  await pages.close();
  if (kept === undefined) rmSync(folder, { recursive: true, force: true });
}
