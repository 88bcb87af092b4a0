/**
 * What a browser engine takes to draw, to store and for contours of the component, measured in a page, which sends the figures to its server.
 * `bench/browser/engines.ts` bundles it and opens it in each browser.
 */
import '../../src/index.js';
import { least } from './least.js';

/** Keeps results alive, so that no loop is left out. */
const kept: unknown[] = [];

const canvas = document.createElement('canvas');
canvas.width = 1024;
canvas.height = 1024;

const page: Record<string, () => unknown> = {
  '2,000 polygons of 40 vertices on a canvas': () => {
    const context = canvas.getContext('2d', { willReadFrequently: true })!;
    for (let k = 0; k < 2000; k++) {
      const [x, y] = [(k * 37) % 1000, (k * 91) % 1000];
      context.beginPath();
      for (let v = 0; v < 40; v++)
        context.lineTo(x + 12 * Math.cos((v * Math.PI) / 20), y + 12 * Math.sin((v * Math.PI) / 20));
      context.closePath();
      context.fill();
      context.stroke();
    }
    kept[0] = context.getImageData(0, 0, 1, 1);
  },
  '64 pictures of 256 × 256 pixels made and drawn': async () => {
    const context = canvas.getContext('2d', { willReadFrequently: true })!;
    const data = new ImageData(256, 256);
    for (let k = 0; k < 64; k++) context.drawImage(await createImageBitmap(data), (k % 4) * 256, 0);
    kept[0] = context.getImageData(0, 0, 1, 1);
  },
  '100 records of 50 kB put into IndexedDB and read': async () => {
    const asked = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const open = indexedDB.open('engine-page', 1);
    open.onupgradeneeded = () => open.result.createObjectStore('records');
    const database = await asked(open);
    const record = new Uint8Array(50_000);
    for (let k = 0; k < 100; k++)
      await asked(database.transaction('records', 'readwrite').objectStore('records').put(record, k));
    for (let k = 0; k < 100; k++) await asked(database.transaction('records').objectStore('records').get(k));
    database.close();
  },
};

/** In a worker of its own. */
const inWorker = (how = ''): Promise<Record<string, number>> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(`/page/engine-runs.js${how}`, { type: 'module' });
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
  });

/** Boxes in images of the demo, each in a new component: its first contour, and later ones. */
const boxes: readonly (readonly [file: string, x: number, y: number, width: number, height: number])[] = [
  ['fluo_nuclei.tif', 440, 295, 50, 34],
  ['retina.jpg', 180, 200, 160, 160],
];

/** The component with its worker, which draws each state: from the call to the contour. */
const component = async (): Promise<Record<string, number>> => {
  const figures: Record<string, number> = {};
  for (const [file, x, y, width, height] of boxes) {
    const element = document.createElement('snake-segmenter');
    element.style.cssText = 'display: block; width: 800px; height: 600px';
    element.backend = 'cpu';
    element.toolbar = true;
    element.panel = true;
    element.src = `/demo/images/${file}`;
    const start = performance.now();
    document.body.append(element);
    await element.updateComplete;
    await element.ready;
    figures[`component, ${file}: from the tag to \`ready\``] = performance.now() - start;
    const first = performance.now();
    await element.segment({ x, y, width, height });
    figures[`component, ${file}: first contour`] = performance.now() - first;
    const { parts: cold } = await element.stats();
    for (const [part, milliseconds] of Object.entries(cold))
      figures[`component, ${file}: first contour, of it ${part}`] = milliseconds;
    const again = async (): Promise<void> => {
      element.clear();
      await element.segment({ x, y, width, height });
    };
    figures[`component, ${file}: a later contour`] = await least(20, again);
    element.remove();
  }
  return figures;
};

/** Milliseconds for which a busy page holds its thread, and between them. */
const BUSY = 100;
const FREE = 10;

/** What pauses take in a worker while the page is busy, as it is while it draws or compiles. */
const besideBusyPage = async (): Promise<Record<string, number>> => {
  const timer = setInterval(() => {
    const start = performance.now();
    while (performance.now() - start < BUSY);
  }, FREE);
  const figures = await inWorker('#brief');
  clearInterval(timer);
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [`${name}, beside a busy page`, value]));
};

const measured = async (): Promise<Record<string, number>> => {
  const figures: Record<string, number> = {};
  for (const [name, work] of Object.entries(page)) figures[name] = await least(7, work);
  return { ...figures, ...(await component()), ...(await inWorker()), ...(await besideBusyPage()) };
};

const send = (body: unknown): Promise<unknown> => fetch('/figures', { method: 'POST', body: JSON.stringify(body) });
measured().then(send, (error) => send({ error: `${error}` }));
