/**
 * Memory over a working day of eight hours, done in minutes: each minute of the day two boxes are drawn with the mouse, a point is
 * clicked, a vertex is moved, a class is set, and now and then changes are undone; every five minutes the work is saved as files, every
 * ten the next image is opened, every thirty the worker dies, every two hours the page is loaded anew. Tells after each hour what
 * the page, its worker and the processes hold. Then it fills the history, and compares what it holds with what it is limited to.
 * `--hours=1` is a short day. Build first: it uses the bundle in `cdn/`.
 */
import type { Page } from 'playwright-core';
import { MOST_HISTORY } from '../../src/element/contours/edits.js';
import { componentPages } from '../support/browser-page.js';
import { type Held, memoryOf } from '../support/page-memory.js';
import { stamped, table, writeSection } from '../support/results.js';

const hours = Number(process.argv.find((flag) => flag.startsWith('--hours='))?.split('=')[1] ?? 8);
const images = ['rgb.png', 'cog.tif', 'jpeg-420.jpg', 'u16-deflate.tif', 'ome-pyramid.ome.tif'];

/** How often each thing was done, and how often it ended with which coded error. */
const done = new Map<string, number>();
const count = (what: string, times = 1): void => void done.set(what, (done.get(what) ?? 0) + times);

const openImage = async (tab: Page, k: number): Promise<void> => {
  await tab.evaluate(
    async (src) => {
      const element = document.querySelector('snake-segmenter')!;
      Object.assign(element, { backend: 'cpu', autosave: true, src });
      await element.updateComplete;
      await element.ready;
      // The image may have been open before: its contours are back.
      element.clear();
    },
    `/test/data/images/${images[k % images.length]}?${k}`,
  );
  count('images opened');
};

/** A place on the screen: shares of the image. */
const placeOf = (tab: Page, x: number, y: number): Promise<readonly [number, number]> =>
  tab.evaluate(
    ([x, y]) => {
      const element = document.querySelector('snake-segmenter')!;
      const { width, height } = element.image!;
      const { left, top } = element.getBoundingClientRect();
      const item = element.item!;
      const at = element.viewer!.viewport.pixelFromPoint(item.imageToViewportCoordinates(x! * width, y! * height));
      return [left + at.x, top + at.y] as const;
    },
    [x, y],
  );

const drawBox = async (tab: Page, seed: number): Promise<void> => {
  const [x, y] = [0.05 + ((seed * 37) % 50) / 100, 0.05 + ((seed * 53) % 50) / 100];
  const [from, to] = [await placeOf(tab, x, y), await placeOf(tab, x + 0.4, y + 0.4)];
  await tab.evaluate(() => {
    const element = document.querySelector('snake-segmenter')!;
    element.tool = 'box';
    const heard = new AbortController();
    const over = new Promise<string>((resolve) => {
      const once = { signal: heard.signal };
      element.addEventListener('contour-complete', () => resolve('contours drawn with the mouse'), once);
      element.addEventListener('contour-cancel', () => resolve('cancelled'), once);
      element.addEventListener('segmenter-error', ({ detail }) => resolve(`refused: ${detail.code}`), once);
    }).finally(() => heard.abort());
    Object.assign(globalThis, { over });
  });
  await tab.mouse.move(...from);
  await tab.mouse.down();
  await tab.mouse.move(...to, { steps: 3 });
  await tab.mouse.up();
  count(await tab.evaluate(() => Reflect.get(globalThis, 'over') as Promise<string>));
};

/** Corrections of the newest contour: a vertex moved with the mouse, a class, undo and redo. */
const correct = async (tab: Page, minute: number): Promise<void> => {
  const vertex = await tab.evaluate(() => {
    const element = document.querySelector('snake-segmenter')!;
    const contour = element.contours.features.at(-1);
    if (contour?.geometry.type !== 'Polygon') return undefined;
    element.select(contour.id);
    element.classify({ name: `Class ${contour.id.charCodeAt(0) % 4}`, color: [200, 80, 40] });
    element.tool = 'nodes';
    const [x, y] = contour.geometry.coordinates[0]![0]!;
    const { width, height } = element.image!;
    return [x! / width, y! / height] as const;
  });
  if (vertex !== undefined) {
    const [x, y] = await placeOf(tab, ...vertex);
    await tab.mouse.move(x, y);
    await tab.mouse.down();
    await tab.mouse.move(x + 9, y + 7, { steps: 2 });
    await tab.mouse.up();
    count('vertices moved');
  }
  if (minute % 3 !== 0) return;
  await tab.evaluate(() => {
    const element = document.querySelector('snake-segmenter')!;
    element.undo();
    element.redo();
    element.undo();
  });
  count('changes undone', 2);
};

const clickPoint = async (tab: Page, seed: number): Promise<void> => {
  const told = await tab.evaluate(async (seed) => {
    const element = document.querySelector('snake-segmenter')!;
    const { width, height } = element.image!;
    const init = { x: width * (0.2 + ((seed * 29) % 60) / 100), y: height * (0.2 + ((seed * 31) % 60) / 100) };
    const ended = element.segment(init).then(
      () => 'contours from a point',
      (error: { readonly code?: string }) => `refused: ${error.code}`,
    );
    return ended;
  }, seed);
  count(told);
};

const save = async (tab: Page): Promise<void> => {
  await tab.evaluate(async () => {
    const element = document.querySelector('snake-segmenter')!;
    for (const format of ['geojson', 'svg'] as const) await element.export(format);
    await element.session().text();
  });
  count('files saved', 3);
};

const killWorker = async (tab: Page): Promise<void> => {
  await tab.evaluate(async () => {
    const element = document.querySelector('snake-segmenter')!;
    const { width, height } = element.image!;
    const run = element.segment({ x: 2, y: 2, width: width / 2, height: height / 2 });
    const workers: Worker[] = Reflect.get(globalThis, 'workers');
    workers.at(-1)?.dispatchEvent(new ErrorEvent('error', { message: 'injected', cancelable: true }));
    workers.length = 0;
    await run.catch(() => {});
  });
  count('workers killed');
};

const oneMinute = async (tab: Page, minute: number): Promise<void> => {
  await drawBox(tab, 2 * minute);
  await drawBox(tab, 2 * minute + 1);
  await clickPoint(tab, minute);
  await correct(tab, minute);
  if (minute % 5 === 4) await save(tab);
  if (minute % 30 === 29) await killWorker(tab);
};

/** Changes of 2,000 contours with the properties of a run until the history is long full. @returns MiB that it adds */
const fillHistory = (tab: Page, changes: number): Promise<void> =>
  tab.evaluate(async (changes) => {
    const element = document.querySelector('snake-segmenter')!;
    element.autosave = false;
    element.clear();
    const like = JSON.stringify(await element.segment({ x: 5, y: 5, width: 40, height: 30 }));
    for (let k = 0; k < changes; k++) {
      const features = Array.from({ length: 2000 }, (_, n) => {
        const [x, y] = [(n % 50) + k / 99, Math.floor(n / 50)];
        const angles = Array.from({ length: 24 }, (_, i) => (i * Math.PI) / 12);
        const ring = angles.map((angle) => [x + Math.cos(angle) + 2, y + Math.sin(angle) + 2]);
        const geometry = { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
        return { ...JSON.parse(like), id: `filled ${n}`, geometry };
      });
      await element.import(features);
    }
  }, changes);

const pages = await componentPages();
try {
  const tab = await pages.open();
  await tab.addInitScript(() => {
    const workers: Worker[] = [];
    const { Worker } = globalThis;
    globalThis.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        workers.push(this);
      }
    };
    Object.assign(globalThis, { workers });
  });
  const held = await memoryOf(tab);
  await pages.reload(tab);
  const rows: Held[] = [];
  for (let minute = 0; minute < 60 * hours; minute++) {
    if (minute > 0 && minute % 120 === 0) {
      await pages.reload(tab);
      count('pages loaded anew');
    }
    if (minute % 10 === 0) await openImage(tab, minute / 10);
    await oneMinute(tab, minute);
    if (minute % 60 !== 59) continue;
    await openImage(tab, 1000 * images.length);
    rows.push(await held());
    console.error(`hour ${rows.length}: ${JSON.stringify(rows.at(-1))}`);
  }
  const line = (name: string, of: (one: Held) => number, digits = 0): string[] => [
    name,
    ...rows.map((one) => of(one).toFixed(digits)),
  ];
  const day = table([
    ['after hour', ...rows.map((_, hour) => `${hour + 1}`)],
    line('heap of the page, MiB', ({ heap }) => heap, 1),
    line('nodes', ({ nodes }) => nodes),
    line('listeners', ({ listeners }) => listeners),
    line('heap and buffers of the worker, MiB', ({ worker }) => worker, 1),
    line('processes of the page, MiB', ({ page }) => page),
    line('process of the GPU, MiB', ({ gpu }) => gpu),
  ]);
  const what = [...done].map(([name, times]) => `${times} ${name}`).join(', ');

  await pages.reload(tab);
  await openImage(tab, 0);
  const filled: string[][] = [['changes of 2,000 contours', 'heap of the page, MiB']];
  for (let changes = 0; changes <= 60; changes += 10) {
    if (changes > 0) await fillHistory(tab, 10);
    filled.push([`${changes}`, (await held()).heap.toFixed(1)]);
    console.error(`${changes} changes: ${filled.at(-1)}`);
  }
  const limit = Math.round(MOST_HISTORY / 2 ** 20);
  const text = `## Endurance of a day\n\nA day of ${hours} hours, done at once: ${what}. Measured after each hour, with the same image open and no contour.\n\n${day}\n\n### The history filled\n\nThe history may hold ${limit} MiB by its own estimate. Contours of 25 vertices with all that a run writes into them.\n\n${table(filled)}`;
  if (process.argv.includes('--print')) console.log(stamped(text, pages.browser));
  else writeSection('endurance-day', text, pages.browser);
} finally {
  await pages.close();
}
