/**
 * The page "A slide behind a token" of the guide, word for word but for the slide's address and its origin: the application that its commands make, and what a visitor
 * does there. The server (`slides.mjs`) refuses whatever comes without the token.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { startSlides } from './slides.mjs';

const [, section = ''] =
  /## A slide behind a token\n([\s\S]*?)\n## /.exec(readFileSync('docs/getting-started.md', 'utf8')) ?? [];
const [, commands = ''] = /```sh\n([\s\S]*?)```/.exec(section) ?? [];
const [, page = ''] = /```ts\n([\s\S]*?)```/.exec(section) ?? [];
const ADDRESS = 'https://slides.example/iiif/3/slide-1/info.json';
const ORIGIN = "'https://slides.example'";
if (!page.includes(ADDRESS) || !page.includes(ORIGIN) || !commands.includes('npm create vite'))
  throw new Error('the guide has another page');

/** Beside what `npm create` asks for nothing, and the package comes from its archive. */
export const create = (archive) =>
  commands.replace('npm create', 'npm create --yes').replace('npm install snake-segmenter', `npm install ${archive}`);
export const folder = 'slides';
export const files = {
  'src/main.ts': page.replace(ADDRESS, '/bearer/iiif/info.json').replace(ORIGIN, 'location.origin'),
};
export const build = 'npm run build';

const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

/** Serves the built application, its token and its contours, and the slide. */
export const serve = async (root) => {
  const saved = [];
  const slides = await startSlides((path, response, request) => {
    if (path === '/token') return response.end('right');
    if (path === '/contours' && request.method === 'POST') {
      saved.push(path);
      return response.writeHead(204).end();
    }
    const file = join(root, path === '/' ? 'index.html' : path);
    if (path.includes('..') || !existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
    response.setHeader('Content-Type', types[extname(file)] ?? 'application/octet-stream');
    return response.end(readFileSync(file));
  });
  return { ...slides, saved };
};

/** Draws a box round the disc, selects its contour, and presses the command's keys. */
export const visit = async (tab, { address, refused, saved }) => {
  await tab.goto(address);
  await tab.waitForFunction(() => document.querySelector('snake-segmenter')?.image, undefined, { timeout: 60_000 });
  const [left, top, right, bottom] = await tab.evaluate(async () => {
    const { viewer, ready } = document.querySelector('snake-segmenter');
    await ready;
    viewer.viewport.fitBounds(viewer.world.getItemAt(0).imageToViewportRectangle(0, 0, 400, 400), true);
    const box = viewer.canvas.getBoundingClientRect();
    const at = (x, y) => {
      const point = viewer.world
        .getItemAt(0)
        .imageToViewerElementCoordinates(Object.assign(viewer.viewport.getCenter(), { x, y }));
      return [box.left + point.x, box.top + point.y];
    };
    return [...at(125, 125), ...at(275, 275)];
  });
  await tab.mouse.move(left, top);
  await tab.mouse.down();
  await tab.mouse.move((left + right) / 2, (top + bottom) / 2);
  await tab.mouse.move(right, bottom);
  await tab.mouse.up();
  await tab.waitForFunction(() => document.querySelector('snake-segmenter').contours.features.length === 1, undefined, {
    timeout: 60_000,
  });
  await tab.keyboard.press('Shift+M');
  await tab.waitForFunction(
    () => document.querySelector('snake-segmenter').contours.features[0].properties.classification?.name === 'mitosis',
    undefined,
    { timeout: 20_000 },
  );
  if (refused.length > 0) throw new Error(`asked without the token: ${refused.join(', ')}`);
  if (saved.length !== 1) throw new Error(`${saved.length} contours were saved`);
};
