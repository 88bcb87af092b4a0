/**
 * Edits of a contour of 20,000 vertices by pointer, and masks of 8192 × 8192 pixels, in headless Chromium without a GPU: milliseconds from
 * frame to frame, and processor time, while vertices are dragged; how long a mask takes to be written and read, and the longest task of the page meanwhile.
 * Writes the section of `bench/RESULTS.md`. Build first: it uses the bundle in `cdn/`.
 */
import type { Page } from 'playwright-core';
import { componentPages } from '../support/browser-page.js';
import { featuresOf, ringsOf } from '../support/many-contours.js';
import { median, stamped, table, writeSection } from '../support/results.js';

const VERTICES = 20_000;
const MASK_SIDE = 8192;
const frames = 60;
const trials = process.argv.includes('--quick') ? 1 : 3;

/** Animation frames come as fast as they are drawn, and not at 60 a second. */
const pages = await componentPages(['--disable-frame-rate-limit', '--disable-gpu-vsync']);

/** Opens a grey picture of a size, with the page's long tasks noted from then on. */
const openGrey = async (page: Page, side: number): Promise<void> => {
  await page.evaluate(`Object.assign(globalThis, { __name: (f) => f });
    Object.assign(globalThis, { ringsOf: ${ringsOf}, featuresOf: ${featuresOf} })`);
  await page.evaluate(async (size) => {
    const canvas = new OffscreenCanvas(size, size);
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#888';
    context.fillRect(0, 0, size, size);
    const long: number[] = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) long.push(duration);
    }).observe({ entryTypes: ['longtask'] });
    Object.assign(globalThis, { long });
    const element = document.querySelector('snake-segmenter')!;
    element.backend = 'cpu';
    element.toolbar = true;
    element.src = new File([await canvas.convertToBlob({ type: 'image/png' })], 'grey.png', { type: 'image/png' });
    await element.updateComplete;
    await element.ready;
  }, side);
};

interface Dragged {
  readonly vertices: number;
  readonly median: number;
  readonly ninetieth: number;
  /** Of the page's thread, milliseconds a frame. */
  readonly processor: number;
}

/** What is dragged, at a zoom relative to the whole image; first the vertices up to so many CSS pixels left, above and below the first one are chosen. */
interface Drag {
  readonly name: string;
  readonly zoom: number;
  readonly chosen?: { readonly left: number; readonly height: number };
}

const drags: readonly Drag[] = [
  { name: 'one vertex, the whole contour in view', zoom: 1 },
  { name: 'one vertex, zoomed in 8 times', zoom: 8 },
  { name: 'a thousand chosen vertices', zoom: 1, chosen: { left: 40, height: 46 } },
  { name: 'ten thousand chosen vertices', zoom: 1, chosen: { left: 300, height: 400 } },
];

interface InPage {
  readonly send: (type: string, dx: number, dy: number) => void;
  readonly frame: () => Promise<number>;
  readonly before: unknown;
}

/** Puts a finger on a vertex, and tells how many vertices it will move. */
const take = (page: Page, { zoom, chosen }: Drag): Promise<number> =>
  page.evaluate(
    async ({ zoom, chosen }) => {
      const element = document.querySelector('snake-segmenter')!;
      const { viewer } = element;
      const item = viewer!.world.getItemAt(0);
      const contour = element.contours.features[0]!;
      element.select(contour.id);
      element.tool = 'nodes';
      const { geometry } = contour;
      const ring = geometry.type === 'Polygon' ? geometry.coordinates[0]! : [];
      const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
      const { viewport, canvas } = viewer!;
      viewport.goHome(true);
      const [x, y] = ring[0]!;
      const at = item.imageToViewportCoordinates(x, y);
      viewport.zoomTo(viewport.getHomeZoom() * zoom, undefined, true);
      if (zoom > 1) viewport.panTo(at, true);
      for (let k = 0; k < 10; k++) await frame();
      const area = canvas.getBoundingClientRect();
      const place = viewport.pixelFromPoint(item.imageToViewportCoordinates(x, y), true);
      const send = (type: string, dx: number, dy: number): void => {
        const [clientX, clientY] = [area.left + place.x + dx, area.top + place.y + dy];
        const how = { clientX, clientY, pointerId: 21, pointerType: 'touch', isPrimary: true, button: 0 };
        const buttons = type === 'pointerup' ? 0 : 1;
        canvas.dispatchEvent(
          new PointerEvent(type, { ...how, buttons, bubbles: true, composed: true, cancelable: true }),
        );
      };
      let count = 1;
      if (chosen) {
        await element.executeCommand('snake.vertices.several');
        send('pointerdown', 60, -chosen.height);
        send('pointermove', 0, 0);
        send('pointermove', -chosen.left, chosen.height);
        send('pointerup', -chosen.left, chosen.height);
        await frame();
        const scale = item.viewportToImageZoom(viewport.getZoom(true));
        const within = ([vx, vy]: readonly number[]): boolean =>
          (x - vx!) * scale <= chosen.left && Math.abs(vy! - y) * scale <= chosen.height;
        count = ring.slice(1).filter(within).length;
      }
      send('pointerdown', 0, 0);
      await frame();
      Object.assign(globalThis, { send, frame, before: geometry });
      return count;
    },
    { zoom, chosen },
  );

/** Drags what was taken, and tells the milliseconds from frame to frame. */
const move = (page: Page): Promise<number[]> =>
  page.evaluate(async (count) => {
    const { send, frame } = globalThis as unknown as InPage;
    const times: number[] = [];
    let before = await frame();
    for (let k = 1; k <= count; k++) {
      // Outwards: a move that makes the ring touch itself is refused, and nothing is drawn anew.
      send('pointermove', 4 + (k % 20), 0);
      const now = await frame();
      times.push(now - before);
      before = now;
    }
    return times.sort((a, b) => a - b);
  }, frames);

const letGo = (page: Page, several: boolean): Promise<void> =>
  page.evaluate(async (chosen) => {
    const { send, frame, before } = globalThis as unknown as InPage;
    const element = document.querySelector('snake-segmenter')!;
    send('pointerup', 8, 3);
    if (chosen) await element.executeCommand('snake.vertices.several');
    await frame();
    // What would touch itself was refused.
    if (element.contours.features[0]!.geometry !== before) element.undo();
  }, several);

const edits = async (): Promise<Dragged[]> => {
  const page = await pages.open();
  await openGrey(page, 2048);
  await page.evaluate(async (vertices) => {
    const ringsIn: typeof ringsOf = Reflect.get(globalThis, 'ringsOf');
    const [ring] = ringsIn({ name: '', count: 1, vertices }, 2048);
    await document.querySelector('snake-segmenter')!.import({ type: 'Polygon', coordinates: [ring] });
  }, VERTICES);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  /** Seconds of processor time of the tasks of the page's thread. */
  const tasks = async (): Promise<number> =>
    (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
  const all: Dragged[] = [];
  for (const drag of drags) {
    const count = await take(page, drag);
    const before = await tasks();
    const times = await move(page);
    const processor = (1000 * ((await tasks()) - before)) / frames;
    await letGo(page, drag.chosen !== undefined);
    all.push({ vertices: count, median: times[frames >> 1]!, ninetieth: times[Math.floor(frames * 0.9)]!, processor });
  }
  await page.context().close();
  return all;
};

interface Passed {
  readonly time: number;
  readonly block: number;
}

/** Writes masks of the large image and reads one back. */
const masks = async (): Promise<Record<'png' | 'tiff' | 'read', Passed>> => {
  const page = await pages.open();
  await openGrey(page, MASK_SIDE);
  const passed = await page.evaluate(async (side) => {
    const long: number[] = Reflect.get(globalThis, 'long');
    const rings: typeof ringsOf = Reflect.get(globalThis, 'ringsOf');
    const features: typeof featuresOf = Reflect.get(globalThis, 'featuresOf');
    const element = document.querySelector('snake-segmenter')!;
    await element.import(new File([features(rings({ name: '', count: 2000, vertices: 200 }, side))], 'many.geojson'));
    const timed = async <T>(work: () => Promise<T>): Promise<Passed & { readonly result: T }> => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      long.length = 0;
      const start = performance.now();
      const result = await work();
      const time = performance.now() - start;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return { time, block: Math.max(0, ...long), result };
    };
    const png = await timed(() => element.export('mask-png'));
    const tiff = await timed(() => element.export('mask-tiff'));
    element.clear();
    const mask = new File([png.result], 'grey-mask.png', { type: 'image/png' });
    const read = await timed(() => element.import(mask));
    if (read.result.contours.length !== 2000) throw new Error(`${read.result.contours.length} contours were read`);
    const only = ({ time, block }: Passed): Passed => ({ time, block });
    return { png: only(png), tiff: only(tiff), read: only(read) };
  }, MASK_SIDE);
  await page.context().close();
  return passed;
};

try {
  const moved: Dragged[][] = [];
  const passed: Awaited<ReturnType<typeof masks>>[] = [];
  for (let trial = 0; trial < trials; trial++) {
    moved.push(await edits());
    passed.push(await masks());
  }
  const text = (values: readonly number[]): string => median(values).toFixed(0);
  const rows = [
    [
      'dragged, ms from frame to frame',
      'vertices',
      'median',
      'ninetieth of a hundred',
      'processor time of the page’s thread a frame',
    ],
    ...drags.map(({ name }, k) => [
      name,
      moved[0]![k]!.vertices.toLocaleString('en'),
      text(moved.map((all) => all[k]!.median)),
      text(moved.map((all) => all[k]!.ninetieth)),
      median(moved.map((all) => all[k]!.processor)).toFixed(1),
    ]),
  ];
  const names = { png: 'written as PNG', tiff: 'written as TIFF', read: 'the PNG read back' } as const;
  const maskRows = [
    ['a mask of 2,000 contours', 'ms', 'longest task of the page meanwhile, ms (0: none over 50)'],
    ...(['png', 'tiff', 'read'] as const).map((name) => [
      names[name],
      text(passed.map((all) => all[name].time)),
      text(passed.map((all) => all[name].block)),
    ]),
  ];
  const parts = [
    `### A contour of ${VERTICES.toLocaleString('en')} vertices\n\n${table(rows)}`,
    `### Masks of ${MASK_SIDE} × ${MASK_SIDE} pixels\n\n${table(maskRows)}`,
  ];
  const section = `## Edits and masks in the page\n\n${parts.join('\n\n')}`;
  if (process.argv.includes('--print')) console.log(stamped(section, pages.browser));
  else writeSection('editing', section, pages.browser);
} finally {
  await pages.close();
}
