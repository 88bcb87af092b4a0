/**
 * Memory of a page over a long day: 1,000 runs, 100 images, 200 long files of contours in and out, 20 components whose worker dies in
 * the midst of a run. Tells after each tenth what the page's heap holds, its nodes and listeners, its worker's heap, and what the processes of
 * the page, its workers included, and of the GPU have of the system. `--share=0.1` does a tenth of it. Build first: it uses the bundle in `cdn/`.
 */
import { componentPages } from '../support/browser-page.js';
import { type Held, memoryOf } from '../support/page-memory.js';
import { stamped, table, writeSection } from '../support/results.js';

const share = Number(process.argv.find((flag) => flag.startsWith('--share='))?.split('=')[1] ?? 1);

/** Actions that are repeated, by name. They run in the page. */
const deeds = {
  runs: async (k: number) => {
    const element = document.querySelector('snake-segmenter')!;
    const algorithm = ['snake', 'level-set', 'linear-features'][k % 3]!;
    const init = { x: 8 + (k % 5), y: 6 + (k % 3), width: 30, height: 28 };
    const run = element.segment(init, { algorithm });
    if (k % 7 === 0) element.cancel();
    await run.catch(() => {});
    if (k % 10 === 0) element.clear();
  },
  images: async (k: number) => {
    const element = document.querySelector('snake-segmenter')!;
    const names = ['rgb.png', 'cog.tif', 'jpeg-420.jpg', 'u16-deflate.tif', 'ome-pyramid.ome.tif'];
    element.src = `/test/data/images/${names[k % names.length]}?${k}`;
    await element.updateComplete;
    await element.ready;
  },
  'files in and out': async (k: number) => {
    const element = document.querySelector('snake-segmenter')!;
    const features = Array.from({ length: 700 }, (_, n) => {
      const [x, y] = [4 * (n % 60) + (k % 3), 4 * Math.floor(n / 60)];
      const ring = [
        [x, y],
        [x + 3, y],
        [x + 3, y + 3],
        [x, y],
      ];
      return { type: 'Feature', id: `${n}`, geometry: { type: 'Polygon', coordinates: [ring] } };
    });
    await element.import(JSON.stringify(features));
    await element.export(k % 2 === 0 ? 'geojson' : 'svg');
  },
  'components whose worker dies': async (k: number) => {
    const { Worker } = globalThis;
    const workers: Worker[] = [];
    globalThis.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        workers.push(this);
      }
    };
    const element = document.createElement('snake-segmenter');
    element.style.cssText = 'width: 300px; height: 300px';
    element.backend = 'cpu';
    document.body.append(element);
    element.src = `/test/data/images/rgb.png?${k}`;
    await element.updateComplete;
    await element.ready;
    const run = element.segment({ x: 5, y: 5, width: 40, height: 30 });
    workers[0]?.dispatchEvent(new ErrorEvent('error', { message: 'injected', cancelable: true }));
    await run.catch(() => {});
    await element.segment({ x: 5, y: 5, width: 40, height: 30 }).catch(() => {});
    element.remove();
    globalThis.Worker = Worker;
  },
} as const;
const times: Readonly<Record<keyof typeof deeds, number>> = {
  runs: 1000,
  images: 100,
  'files in and out': 200,
  'components whose worker dies': 20,
};

const names = ['runs', 'images', 'files in and out', 'components whose worker dies'] as const;

const pages = await componentPages();
try {
  const tab = await pages.open();
  const held = await memoryOf(tab);
  await tab.evaluate(async () => {
    const element = document.querySelector('snake-segmenter')!;
    element.backend = 'cpu';
    element.src = '/test/data/images/rgb.png';
    await element.updateComplete;
    await element.ready;
  });
  const rows = [
    ['what', 'heap, MiB', 'nodes', 'listeners', 'worker, MiB', 'page and workers, MiB', 'GPU process, MiB'],
  ];
  for (const name of names) {
    const deed = deeds[name];
    const count = Math.max(10, Math.ceil(times[name] * share));
    const all: Held[] = [];
    for (let k = 1; k <= count; k++) {
      await tab.evaluate(`(${deed})(${k})`);
      if (k % Math.ceil(count / 10) === 0) all.push(await held());
    }
    const line = (of: (one: Held) => number, digits = 0): string => all.map((one) => of(one).toFixed(digits)).join(' ');
    rows.push([
      `${count} ${name}`,
      line(({ heap }) => heap, 1),
      line(({ nodes }) => nodes),
      line(({ listeners }) => listeners),
      line(({ worker }) => worker, 1),
      line(({ page }) => page),
      line(({ gpu }) => gpu),
    ]);
  }
  const text = `## Endurance of a page\n\nAfter each tenth. What files in and out leave is the history: 200 changes are kept for undo, here of 700 contours each.\n\n${table(rows)}`;
  if (process.argv.includes('--print')) console.log(stamped(text, pages.browser));
  else writeSection('endurance-page', text, pages.browser);
} finally {
  await pages.close();
}
