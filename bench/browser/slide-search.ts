/**
 * Memory of a page that searches a whole slide: synthetic stained tissue with 64 nuclei in each tile of 512², a square of `--side=16384` pixels as
 * a Deep Zoom image from a server of its own. Tells after each tenth of the regions what the page's heap and its engine's hold, and what the processes
 * of the page, its workers included, and of the GPU have of the system; and how long it took. `--like` gives five examples. Build first: it uses the
 * bundle in `cdn/`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from 'fast-png';
import { componentPages } from '../support/browser-page.js';
import { tileSide } from '../support/images/drawn-pyramid.js';
import { octagonsIn, tissue } from '../support/images/tissue.js';
import { memoryOf } from '../support/page-memory.js';
import { stamped, table, writeSection } from '../support/results.js';
import { servesTiles, startTileServer } from '../support/tile-server.js';

const side = Number(process.argv.find((flag) => flag.startsWith('--side='))?.split('=')[1] ?? 16384);
const byExamples = process.argv.includes('--like');

/** What the page tells of its search. */
interface Search {
  done: number;
  regions: number;
  ended?: string;
}

const measure = async (): Promise<void> => {
  const tile = tissue(64, tileSide / 8);
  const folder = mkdtempSync(join(tmpdir(), 'slide-'));
  const picture = join(folder, 'tile.png');
  const { width, height, data } = tile;
  writeFileSync(picture, encode({ width, height, data, channels: 3 }));
  const server = await startTileServer(side, picture, true);
  const pages = await componentPages();
  try {
    const tab = await pages.open();
    const held = await memoryOf(tab);
    const rows = [
      ['regions done', 'contours', 'seconds', 'heap, MiB', 'engine, MiB', 'page and workers, MiB', 'GPU process, MiB'],
    ];
    const from = performance.now();
    const note = async (done: number): Promise<void> => {
      const seconds = (performance.now() - from) / 1000;
      const contours = await tab.evaluate(() => document.querySelector('snake-segmenter')!.contours.features.length);
      const { heap, worker, page, gpu } = await held();
      rows.push([`${done}`, `${contours}`, ...[seconds, heap, worker, page, gpu].map((value) => value.toFixed(0))]);
      console.log(rows.at(-1)!.join(' | '));
    };
    await tab.evaluate(async (src) => {
      const element = document.querySelector('snake-segmenter')!;
      element.backend = 'cpu';
      element.src = src;
      await element.updateComplete;
      await element.ready;
    }, server.url);
    await note(0);
    await tab.evaluate(
      (like) => {
        const element = document.querySelector('snake-segmenter')!;
        const search: Search = { done: 0, regions: 0 };
        Object.assign(globalThis, { search });
        element.addEventListener('contour-progress', ({ detail }) => {
          if (detail.regions) [search.done, search.regions] = [detail.regions.done, detail.regions.of];
        });
        element.segment('auto', { regions: true, ...(like.length > 0 && { like }) }).then(
          () => {
            search.ended = 'whole';
          },
          (error) => {
            search.ended = String(error);
          },
        );
      },
      byExamples ? octagonsIn(tile.boxes.slice(0, 5)) : [],
    );
    let tenth = 1;
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      const { done, regions, ended } = await tab.evaluate(() => Reflect.get(globalThis, 'search') as Search);
      if (ended === undefined && (regions === 0 || done < (tenth * regions) / 10)) continue;
      if (ended !== undefined && ended !== 'whole') throw new Error(ended);
      await note(ended === undefined ? done : regions);
      if (ended !== undefined) break;
      tenth = Math.floor((10 * done) / regions) + 1;
    }
    await new Promise((resolve) => setTimeout(resolve, 45_000));
    await note(Number(rows.at(-1)![0]));
    const text = `## Memory of a page that searches a slide\n\n${side} × ${side} pixels, 64 nuclei in each 512², ${byExamples ? 'five examples' : 'nothing drawn'}, on the CPU. The last row is of three quarters of a minute later.\n\n${table(rows)}`;
    const name = byExamples ? 'slide-search-like' : 'slide-search';
    if (process.argv.includes('--print')) console.log(stamped(text, pages.browser));
    else writeSection(name, text, pages.browser);
  } finally {
    await pages.close();
    server.stop();
    rmSync(folder, { recursive: true });
  }
};

if (!(await servesTiles())) await measure();
