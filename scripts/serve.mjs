/**
 * Serves the demo. `PORT` (default 8000; 0 for any free one) and `HOST` (default 127.0.0.1) say where; it prints the
 * address. Answers byte ranges, which GeoTIFF readers ask for.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.geojson': 'application/geo+json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.tif': 'image/tiff',
  '.tiff': 'image/tiff',
  '.svs': 'image/tiff',
  '.dzi': 'application/xml; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.wasm': 'application/wasm',
};

/** `[first, last]` of one byte range, `undefined` for none, `null` for one that cannot be satisfied. */
const byteRange = (header, size) => {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (match === null || (match[1] === '' && match[2] === '')) return undefined;
  const first = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const last = match[1] === '' || match[2] === '' ? size - 1 : Math.min(size - 1, Number(match[2]));
  return first <= last && first < size ? [first, last] : null;
};

/** The path below `root` that a request means; `undefined` if it lies outside or is malformed. */
const fileOf = (root, url) => {
  try {
    const file = resolve(root, `.${decodeURIComponent(new URL(url, 'http://localhost').pathname)}`);
    return file === root || file.startsWith(root + sep) ? file : undefined;
  } catch {
    return undefined;
  }
};

/** A server of the folder `root`, not yet listening. */
export function fileServer(root) {
  const base = resolve(root);
  return createServer(async (request, response) => {
    const refuse = (status, text, headers = {}) => {
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers });
      response.end(`${text}\n`);
    };
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(405, 'Only GET and HEAD', { allow: 'GET, HEAD' });
    let file = fileOf(base, request.url);
    if (file === undefined) return refuse(400, 'Bad path');
    let info = await stat(file).catch(() => undefined);
    if (info?.isDirectory()) {
      const { pathname, search } = new URL(request.url, 'http://localhost');
      // A path that begins with two slashes would be the address of another server.
      const path = pathname.replace(/^\/+/, '/');
      if (!path.endsWith('/')) return refuse(301, 'Moved', { location: `${path}/${search}` });
      file = join(file, 'index.html');
      info = await stat(file).catch(() => undefined);
    }
    if (!info?.isFile()) return refuse(404, `Not found: ${request.url}`);

    const etag = `"${info.size.toString(16)}-${Math.trunc(info.mtimeMs).toString(16)}"`;
    const headers = {
      'content-type': types[extname(file).toLowerCase()] ?? 'application/octet-stream',
      'accept-ranges': 'bytes',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      etag,
    };
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304, headers);
      return response.end();
    }
    const range = byteRange(request.headers.range, info.size);
    if (range === null) return refuse(416, 'Range not satisfiable', { 'content-range': `bytes */${info.size}` });
    const [first, last] = range ?? [0, info.size - 1];
    if (range !== undefined) headers['content-range'] = `bytes ${first}-${last}/${info.size}`;
    response.writeHead(range === undefined ? 200 : 206, { ...headers, 'content-length': last - first + 1 });
    if (request.method === 'HEAD' || info.size === 0) return response.end();
    const stream = createReadStream(file, { start: first, end: last });
    stream.on('error', () => response.destroy());
    response.on('close', () => stream.destroy());
    stream.pipe(response);
  });
}

const port = (text) => {
  const number = Number(text);
  if (text !== '' && Number.isInteger(number) && number >= 0 && number < 65536) return number;
  console.error(`PORT cannot be "${text}": a whole number from 0 to 65535 is wanted.`);
  process.exit(1);
};

/** Listens as the environment says and prints the address. */
export function serve() {
  const host = process.env.HOST || '127.0.0.1';
  const wanted = port(process.env.PORT ?? '8000');
  const server = fileServer(fileURLToPath(new URL('../demo', import.meta.url)));
  server.on('error', (error) => {
    const why = error.code === 'EADDRINUSE' ? `port ${wanted} is in use; set PORT to another` : error.message;
    console.error(`The demo cannot be served: ${why}.`);
    process.exit(1);
  });
  server.listen(wanted, host, () => {
    const name = host.includes(':') ? `[${host}]` : host;
    console.log(`The demo is at http://${name}:${server.address().port}/ (Ctrl+C ends it)`);
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) serve();
