/**
 * Many contours in the page, in headless Chromium without a GPU: how long an import and a setting take and hold
 * up the page, in time and in processor time of the page's process, the heap of a contour, and the time from frame to frame while the view moves; the same shapes in Annotorious
 * in the same run. Writes the section of `bench/RESULTS.md`. Build first: it uses the bundle in `cdn/`. Annotorious is
 * installed into a temporary folder, or taken from the one that `PEERS` names.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { componentPages } from '../support/browser-page.js';
import { type Frames, featuresOf, type Many, measureFrames, ringsOf, SIDE } from '../support/many-contours.js';
import { median, stamped, table, writeSection } from '../support/results.js';

const sets: readonly Many[] = [
  { name: '10,000 of 200 vertices', count: 10_000, vertices: 200 },
  { name: '50,000 of 40 vertices', count: 50_000, vertices: 40 },
  { name: '1 of 200,000 vertices', count: 1, vertices: 200_000 },
];
const quick = process.argv.includes('--quick');
const trials = quick ? 1 : 3;
const frameCount = quick ? 20 : 60;
/** Milliseconds after which a page counts as one that does not answer. */
const LIMIT = 120_000;
const peerVersion = '3.8.10';

/** Animation frames come as fast as they are drawn, and not at 60 a second. */
const unlimited = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

const peers = process.env.PEERS ?? mkdtempSync(join(tmpdir(), 'annotorious-'));
if (!existsSync(join(peers, 'node_modules'))) {
  const wanted = [`@annotorious/openseadragon@${peerVersion}`, 'openseadragon@6.1.1'];
  spawnSync('npm', ['install', '--no-save', '--prefix', peers, ...wanted], { stdio: 'ignore' });
}

const heapOf = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  for (let k = 0; k < 3; k++) await session.send('HeapProfiler.collectGarbage');
  const usage: { usedSize: number; backingStorageSize?: number } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usage.usedSize + (usage.backingStorageSize ?? 0);
};

/** Functions that pages need, and a grey picture to lie under the contours. */
const prepare = async (page: Page): Promise<void> => {
  await page.evaluate(`Object.assign(globalThis, { __name: (f) => f });
    Object.assign(globalThis, { ringsOf: ${ringsOf}, featuresOf: ${featuresOf}, measureFrames: ${measureFrames} })`);
  await page.evaluate(async (side) => {
    const canvas = new OffscreenCanvas(side, side);
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#888';
    context.fillRect(0, 0, side, side);
    const long: number[] = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) long.push(duration);
    }).observe({ entryTypes: ['longtask'] });
    Object.assign(globalThis, { picture: await canvas.convertToBlob({ type: 'image/png' }), long });
  }, SIDE);
};

/** Functions that are called in the page. */
interface InPage {
  readonly picture: Blob;
  readonly long: number[];
  readonly ringsOf: typeof ringsOf;
  readonly featuresOf: typeof featuresOf;
  readonly measureFrames: typeof measureFrames;
}

const moves = [
  { name: 'pan, whole image', zoom: 1, kind: 'pan' },
  { name: 'zoom in and out, 1 to 16', zoom: 1, kind: 'zoom' },
  { name: 'pan, zoomed in 8 times', zoom: 8, kind: 'pan' },
] as const;

/** Milliseconds of processor time of the page's process since `before`. */
const processorSince = async (before: { readonly page: number }): Promise<number> =>
  1000 * ((await pages.processorTime()).page - before.page);

interface MovedFrames extends Frames {
  readonly processor: number;
}

const framesIn = async (page: Page): Promise<MovedFrames[]> => {
  const all: MovedFrames[] = [];
  for (const { name: _name, ...move } of moves) {
    const before = await pages.processorTime();
    const frames = await page.evaluate(
      ({ count, ...how }) => {
        const { measureFrames } = globalThis as unknown as InPage;
        const viewer: unknown = Reflect.get(globalThis, 'measured');
        return measureFrames(viewer as Parameters<typeof measureFrames>[0], how, count);
      },
      { ...move, count: frameCount },
    );
    // Eleven frames come before those that are counted.
    all.push({ ...frames, processor: (await processorSince(before)) / (frameCount + 11) });
  }
  return all;
};

/** Rejects where a page does not answer within the limit. */
const answered = async <T>(page: Page, work: Promise<T>): Promise<T> => {
  work.catch(() => {});
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), LIMIT);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    await Promise.race([page.context().close(), new Promise((resolve) => setTimeout(resolve, 10_000))]);
  }
};

interface Measured {
  readonly import?: number;
  readonly importBlock?: number;
  readonly set: number;
  readonly setBlock: number;
  readonly heap: number;
  readonly importProcessor?: number;
  readonly setProcessor: number;
  readonly frames: readonly MovedFrames[];
  readonly without: readonly MovedFrames[];
}

const pages = await componentPages(unlimited);

const ours = async (page: Page, many: Many): Promise<Measured> => {
  await prepare(page);
  await page.evaluate(async () => {
    const { picture } = globalThis as unknown as InPage;
    const element = document.querySelector('snake-segmenter')!;
    element.backend = 'cpu';
    element.toolbar = true;
    element.src = picture;
    await element.updateComplete;
    await element.ready;
    Object.assign(globalThis, { measured: element.viewer });
  });
  const without = await framesIn(page);
  await page.evaluate((set) => {
    const { ringsOf, featuresOf } = globalThis as unknown as InPage;
    const text = featuresOf(ringsOf(set, 4096));
    Object.assign(globalThis, { file: new File([text], 'many.geojson') });
  }, many);
  const before = await heapOf(page);
  const beforeImport = await pages.processorTime();
  const imported = await page.evaluate(async () => {
    const { long } = globalThis as unknown as InPage;
    const element = document.querySelector('snake-segmenter')!;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    long.length = 0;
    const start = performance.now();
    await element.import(Reflect.get(globalThis, 'file'));
    const time = performance.now() - start;
    for (let k = 0; k < 5; k++) await frame();
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { time, block: Math.max(0, ...long) };
  });
  const importProcessor = await processorSince(beforeImport);
  const frames = await framesIn(page);
  const heap = ((await heapOf(page)) - before) / many.count;
  await page.evaluate(async () => {
    document.querySelector('snake-segmenter')!.clear();
    Object.assign(globalThis, { collection: JSON.parse(await (Reflect.get(globalThis, 'file') as File).text()) });
    await new Promise((resolve) => setTimeout(resolve, 500));
  });
  const beforeSet = await pages.processorTime();
  const set = await page.evaluate(async () => {
    const { long } = globalThis as unknown as InPage;
    const element = document.querySelector('snake-segmenter')!;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const collection = Reflect.get(globalThis, 'collection');
    long.length = 0;
    const start = performance.now();
    element.contours = collection;
    await frame();
    await frame();
    const time = performance.now() - start;
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { time, block: Math.max(0, ...long) };
  });
  const setProcessor = await processorSince(beforeSet);
  return {
    importProcessor,
    setProcessor,
    import: imported.time,
    importBlock: imported.block,
    set: set.time,
    setBlock: set.block,
    heap,
    frames,
    without,
  };
};

const theirs = async (page: Page, many: Many): Promise<Measured> => {
  await prepare(page);
  await page.evaluate(() => {
    document.body.innerHTML = '<div id="peer" style="width:900px;height:900px"></div>';
  });
  await page.addScriptTag({ path: join(peers, 'node_modules/openseadragon/build/openseadragon/openseadragon.min.js') });
  await page.addScriptTag({
    path: join(peers, 'node_modules/@annotorious/openseadragon/dist/annotorious-openseadragon.js'),
  });
  await page.evaluate(async () => {
    const { picture } = globalThis as unknown as InPage;
    const OSD = Reflect.get(globalThis, 'OpenSeadragon');
    const tileSources: object = { type: 'image', url: URL.createObjectURL(picture), buildPyramid: true };
    const options: object = { element: document.getElementById('peer'), showNavigationControl: false, tileSources };
    const viewer = OSD(options);
    await new Promise((resolve) => viewer.addOnceHandler('open', resolve));
    Object.assign(globalThis, { measured: viewer });
  });
  const without = await framesIn(page);
  await page.evaluate((set) => {
    const { ringsOf } = globalThis as unknown as InPage;
    const annotator = Reflect.get(globalThis, 'AnnotoriousOSD').createOSDAnnotator(
      Reflect.get(globalThis, 'measured'),
      {},
    );
    const list = ringsOf(set, 4096).map((ring, k) => {
      const points = ring.slice(0, -1);
      const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
      const bounds = {
        minX: Math.min(...xs.slice(0, 1e5)),
        minY: Math.min(...ys.slice(0, 1e5)),
        maxX: Math.max(...xs.slice(0, 1e5)),
        maxY: Math.max(...ys.slice(0, 1e5)),
      };
      return {
        id: `a${k}`,
        bodies: [],
        target: { annotation: `a${k}`, selector: { type: 'POLYGON', geometry: { bounds, points } } },
      };
    });
    Object.assign(globalThis, { annotator, list });
  }, many);
  const before = await heapOf(page);
  const beforeSet = await pages.processorTime();
  const set = await page.evaluate(async () => {
    const { long } = globalThis as unknown as InPage;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    long.length = 0;
    const start = performance.now();
    Reflect.get(globalThis, 'annotator').setAnnotations(Reflect.get(globalThis, 'list'));
    await frame();
    await frame();
    const time = performance.now() - start;
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { time, block: Math.max(0, ...long) };
  });
  const setProcessor = await processorSince(beforeSet);
  const frames = await framesIn(page);
  const heap = ((await heapOf(page)) - before) / many.count;
  return { setProcessor, set: set.time, setBlock: set.block, heap, frames, without };
};

const middle = (all: readonly Measured[], of: (measured: Measured) => number | undefined): string => {
  const values = all.flatMap((one) => of(one) ?? []);
  return values.length === 0 ? '–' : median(values).toFixed(values.some((value) => value < 10) ? 1 : 0);
};

try {
  const parts: string[] = [];
  for (const many of sets) {
    const [mine, peer]: [Measured[], Measured[]] = [[], []];
    for (let trial = 0; trial < trials; trial++) {
      const own = await pages.open();
      mine.push(await answered(own, ours(own, many)));
      const other = await pages.open();
      const measured = await answered(other, theirs(other, many)).catch((error: unknown) => {
        console.error(`Annotorious, ${many.name}: ${String(error)}`);
        return undefined;
      });
      if (measured) peer.push(measured);
    }
    const row = (name: string, of: (measured: Measured) => number | undefined): string[] => [
      name,
      middle(mine, of),
      middle(peer, of),
    ];
    const rows = [
      ['', 'this component', `Annotorious ${peerVersion}`],
      row('import of a GeoJSON file, ms', (one) => one.import),
      row('processor time of the page, to 0.3 s after, ms', (one) => one.importProcessor),
      row('longest task of the page meanwhile, ms (0: none over 50)', (one) => one.importBlock),
      row('setting parsed objects, to the second frame after, ms', (one) => one.set),
      row('processor time of the page, to 0.3 s after, ms', (one) => one.setProcessor),
      row('longest task of the page meanwhile, ms', (one) => one.setBlock),
      row('heap a contour, kB', (one) => one.heap / 1000),
      ...moves.flatMap(({ name }, k) => [
        row(`${name}: ms a frame, median`, (one) => one.frames[k]?.median),
        row(`${name}: ninetieth of a hundred`, (one) => one.frames[k]?.ninetieth),
        row(`${name}: processor time of the page a frame, ms`, (one) => one.frames[k]?.processor),
        row(`${name}: the viewer without contours, median`, (one) => one.without[k]?.median),
        row(`${name}: its processor time`, (one) => one.without[k]?.processor),
      ]),
    ];
    parts.push(`### ${many.name}\n\n${table(rows)}`);
    const head = `A page that did not answer within ${LIMIT / 1000} s has no figures.`;
    const title = quick ? 'Many contours in the page, one visit each' : 'Many contours in the page';
    const text = `## ${title}\n\n${head} ${trials} ${trials === 1 ? 'page' : 'pages'} each, ${frameCount} frames a move.\n\n${parts.join('\n\n')}`;
    // After each set, so that none is lost where a later one fails.
    if (process.argv.includes('--print')) console.log(stamped(text, pages.browser));
    else writeSection(quick ? 'contours-quick' : 'contours', text, pages.browser);
  }
} finally {
  await pages.close();
  if (!process.env.PEERS) rmSync(peers, { recursive: true, force: true });
}
