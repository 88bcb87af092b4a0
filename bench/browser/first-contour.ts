/**
 * First contour of a fresh page: from the navigation to the first `contour-progress` of a box drawn as soon as the image is open,
 * in headless Chromium with nothing cached, by the clock and by the browser's processor time. `--before=FOLDER` is the root of
 * another build, whose `cdn/` is measured in turn with this one's. Build both first. Writes a section of `bench/RESULTS.md`.
 */
import { type ComponentPages, componentPages } from '../support/browser-page.js';
import { median, stamped, table, writeSection } from '../support/results.js';

const SIDE = 1024;
const trials = Number(process.argv.find((each) => each.startsWith('--trials='))?.split('=')[1] ?? 7);
const before = process.argv.find((each) => each.startsWith('--before='))?.split('=')[1];

/** Milliseconds from the navigation; the processor's are those of all of the browser's processes. */
interface Trial {
  readonly defined: number;
  readonly open: number;
  readonly first: number;
  readonly complete: number;
  readonly processor: number;
}

const visit = async (pages: ComponentPages): Promise<Trial> => {
  const { all: began } = await pages.processorTime();
  const page = await pages.open();
  const { defined, open } = await page.evaluate(async (side) => {
    const defined = performance.now();
    const canvas = new OffscreenCanvas(side, side);
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#646464';
    context.fillRect(0, 0, side, side);
    context.fillStyle = '#8c8c8c';
    context.beginPath();
    context.ellipse(side / 2, side / 2, side * 0.25, side * 0.15, 0.5, 0, 2 * Math.PI);
    context.fill();
    const element = document.querySelector('snake-segmenter')!;
    const seen: Record<string, number> = {};
    for (const [name, key] of [
      ['contour-progress', 'first'],
      ['contour-complete', 'complete'],
    ] as const)
      element.addEventListener(name, () => (seen[key] ??= performance.now()));
    Object.assign(globalThis, { seen });
    element.src = await canvas.convertToBlob({ type: 'image/png' });
    await element.updateComplete;
    await element.ready;
    await element.executeCommand('snake.tool.box');
    return { defined, open: performance.now() };
  }, SIDE);
  const box = (await page.locator('snake-segmenter').boundingBox())!;
  const [x, y, half] = [box.x + box.width / 2, box.y + box.height / 2, box.width * 0.3];
  await page.mouse.move(x - half, y - half);
  await page.mouse.down();
  await page.mouse.move(x + half, y + half, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(() => Reflect.get(globalThis, 'seen').complete > 0, undefined, { timeout: 120_000 });
  const { first, complete } = await page.evaluate(() => Reflect.get(globalThis, 'seen'));
  const { all } = await pages.processorTime();
  await page.context().close();
  return { defined, open, first, complete, processor: 1000 * (all - began) };
};

const builds = [
  { name: 'now', pages: await componentPages() },
  ...(before === undefined ? [] : [{ name: 'before', pages: await componentPages([], before) }]),
].map((build) => ({ ...build, trials: [] as Trial[] }));
try {
  // The first visit starts the browser's own processes.
  for (let trial = 0; trial <= trials; trial++) {
    for (const build of builds) {
      const visited = await visit(build.pages);
      if (trial > 0) build.trials.push(visited);
    }
  }
  const row = (name: string, of: (trial: Trial) => number): string[] => [
    name,
    ...builds.flatMap((build) => [
      median(build.trials.map(of)).toFixed(0),
      Math.min(...build.trials.map(of)).toFixed(0),
    ]),
  ];
  const rows = [
    [
      `ms from the navigation, ${trials} visits`,
      ...builds.flatMap(({ name }) => [`${name}, median`, `${name}, least`]),
    ],
    row('the tag is defined', ({ defined }) => defined),
    row('the image is open', ({ open }) => open),
    row('first `contour-progress`', ({ first }) => first),
    row('`contour-complete`', ({ complete }) => complete),
    row('processor time of the visit', ({ processor }) => processor),
  ];
  const text = `## First contour of a fresh page\n\n${table(rows)}`;
  const { browser } = builds[0]!.pages;
  console.log(stamped(text, browser));
  if (!process.argv.includes('--print')) writeSection('first-contour', text, browser);
} finally {
  for (const { pages } of builds) await pages.close();
}
