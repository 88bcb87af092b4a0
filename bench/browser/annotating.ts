/**
 * Clicks and seconds of a set task in the annotators' page, driven by a script: ten nuclei, two classes, one correction, an export. The page of
 * this tree, and of another that `BEFORE` names (a work tree whose demo is built). Writes the section of `bench/RESULTS.md`.
 */
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
// @ts-expect-error a build script, plain JavaScript
import { ensureChrome } from '../../scripts/machine/chrome.mjs';
// @ts-expect-error a build script, plain JavaScript
import { fileServer } from '../../scripts/serve.mjs';
import { median, stamped, table, writeSection } from '../support/results.js';

/** Boxes round nuclei of the demo's image, in its pixels; the last four are of the second class. */
const nuclei = [
  [440, 295, 490, 329],
  [144, 320, 190, 355],
  [171, 210, 217, 244],
  [358, 425, 391, 468],
  [378, 312, 407, 345],
  [189, 335, 222, 374],
  [374, 195, 411, 234],
  [231, 150, 276, 175],
  [340, 237, 368, 275],
  [262, 182, 300, 207],
] as const;
const SECOND = 6;
const trials = process.argv.includes('--quick') ? 1 : 3;

interface Effort {
  clicks: number;
  drags: number;
  keys: number;
  seconds: number;
  /** What came out: objects, and how many of each class. */
  outcome: string;
}

/** The steps that differ between the pages. */
interface Way {
  /** After the first object of a class, and after each further one. */
  classify(name: string, first: boolean): Promise<void>;
  save(): Promise<void>;
}

const task = async (page: Page, url: string, wayOf: (hand: Hand) => Way): Promise<Effort> => {
  await page.goto(`${url}/#nuclei`);
  await page.waitForFunction(() => document.querySelector('snake-segmenter')?.ready);
  await page.evaluate(() => document.querySelector('snake-segmenter')!.ready);
  const hand = new Hand(page);
  const way = wayOf(hand);
  const begun = performance.now();
  await hand.key('b');
  for (const [k, box] of nuclei.entries()) {
    await hand.box(box, k + 1);
    await way.classify(k < SECOND ? 'Tumor' : 'Stroma', k === 0 || k === SECOND);
  }
  // One vertex of the last object is moved.
  await hand.key('n');
  await hand.vertex();
  const download = page.waitForEvent('download');
  await way.save();
  const path = await (await download).path();
  const seconds = (performance.now() - begun) / 1000;
  const { readFileSync } = await import('node:fs');
  const { features } = JSON.parse(readFileSync(path, 'utf8'));
  const names = features.map(
    (feature: { properties: { classification?: { name: string } } }) =>
      feature.properties.classification?.name ?? 'none',
  );
  const outcome = ['Tumor', 'Stroma', 'none']
    .map((name) => `${names.filter((other: string) => other === name).length} ${name}`)
    .join(', ');
  return { ...hand.count, seconds, outcome };
};

/** A hand that counts what it does. */
class Hand {
  readonly count = { clicks: 0, drags: 0, keys: 0 };

  constructor(readonly page: Page) {}

  async key(key: string): Promise<void> {
    this.count.keys++;
    await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    this.count.keys += text.length;
    await this.page.keyboard.type(text);
  }

  async box([x0, y0, x1, y1]: readonly [number, number, number, number], objects: number): Promise<void> {
    await this.#drag(await this.#at(x0, y0), await this.#at(x1, y1));
    await this.page.waitForFunction(
      (count) => document.querySelector('snake-segmenter')!.contours.features.length === count,
      objects,
    );
    await this.page.waitForFunction(
      () => !document.querySelector('snake-segmenter')!.commands.find(({ id }) => id === 'snake.pause')!.enabled,
    );
  }

  async vertex(): Promise<void> {
    const [x, y] = await this.page.evaluate(() => {
      const { geometry } = document.querySelector('snake-segmenter')!.contours.features.at(-1)!;
      if (geometry.type !== 'Polygon') throw new Error('no polygon');
      return geometry.coordinates[0]![0]!;
    });
    await this.#drag(await this.#at(x!, y!), await this.#at(x! + 1, y! + 1));
  }

  async #drag(from: [number, number], to: [number, number]): Promise<void> {
    const { mouse } = this.page;
    this.count.drags++;
    await mouse.move(...from);
    await mouse.down();
    await mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
    await mouse.move(...to);
    await mouse.up();
  }

  #at(x: number, y: number): Promise<[number, number]> {
    return this.page.evaluate(
      ([across, down]): [number, number] => {
        const viewer = document.querySelector('snake-segmenter')!.viewer!;
        const corner = viewer.world.getItemAt(0).imageToViewportRectangle(across!, down!, 1, 1).getTopLeft();
        const at = viewer.viewport.pixelFromPoint(corner);
        const box = viewer.canvas.getBoundingClientRect();
        return [box.left + at.x, box.top + at.y];
      },
      [x, y],
    );
  }
}

/** A class stays until another is chosen, and Enter gives the keys back. */
const now = (hand: Hand): Way => ({
  async classify(name, first) {
    if (!first) return;
    await hand.key('l');
    await hand.page.waitForFunction(
      () => document.querySelector('snake-segmenter')!.shadowRoot!.activeElement?.id === 'class-name',
    );
    if (name !== 'Tumor') await hand.key('Control+a');
    await hand.type(name);
    await hand.key('Enter');
  },
  save: () => hand.key('Control+s'),
});

/** Each object is given its class by hand; the field keeps the keys until one clicks beside it. */
const before = (hand: Hand): Way => ({
  async classify(name) {
    await hand.key('l');
    await hand.type(name);
    await hand.key('Enter');
    hand.count.clicks++;
    await hand.page.evaluate(() => document.querySelector('snake-segmenter')!.viewer!.canvas.focus());
  },
  save: () => hand.key('Control+s'),
});

const measured = async (folder: string, wayOf: (hand: Hand) => Way): Promise<Effort> => {
  const server = fileServer(join(folder, 'demo'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const browser = await chromium.launch({ executablePath: ensureChrome(), args: ['--no-sandbox'] });
  try {
    const efforts: Effort[] = [];
    for (let k = 0; k < trials; k++) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true });
      efforts.push(await task(await context.newPage(), `http://127.0.0.1:${port}`, wayOf));
      await context.close();
    }
    return { ...efforts[0]!, seconds: median(efforts.map(({ seconds }) => seconds)) };
  } finally {
    await browser.close();
    server.close();
  }
};

const row = (name: string, { clicks, drags, keys, seconds, outcome }: Effort): string[] => [
  name,
  String(drags),
  String(clicks),
  String(keys),
  seconds.toFixed(1),
  outcome,
];

const rows: string[][] = [];
if (process.env.BEFORE) rows.push(row(process.env.BEFORE_NAME ?? 'before', await measured(process.env.BEFORE, before)));
rows.push(row('now', await measured('.', now)));
const parts = [
  '## A set task in the annotators’ page',
  `Ten nuclei of the demo’s image by boxes, six of one class and four of another, one vertex moved, an export; seconds are the median of ${trials}, with a hand that never waits longer than the page.`,
  table([['page', 'drags', 'clicks', 'keys', 'seconds', 'in the file'], ...rows]),
];
const text = parts.join('\n\n');
if (process.argv.includes('--print')) console.log(stamped(text));
else writeSection('annotating', text);
