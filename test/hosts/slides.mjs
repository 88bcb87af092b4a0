/**
 * A server of one drawn slide, 20,000 × 16,000 pixels with a bright disc of radius 60 at (200, 200), in the ways in which servers give tiles,
 * open or behind a token, a query or a cookie. What is asked without its right is answered with 401.
 */
import { createServer } from 'node:http';
import { encode } from 'fast-png';

export const WIDTH = 20_000;
export const HEIGHT = 16_000;
const TILE = 256;
const FINEST = Math.ceil(Math.log2(Math.max(WIDTH, HEIGHT)));

/** The sample at a pixel: a disc in noise of ±7. */
const sample = (x, y) => {
  const noise = (Math.imul(x * 7919 + y * 104_729, 2_654_435_761) >>> 28) - 7;
  return (Math.hypot(x - 200, y - 200) < 60 ? 190 : 90) + noise;
};

/** A picture of the part of the slide at (x, y), one pixel of which is `step` pixels of the slide wide and high. */
const picture = (x, y, width, height, step) => {
  const data = new Uint8Array(3 * width * height);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++)
      data.fill(sample(x + column * step, y + row * step), 3 * (row * width + column), 3 * (row * width + column) + 3);
  return encode({ width, height, data, depth: 8, channels: 3 });
};

/** The tile of a column and a row where one pixel is `step` of the slide, or nothing beyond its edge. */
const tile = (step, column, row) => {
  const width = Math.min(TILE, Math.ceil(WIDTH / step) - column * TILE);
  const height = Math.min(TILE, Math.ceil(HEIGHT / step) - row * TILE);
  return width > 0 && height > 0 ? picture(column * TILE * step, row * TILE * step, width, height, step) : undefined;
};

const levels = Array.from({ length: 8 }, (_, k) => 2 ** k);

const iiif = (id) => ({
  '@context': 'http://iiif.io/api/image/2/context.json',
  '@id': id,
  protocol: 'http://iiif.io/api/image',
  profile: ['http://iiif.io/api/image/2/level1.json'],
  width: WIDTH,
  height: HEIGHT,
  tiles: [{ width: TILE, height: TILE, scaleFactors: levels }],
});

const dzi = `<Image xmlns="http://schemas.microsoft.com/deepzoom/2008" TileSize="${TILE}" Overlap="0" Format="png"><Size Width="${WIDTH}" Height="${HEIGHT}"/></Image>`;
const zoomify = `<IMAGE_PROPERTIES WIDTH="${WIDTH}" HEIGHT="${HEIGHT}" NUMTILES="6658" NUMIMAGES="1" VERSION="1.8" TILESIZE="${TILE}"/>`;

/** The first corner of the slide as a TIFF of one strip, whose description says the size of a pixel as Aperio's does. */
const tiff = (side) => {
  const samples = new Uint8Array(3 * side * side);
  for (let k = 0; k < side * side; k++) samples.fill(sample(k % side, Math.floor(k / side)), 3 * k, 3 * k + 3);
  const description = Buffer.from(`Aperio Image\r\n${side}x${side}|AppMag = 40|MPP = 0.5|\0`);
  const [bits, text] = [8, 14];
  const start = text + description.length + (description.length % 2);
  const tags = [
    [256, 4, 1, side],
    [257, 4, 1, side],
    [258, 3, 3, bits],
    [259, 3, 1, 1],
    [262, 3, 1, 2],
    [270, 2, description.length, text],
    [273, 4, 1, start],
    [277, 3, 1, 3],
    [278, 4, 1, side],
    [279, 4, 1, samples.length],
    [284, 3, 1, 1],
  ];
  const file = Buffer.alloc(start + samples.length + 2 + 12 * tags.length + 4);
  file.write('II*\0', 'latin1');
  file.writeUInt32LE(start + samples.length, 4);
  for (const k of [0, 2, 4]) file.writeUInt16LE(8, bits + k);
  description.copy(file, text);
  file.set(samples, start);
  let at = file.writeUInt16LE(tags.length, start + samples.length);
  for (const [tag, type, count, value] of tags) {
    at = file.writeUInt16LE(tag, at);
    at = file.writeUInt16LE(type, at);
    at = file.writeUInt32LE(count, at);
    at = file.writeUInt32LE(value, at);
  }
  return file;
};

/** What lies at a path of the slide: its type, and its bytes. */
const answer = (path, base) => {
  if (path === 'slide.dzi') return ['application/xml', dzi];
  if (/^picture(\.png)?$/.test(path)) return ['image/png', picture(0, 0, 400, 400, 1)];
  if (path === 'corner.tif') return ['image/tiff', tiff(400)];
  const [, level, column, row] = /^slide_files\/(\d+)\/(\d+)_(\d+)\.png$/.exec(path) ?? [];
  if (level !== undefined) return ['image/png', tile(2 ** (FINEST - Number(level)), Number(column), Number(row))];
  if (path === 'iiif/info.json') return ['application/json', JSON.stringify(iiif(`${base}iiif`))];
  const [, region, size] = /^iiif\/(full|\d+,\d+,\d+,\d+)\/(\d+),\d*\/0\/default\.jpg$/.exec(path) ?? [];
  if (region !== undefined) {
    const [x, y, w, h] = region === 'full' ? [0, 0, WIDTH, HEIGHT] : region.split(',').map(Number);
    const step = 2 ** Math.round(Math.log2(w / size));
    return ['image/png', picture(x, y, Math.ceil(w / step), Math.ceil(h / step), step)];
  }
  if (path === 'zoomify/ImageProperties.xml') return ['application/xml', zoomify];
  // Zoomify counts levels from the one that is a single tile.
  const [, z, zx, zy] = /^zoomify\/TileGroup\d+\/(\d+)-(\d+)-(\d+)\.jpg$/.exec(path) ?? [];
  if (z !== undefined)
    return ['image/png', tile(2 ** (Math.ceil(Math.log2(WIDTH / TILE)) - Number(z)), Number(zx), Number(zy))];
  const [, step, cx, cy] = /^own\/(\d+)\/(\d+)\/(\d+)$/.exec(path) ?? [];
  if (step !== undefined) return ['image/png', tile(Number(step), Number(cx), Number(cy))];
  return [];
};

const RIGHTS = {
  open: () => true,
  bearer: ({ headers }) => headers.authorization === 'Bearer right',
  query: (_request, { searchParams }) => searchParams.get('token') === 'right',
  cookie: ({ headers }) => (headers.cookie ?? '').includes('right=yes'),
};

/** Starts the server; paths begin with the name of a right. `asked` counts the requests refused, by path. */
export const startSlides = async (files) => {
  const refused = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url, `http://${request.headers.host}`);
    const [right, ...rest] = url.pathname.slice(1).split('/');
    const { origin } = request.headers;
    if (origin !== undefined) {
      response.setHeader('Access-Control-Allow-Origin', origin);
      response.setHeader('Access-Control-Allow-Credentials', 'true');
      response.setHeader('Access-Control-Allow-Headers', 'authorization, range');
    }
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    if (!(right in RIGHTS)) return files(url.pathname, response, request);
    if (!RIGHTS[right](request, url)) {
      refused.push(url.pathname);
      return response.writeHead(401).end();
    }
    const [type, body] = answer(rest.join('/'), `${url.origin}/${right}/`);
    if (body === undefined) return response.writeHead(404).end();
    response.setHeader('Content-Type', type);
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (first === undefined) return response.end(body);
    const part = body.subarray(Number(first), Number(last) + 1);
    response.setHeader('Content-Range', `bytes ${first}-${Number(first) + part.length - 1}/${body.length}`);
    response.writeHead(206).end(part);
  });
  await new Promise((done) => server.listen(0, done));
  const { port } = server.address();
  return {
    refused,
    // A cookie holds for all ports of a host: 127.0.0.1 is another site than localhost, and another origin than itself at another port.
    address: `http://127.0.0.1:${port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
