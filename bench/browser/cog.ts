/**
 * A cloud-optimised GeoTIFF of 16 bits over a local server with 20 ms of latency, in headless Chromium: from the address
 * to the first picture, and from the release of the mouse that drew a box to the contour; 2048 × 2048 pixels, which are
 * read whole, or `--side=4096`, beyond the CPU's budget; `--drawer=canvas`, where the viewer is not to draw by WebGL, which
 * without a GPU takes most of the time to the first picture. Writes the section of `bench/RESULTS.md`. Build first: it uses
 * the bundle in `cdn/`. `npm run bench cog`; `-- --trials=N`.
 */

import { Random } from '../../test/support/random.js';
import { ImageServer } from '../../test/support/servers/image-server.js';
import { type ComponentPages, componentPages, type Drawn, drawBox, inBlob } from '../support/browser-page.js';
import { writeCog } from '../support/images/write-cog.js';
import { median, table, writeSection } from '../support/results.js';
import { forPages } from '../support/tile-server.js';

const flag = (name: string): string | undefined =>
  process.argv.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3);

const latency = 20;
const side = Number(flag('side') ?? 2048);
const trials = Number(flag('trials') ?? 3);
/** OpenSeadragon's own choice, WebGL, when not given. */
const drawer = flag('drawer');

const random = new Random(17);
const data = Uint16Array.from({ length: side * side }, (_, i) => {
  const inside = inBlob((i % side) / side - 0.5, Math.floor(i / side) / side - 0.5);
  return (inside ? 9000 : 6000) + (random.word() & 2047) + (random.word() & 2047);
});
const cog = await writeCog({ width: side, height: side, bands: 1, data });

interface Trial extends Drawn {
  readonly picture: number;
  readonly sharp: number;
  readonly ready: number;
  readonly pictureRequests: number;
  readonly requests: number;
}

/** Nothing cached: a browser context, a worker and a server of its own. */
const measure = async (pages: ComponentPages): Promise<Trial> => {
  const server = await ImageServer.start((path) => (path === 'image.tif' ? cog : undefined), {
    latency,
    headers: forPages,
  });
  const page = await pages.open();
  try {
    if (drawer !== undefined) {
      await page.evaluate((name) => {
        const element = document.createElement('snake-segmenter');
        element.viewerOptions = { drawer: name };
        document.querySelector('snake-segmenter')!.replaceWith(element);
      }, drawer);
    }
    const opened = await page.evaluate(async (url) => {
      const element = document.querySelector('snake-segmenter')!;
      const start = performance.now();
      element.src = url;
      // Functions without names: the transpiler would give them a helper that the page does not have.
      const ready = element.updateComplete.then(() => element.ready).then(() => performance.now() - start);
      while (!element.viewer) await new Promise((resolve) => requestAnimationFrame(resolve));
      // Then it is drawn in the next frame.
      await new Promise((resolve) => element.viewer!.addOnceHandler('tile-loaded', resolve));
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const picture = performance.now() - start;
      while (!element.viewer!.world.getItemAt(0)?.getFullyLoaded())
        await new Promise((resolve) => requestAnimationFrame(resolve));
      await new Promise((resolve) => requestAnimationFrame(resolve));
      return { picture, sharp: performance.now() - start, ready: await ready };
    }, server.url('image.tif'));
    const pictureRequests = server.requests.length;
    await page.waitForTimeout(1500);
    const before = server.requests.length;
    const drawn = await drawBox(page);
    return { ...opened, ...drawn, pictureRequests, requests: server.requests.length - before };
  } finally {
    await page.context().close();
    await server.stop();
  }
};

const pages = await componentPages();
try {
  const all: Trial[] = [];
  for (let k = 0; k < trials; k++) {
    all.push(await measure(pages));
    console.log(JSON.stringify(all.at(-1)));
  }
  const row = (name: string, of: (trial: Trial) => number): string[] => [
    name,
    median(all.map(of)).toFixed(0),
    Math.max(...all.map(of)).toFixed(0),
  ];
  const rows = [
    ['', `median of ${trials}`, 'worst'],
    row('from the address to the first picture, ms', ({ picture }) => picture),
    row('to the whole picture at the screen’s resolution, ms', ({ sharp }) => sharp),
    row('to `ready`, ms', ({ ready }) => ready),
    row('requests for the picture', ({ pictureRequests }) => pictureRequests),
    row('from the release of the mouse to the first state, ms', ({ first }) => first),
    row('to the contour at full resolution, ms', ({ complete }) => complete),
    row('requests for the contour', ({ requests }) => requests),
    row('vertices', ({ vertices }) => vertices),
  ];
  writeSection(
    ['cog', ...(side === 2048 ? [] : [side]), ...(drawer === undefined ? [] : [drawer])].join(' '),
    `## A COG over ${latency} ms of latency, ${side} × ${side}${drawer === undefined ? '' : `, drawn by \`${drawer}\``}\n\n${table(rows)}`,
    pages.browser,
  );
} finally {
  await pages.close();
}
