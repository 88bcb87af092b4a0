/** What a plain page loads until a box can be drawn on an image, and until the first contour: its scripts, those of its workers, and their bytes. */
import { brotliCompressSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';

/** A script that was asked for, by its path, with its bytes as they are and compressed by brotli, by itself as a server sends it. */
export interface LoadedScript {
  readonly path: string;
  readonly minified: number;
  readonly compressed: number;
}

/** The scripts until the image is open and the tool is in hand, and those that the first box needed besides. */
export interface FirstLoad {
  readonly open: readonly LoadedScript[];
  readonly contour: readonly LoadedScript[];
}

const scriptOf = (path: string, body: Buffer): LoadedScript => ({
  path,
  minified: body.length,
  compressed: brotliCompressSync(body).length,
});

/** The page of the README, of an image that it makes itself. */
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><style>snake-segmenter{display:block;width:800px;height:600px}</style>
<script>
// What is fetched ahead of its use, in idle time, is not waited for: here it never comes.
globalThis.requestIdleCallback = () => 0;
</script>
<script type="module" src="/cdn/snake-segmenter.js"></script>
<snake-segmenter src="/picture.png" toolbar backend="cpu"></snake-segmenter>`;

/** An ellipse on a flat ground of 512 × 512 pixels, as the base64 text of a PNG file: a script for a page. */
export const PICTURE = `(async () => {
  const canvas = new OffscreenCanvas(512, 512);
  const context = canvas.getContext('2d');
  context.fillStyle = '#646464';
  context.fillRect(0, 0, 512, 512);
  context.fillStyle = '#8c8c8c';
  context.ellipse(256, 256, 128, 77, 0.5, 0, 2 * Math.PI);
  context.fill();
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
})()`;

const boxDrawn = async (page: Page): Promise<void> => {
  await page.evaluate(() => {
    const element = document.querySelector('snake-segmenter')!;
    const over = new Promise<void>((resolve, reject) => {
      element.addEventListener('contour-complete', () => resolve(), { once: true });
      element.addEventListener('segmenter-error', ({ detail }) => reject(new Error(detail.message)), { once: true });
    });
    Object.assign(globalThis, { over });
  });
  const box = (await page.locator('snake-segmenter .viewer').boundingBox())!;
  const [x, y, half] = [box.x + box.width / 2, box.y + box.height / 2, box.height * 0.35];
  await page.mouse.move(x - half, y - half);
  await page.mouse.down();
  await page.mouse.move(x + half, y + half, { steps: 4 });
  await page.mouse.up();
  await page.evaluate(() => Reflect.get(globalThis, 'over'));
};

/** @param fileAt the file of a path below the package's root */
export const firstLoadOf = async (browser: Browser, fileAt: (path: string) => Buffer): Promise<FirstLoad> => {
  const context = await browser.newContext({ viewport: { width: 900, height: 700 } });
  const loaded = new Map<string, LoadedScript>();
  const page = await context.newPage();
  const picture = Buffer.from((await page.evaluate(PICTURE)) as string, 'base64');
  await context.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: PAGE });
    if (pathname === '/picture.png') return route.fulfill({ contentType: 'image/png', body: picture });
    if (!pathname.endsWith('.js')) return route.fulfill({ status: 404 });
    const body = fileAt(pathname.slice(1));
    loaded.set(pathname, scriptOf(pathname, body));
    return route.fulfill({ contentType: 'text/javascript', body });
  });
  try {
    await page.goto('http://first-load.test/');
    await page.evaluate(async () => {
      await customElements.whenDefined('snake-segmenter');
      const element = document.querySelector('snake-segmenter')!;
      await element.ready;
      await element.executeCommand('snake.tool.box');
      await element.updateComplete;
    });
    const open = [...loaded.values()];
    await boxDrawn(page);
    return { open, contour: [...loaded.values()].slice(open.length) };
  } finally {
    await context.close();
  }
};

/** Bytes of scripts together. */
export const bytesTogether = (scripts: readonly LoadedScript[]): readonly [minified: number, compressed: number] => [
  scripts.reduce((sum, { minified }) => sum + minified, 0),
  scripts.reduce((sum, { compressed }) => sum + compressed, 0),
];
