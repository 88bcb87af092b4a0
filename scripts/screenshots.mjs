/**
 * Takes pictures of the demo in every state, at four sizes, light and dark, into a folder, and says what axe finds in each, and which
 * controls are smaller than 24 pixels.
 * Arguments: the folder (`.build/screenshots`), and states to take in place of all; with `--sheets` also a sheet of all pictures of each
 * state in `docs/screens/`, as the documentation shows them. The demo must have been built. Exits with 1 where axe finds something.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { ensureChrome } from './machine/chrome.mjs';
import { fileServer } from './serve.mjs';

const [folder = '.build/screenshots', ...wanted] = process.argv.slice(2).filter((each) => each !== '--sheets');
const sheets = process.argv.includes('--sheets') ? 'docs/screens' : undefined;
const sizes = [
  [360, 740],
  [844, 390],
  [1366, 650],
  [1440, 900],
];
const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const run = (page, command, ...args) =>
  page.evaluate(
    async ([id, ...rest]) => {
      await document.querySelector('snake-segmenter').executeCommand(id, ...rest);
    },
    [command, ...args],
  );
const set = (page, settings) =>
  page.evaluate((given) => void Object.assign(document.querySelector('snake-segmenter'), given), settings);
const box = { x: 440, y: 295, width: 50, height: 34 };

/** What is done to the page before each picture; each state begins with the image of the nuclei. */
const states = {
  first: async () => {},
  running: async (page) => {
    await page.evaluate((start) => {
      document
        .querySelector('snake-segmenter')
        .segment(start, { paused: true })
        .catch(() => {});
    }, box);
    await page.waitForFunction(
      () => document.querySelector('snake-segmenter').commands.find(({ id }) => id === 'snake.pause').enabled,
    );
    for (let k = 0; k < 3; k++) {
      const stepped = page.evaluate(
        () =>
          new Promise((resolve) => {
            const element = document.querySelector('snake-segmenter');
            element.addEventListener('contour-progress', resolve, { once: true });
            element.step();
          }),
      );
      await stepped;
    }
  },
  selected: async (page) => {
    await run(page, 'snake.run', box);
  },
  many: async (page) => {
    await run(page, 'snake.run');
    await run(page, 'snake.select.all');
  },
  classes: async (page) => {
    await set(page, {
      classes: [
        { name: 'Tumor', color: [230, 159, 0] },
        { name: 'Stroma', color: [86, 180, 233] },
      ],
    });
    await run(page, 'snake.run', box);
    await run(page, 'snake.class.1');
  },
  grip: async (page) => {
    await run(page, 'snake.run', box);
    await run(page, 'snake.run', { x: 144, y: 320, width: 46, height: 35 });
    await run(page, 'snake.select.all');
    await run(page, 'snake.tool.pan');
  },
  table: async (page) => {
    await run(page, 'snake.run');
    await set(page, { table: true });
    await page.evaluate(() => {
      const root = document.querySelector('snake-segmenter').shadowRoot;
      root.querySelectorAll('.titles button')[2].click();
    });
  },
  columns: async (page) => {
    await run(page, 'snake.run', box);
    await set(page, { table: true });
    await page.evaluate(() =>
      document.querySelector('snake-segmenter').shadowRoot.querySelector('[popovertarget=table-columns]').click(),
    );
  },
  images: async (page) => {
    await run(page, 'snake.run', box);
    await run(page, 'snake.image.next');
    await page.evaluate(() => document.querySelector('snake-segmenter').ready);
    await run(page, 'snake.run', { x: 437, y: 135, width: 75, height: 94 });
  },
  display: async (page) => {
    await run(page, 'snake.run', box);
    await run(page, 'snake.view.display');
    await set(page, { display: { window: [0, 0.5], lut: 'inferno', dim: true } });
  },
  magnified: async (page) => {
    await run(page, 'snake.run', box);
    await run(page, 'snake.view.magnifier');
    await run(page, 'snake.view.navigator');
  },
  vertices: async (page) => {
    await run(page, 'snake.run', box);
    await run(page, 'snake.tool.nodes');
  },
  fields: async (page) => {
    await page.evaluate(() => {
      const root = document.querySelector('snake-segmenter').shadowRoot;
      root.querySelector('details.advanced').open = true;
      root.querySelector('#parameter-model').focus();
      root.querySelector('#parameter-channel').scrollIntoView();
    });
    await page.waitForFunction(() =>
      document.querySelector('snake-segmenter').shadowRoot.querySelector('canvas.channel:not([hidden])'),
    );
  },
  refused: async (page) => {
    await page.evaluate(() =>
      document
        .querySelector('snake-segmenter')
        .segment({ x: 4, y: 4, width: 0, height: 9 })
        .catch(() => {}),
    );
  },
  searching: async (page) => {
    await page.evaluate(() => {
      const element = document.querySelector('snake-segmenter');
      element.shadowRoot.querySelector('details.search').open = true;
      element.segment('auto', { regions: { size: 160, largest: 40 } }).catch(() => {});
      return new Promise((resolve) => {
        element.addEventListener('contour-progress', ({ detail: { regions } }) => {
          if (regions.done < 4) return;
          element.pause();
          resolve();
        });
      });
    });
    await page.waitForFunction(() => document.querySelector('snake-segmenter').contours.features.length > 10);
  },
  menu: (page) => run(page, 'snake.menu'),
  keys: async (page) => {
    await run(page, 'snake.menu');
    await page.evaluate(() =>
      document.querySelector('snake-segmenter').shadowRoot.querySelector('.menu-head button').click(),
    );
  },
  error: async (page) => {
    await set(page, { src: 'nothing.tif' });
    await page.evaluate(() => document.querySelector('snake-segmenter').ready.catch(() => {}));
  },
  german: async (page) => {
    await page.evaluate(() => document.documentElement.setAttribute('lang', 'de'));
    await run(page, 'snake.run', box);
  },
  french: async (page) => {
    await page.evaluate(() => document.documentElement.setAttribute('lang', 'fr'));
    await run(page, 'snake.run', box);
  },
  rightToLeft: async (page) => {
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    await run(page, 'snake.run', box);
  },
};

/** Controls in sight that are smaller than 24 CSS pixels either way; runs in the page. */
const small = () => {
  const roots = [document, document.querySelector('snake-segmenter').shadowRoot];
  return roots
    .flatMap((root) => [...root.querySelectorAll('button, input:not([type=file]), select, summary, textarea, a[href]')])
    .filter((control) => control.checkVisibility({ visibilityProperty: true }))
    .flatMap((control) => {
      const { width, height } = control.getBoundingClientRect();
      const tiny = width > 0 && (width < 23.9 || height < 23.9);
      return tiny ? [`${control.outerHTML.slice(0, 90)} (${Math.round(width)} × ${Math.round(height)})`] : [];
    });
};

/** The height of a picture on a sheet, and the room between two, in pixels. */
const HEIGHT = 200;
const ROOM = 6;

/** A sheet of all pictures of a state, small, in WebP: light above dark. Runs in the page, which encodes it. */
const sheetOf = async ([pictures, height, room]) => {
  const images = await Promise.all(
    pictures.map(async (row) =>
      Promise.all(row.map(async (url) => createImageBitmap(await (await fetch(url)).blob()))),
    ),
  );
  const widthOf = (image) => Math.round((image.width * height) / image.height);
  const width = images[0].reduce((sum, image) => sum + widthOf(image) + room, -room);
  const canvas = new OffscreenCanvas(width, images.length * (height + room) - room);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  for (const [k, row] of images.entries()) {
    let x = 0;
    for (const image of row) {
      context.drawImage(image, x, k * (height + room), widthOf(image), height);
      x += widthOf(image) + room;
    }
  }
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.5 });
  return [...new Uint8Array(await blob.arrayBuffer())];
};

const server = fileServer(fileURLToPath(new URL('../demo', import.meta.url)));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await chromium.launch({ executablePath: ensureChrome(), args: ['--no-sandbox'] });
mkdirSync(folder, { recursive: true });
let found = 0;
try {
  for (const [name, reach] of Object.entries(states)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const context = await browser.newContext();
    const page = await context.newPage();
    page.on('pageerror', (error) => console.log(`${name}: page error: ${error.message}`));
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`http://127.0.0.1:${server.address().port}/#nuclei`);
    await page.waitForFunction(() => document.querySelector('snake-segmenter')?.ready);
    await page.evaluate(() => document.querySelector('snake-segmenter').ready);
    if (name !== 'first') await page.evaluate(() => document.querySelector('.guide .close')?.click());
    await reach(page);
    await page.waitForFunction(() => document.querySelector('snake-segmenter').storage === 'saved');
    const rows = [];
    for (const scheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme: scheme });
      const row = [];
      rows.push(row);
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        // Two frames: the layout, and what is painted by it.
        await page.evaluate(
          () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
        );
        const path = join(folder, `${name}-${width}x${height}-${scheme}.png`);
        // Buttons change their colours over some frames.
        const picture = await page.screenshot({ path, animations: 'disabled' });
        row.push(`data:image/png;base64,${picture.toString('base64')}`);
        if (scheme === 'dark') continue;
        const controls = await page.evaluate(small);
        found += controls.length;
        for (const control of controls)
          console.log(`${name}, ${width} × ${height}: smaller than 24 pixels: ${control}`);
      }
      await page.addScriptTag({ path: axe });
      const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
      found += violations.length;
      for (const { id, help, nodes } of violations)
        console.log(
          `${name}, ${scheme}: ${id}: ${help} (${nodes.map(({ target }) => target.flat().join(' ')).join('; ')})`,
        );
    }
    if (sheets) {
      mkdirSync(sheets, { recursive: true });
      writeFileSync(join(sheets, `${name}.webp`), new Uint8Array(await page.evaluate(sheetOf, [rows, HEIGHT, ROOM])));
    }
    await context.close();
    console.log(`${name}: ${2 * sizes.length} pictures`);
  }
} finally {
  await browser.close();
  server.close();
}
process.exitCode = found > 0 ? 1 : 0;
